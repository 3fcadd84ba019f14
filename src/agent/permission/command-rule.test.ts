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
    ['curl https://a.example/:*', 'curl https://a.example/'],
    ['curl -s https://a.example/:*', 'curl -s https://a.example/ https://a.example/'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x https://a.example/y'],
    ['curl -s https://a.example*', 'curl -s https://a.example/x'],
    ['curl -s:*', 'curl -s https://a.example/ https://b.example/'],
    ['* --version', 'tsc --version'],
    ['* --version', 'ls --version'],
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
    ['curl https://a.example/:*', 'curl https://a.example/ https://evil.example/'],
    ['curl https://a.example/:*', 'curl https://a.example/ evil.example'],
    ['curl https://a.example/ *', 'curl https://a.example/ -- evil.example'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x https://evil.example/'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --url https://evil.example/'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --url=https://evil.example/'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --ur https://evil.example/'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x -x evil.example:80'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x -sxevil.example:80'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --proxy evil.example'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --prox evil.example'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --socks5 evil.example'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --connect-to ::evil.example:443'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --resolve a.example:443:6.6.6.6'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x -K conf'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x -sKconf'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --config conf'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --next evil.example'],
    ['curl -s https://a.example/*', 'curl -s https://a.example/x --some-flag evil.example'],
    ['curl -s * https://a.example/', 'curl -s evil.example https://a.example/'],
    ['curl -s *https://a.example/', 'curl -s evil.example https://a.example/'],
    ['curl -s https://a.example*', 'curl -s https://a.example.evil.example/'],
    ['curl -s https://a.example*', 'curl -s https://a.example@evil.example/'],
    ['curl -s https://a.example*', 'curl -s https://a.example:8080/'],
    ['/usr/bin/curl -s https://a.example/*', '/usr/bin/curl -s https://a.example/x evil.example'],
    ['wget https://a.example/:*', 'wget https://a.example/ https://evil.example/'],
    ['wget https://a.example/*', 'wget https://a.example/x -i list'],
    ['wget https://a.example/*', 'wget https://a.example/x -e https_proxy=evil.example'],
    ['wget https://a.example/*', 'wget -B https://evil.example/ https://a.example/x'],
    ['* --version', 'rm -rf x --version'],
    ['* --version', 'mv a b --version'],
    ['* --version', 'git push --version'],
    ['* --version', 'curl https://evil.example/ --version'],
    ['*--version', 'rm -rf x --version'],
    ['*:*', 'rm x'],
    ['**', 'rm x'],
    ['r* --version', 'rm -rf x --version'],
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

describe('stars between words', () => {
  it.each([
    ['a*b*c', 'a b c'],
    ['a*b*c', 'abbcc'],
    ['*a*', 'xay'],
    ['a*a', 'aa'],
    ['x*\\**y', 'x a * b y'],
    ['a.*b', 'a.xb'],
  ])('%s matches %s', (pattern, command) => {
    expect(mentionsCommand(pattern, command)).toBe(true)
  })

  it.each([
    ['a*a', 'a'],
    ['a*bc*c', 'a bc'],
    ['a*b*c', 'a c b'],
    ['a.*b', 'axxb'],
  ])('%s does not match %s', (pattern, command) => {
    expect(mentionsCommand(pattern, command)).toBe(false)
  })

  it('take linear time', () => {
    // With a regular expression it takes ages, so that the test counts as hung.
    expect(mentionsCommand('*a*b*c*d*a*b*c*d*', `echo ${'a b c '.repeat(1_600)}`)).toBe(false)
  })
})
