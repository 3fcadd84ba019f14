import { describe, expect, it } from 'vitest'
import { allowsCommand, mentionsCommand } from './command-rule.ts'

describe('an allow rule for commands', () => {
  it.each([
    ['npm test', 'npm test'],
    ['npm test:*', 'npm test'],
    ['npm test:*', 'npm test src/a.test.js'],
    ['npm test:*', 'npm test -- --grep "a b"'],
    ['npm run build:*', 'npm run build'],
    ['node --test:*', 'node --test src'],
    ['ls:*', 'ls -la src'],
    ['ls *', 'ls -la src'],
    ['git status:*', 'git status --short'],
    ['git commit:*', 'git commit -m "Fix the parser"'],
    ['git log*', 'git log --oneline'],
    ['eslint:*', 'eslint src --fix'],
    ['mkdir:*', 'mkdir -p a/b'],
    ['find:*', 'find src -name "*.js" -type f'],
    ['sort:*', 'sort -k2 -n list'],
    ['npm test && npm run lint', 'npm test && npm run lint'],
    ['rm \\*.tmp', 'rm *.tmp'],
    ['mytool check:*', 'mytool check src'],
    [undefined, 'npm test'],
  ])('%s matches %s', (pattern, command) => {
    expect(allowsCommand(pattern, command)).toBe(true)
  })

  it.each([
    ['npm test:*', 'npm tests'],
    ['npm test:*', 'npm run test'],
    ['npm test:*', 'npm test; rm -rf /'],
    ['npm test:*', 'npm test\nrm -rf /'],
    ['npm test:*', 'npm test | tee log'],
    ['npm test:*', 'npm test > log'],
    ['npm test:*', 'npm test &'],
    ['npm test:*', 'npm test $(id)'],
    ['npm test:*', 'npm test "$HOME"'],
    ['npm test:*', 'npm test `id`'],
    ['npm test:*', 'A=1 npm test'],
    ['npm test:*', 'npm test "a'],
    ['npm test:*', 'npm test --script-shell=/tmp/x'],
    ['npm:*', 'npm run anything'],
    ['node:*', 'node script.js'],
    ['node script.js:*', 'node script.js -e 1'],
    ['ls:*', 'ls *.js'],
    ['ls:*', 'ls # comment'],
    ['ls:*', './ls x'],
    ['git:*', 'git status'],
    ['git log:*', 'git log --output=C'],
    ['git log:*', 'git log --outp=C'],
    ['git -c:*', 'git -c core.fsmonitor=x status'],
    ['find:*', 'find . -delete'],
    ['sort:*', 'sort -uo C f'],
    ['uniq:*', 'uniq f C'],
    ['tee:*', 'tee C'],
    ['cp:*', 'cp evil .git/hooks/pre-commit'],
    ['rm *.tmp', 'rm *.tmp'],
    [undefined, 'bash -c "rm x"'],
    [undefined, 'find . -exec rm x'],
    [undefined, 'a && b'],
    ['ls:*', ''],
    ['mytool:*', 'mytool x'],
    ['iconv:*', 'iconv -o C f'],
    ['ssh-agent:*', 'ssh-agent touch C'],
    ['fd:*', 'fd -x touch C'],
    ['git submodule:*', 'git submodule foreach "touch C"'],
    ['git ls-remote:*', 'git ls-remote ext::sh'],
  ])('%s does not match %s', (pattern, command) => {
    expect(allowsCommand(pattern, command)).toBe(false)
  })
})

describe('a deny rule for commands', () => {
  it.each([
    ['rm:*', 'rm -rf build'],
    ['rm:*', 'echo a && rm b'],
    ['rm:*', 'cat list | xargs rm'],
    ['rm:*', '/bin/rm x'],
    ['rm:*', 'r\\m x'],
    ['rm:*', 'sudo nice -n 5 rm x'],
    ['rm:*', 'bash -c "cd a; rm b"'],
    ['rm:*', 'echo $(rm x)'],
    ['rm:*', 'if true; then rm x; fi'],
    ['rm:*', 'find . -exec rm {} +'],
    ['git push', 'cd a && git push'],
    ['git push*', 'git push --force origin'],
  ])('%s matches %s', (pattern, command) => {
    expect(mentionsCommand(pattern, command)).toBe(true)
  })

  it.each([
    ['rm:*', 'npm test'],
    ['rm:*', 'echo "do not rm this"'],
    ['rm:*', 'rmdir x'],
    ['git push:*', 'git pull'],
  ])('%s does not match %s', (pattern, command) => {
    expect(mentionsCommand(pattern, command)).toBe(false)
  })
})
