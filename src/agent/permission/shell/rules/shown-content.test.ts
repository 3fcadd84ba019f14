/** Lines whose output cannot hold what they read, or holds it only as a script of the project prints it. */
import { describe, expect, it } from 'vitest'
import { runsPackageScripts, showsNoContent } from './shown-content.ts'

describe('runs scripts of the project', () => {
  it.each([
    'npm test',
    'npm run build',
    'CI=1 npm test',
    'npm run -s lint',
    'cd web && npm test 2>&1 | tail -20',
    'npm test | grep -i fail',
    'pnpm dev',
    'yarn build && echo done',
    'npm test | tail -n 5',
    'npm run dev > log.txt 2>&1',
  ])('%s', (line) => {
    expect(runsPackageScripts(line, undefined)).toBe(true)
  })
  it.each([
    'node server.js',
    'npm test; base64 .e*',
    'npm test && cat .en?',
    'npm test | base64',
    'npm test | tr a-z b-za',
    'npm test | grep -r PIN .',
    'npm test | grep -f .e* -',
    'npm test | tail -3 other',
    'npm test | sort --files0-from=.env',
    'npm test | sort - .e*',
    'npm exec -- base64 .env',
    'npx shx cat .e*',
    'npm --script-shell ./x test',
    'npm --prefix test exec x',
    'npm test | xargs cat',
    'echo "$(npm test)"',
    'ls',
    'npm run "$X"; $Y',
    'npm run show | grep -o .',
    'npm run show | grep -io "[0-9]"',
    'npm run show | grep --only-matching 4',
    'npm run show | grep --color=always 4',
    'npm run show | head -c 6',
    'npm run show | head -c6',
    'npm run show | tail -qc +2',
    'npm run show | tail --bytes=3',
    'npm test | while read l; do cat "$l"; done',
  ])('not: %s', (line) => {
    expect(runsPackageScripts(line, undefined)).toBe(false)
  })
})

describe('shows no content', () => {
  it.each([
    'git status --short',
    'git add -A && git commit -m "x"',
    'cp -r . /tmp/copy',
    'ls -la; mv a b',
    'find . -name "*.ts"',
    'git checkout -b x',
  ])('%s', (line) => {
    expect(showsNoContent(line, undefined)).toBe(true)
  })
  it.each([
    'git diff',
    'cmp -l .e* a',
    'cp .e* x',
    'git commit -v',
    'git add -p',
    'git -c core.pager=cat status',
    'git status -v',
    'cp .e* /dev/stdout',
    'cp .e* "$X"',
    'echo "$(cat .e*)"',
    'find . -exec cat {} +',
    'cat .e*',
    'tar cf - .',
    'diff a b',
    'printf %s "$(< .env)"',
    'node -p 1',
  ])('not: %s', (line) => {
    expect(showsNoContent(line, undefined)).toBe(false)
  })
})
