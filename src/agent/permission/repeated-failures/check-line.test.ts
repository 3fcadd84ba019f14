/** The check in a command line, and whether the exit code is its own. */
import { describe, expect, it } from 'vitest'
import { checkLine } from './check-line.ts'

const proofs = (command: string) => {
  const line = checkLine(command)
  return line === undefined
    ? 'no check'
    : [
        line.names.join(' + '),
        line.zeroIsPass ? '0' : '',
        line.otherIsFailure ? '1' : '',
        line.isFiltered ? 'filtered' : '',
      ]
        .filter((word) => word !== '')
        .join(' ')
}

describe('a check in a command line', () => {
  it.each([
    ['npm test', 'npm test 0 1'],
    ['cd packages/a && npm test', 'npm test 0 1'],
    ['CI=1 timeout 60 npx -y jest@29 src', 'npx -y jest@29 src 0 1'],
    ['npm test > out.txt 2>&1', 'npm test 0 1 filtered'],
    ['bash -c "npm test | tail -5"', 'npm test'],
    ['bash -o pipefail -c "npm test | tail -5"', 'npm test 0 1'],
    ['npm test 2>&1 | tail -40', 'npm test'],
    ['npm test 2>&1 | tee log | tail -40', 'npm test'],
    ['npx jest --silent | grep -c passed', 'npx jest --silent filtered'],
    ['set -o pipefail; npm test 2>&1 | tail -40', 'npm test 0 1'],
    ['set -euo pipefail\nnpm test | tail -40\necho done', 'npm test 0 1'],
    ['set -o pipefail && npm test | grep -v ok', 'npm test 0 filtered'],
    ['npm test || true', 'npm test 1'],
    ['npm test || exit 1', 'npm test 1'],
    ['npm test; echo done', 'npm test'],
    ['npm test && echo done', 'npm test 0 1'],
    ['npm test && git commit -am x', 'npm test 0'],
    ['npm ci && npm test', 'npm test 0'],
    ['npm ci; npm test', 'npm test 0 1'],
    ['npm run lint && npm test', 'npm run lint + npm test 0 1'],
    ['npm run lint; npm test', 'npm run lint + npm test 1'],
    ['npm test &', 'npm test'],
    ['! npm test', 'npm test'],
    ['(cd a; npm test)', 'npm test 0 1'],
    ['if npm test; then echo good; fi', 'npm test filtered'],
    [
      'for f in a b; do node --test $f.test.js; done',
      'node --test a.test.js + node --test b.test.js filtered',
    ],
    ['out=$(npm test 2>&1); echo "$out"', 'npm test filtered'],
    ['npx jest $FILES', 'npx jest … 0 1'],
  ])('%s: %s', (command, expected) => {
    expect(proofs(command)).toBe(expected)
  })

  it.each([
    'npm run tests-only',
    'npm run -s test:unit',
    'npm --prefix web run test',
    'npm run ci:lint',
    'yarn tests-only',
    'yarn workspace web test',
    'pnpm -r --filter web test',
    'pnpm vitest run',
    'npm exec -- mocha',
    'node_modules/.bin/jest',
    'node ./node_modules/vitest/vitest.mjs run',
    'node --test --test-reporter=tap test/*.js',
    'node test/all.js',
    'node sum.test.js',
    'npx tsx --test a.test.ts',
    'npx c8 node --test',
    'python3 -m pytest -q',
    'uv run pytest',
    'python tests/run.py',
    'go test ./...',
    'cargo test',
    'make test',
    'make -j2 check',
    './gradlew :app:test',
    'deno test -A',
    'bun test',
  ])('is %s', (command) => {
    expect(checkLine(command)?.otherIsFailure).toBe(true)
  })

  it.each([
    'npm install',
    'npm run dev',
    'npm run latest',
    'node server.js',
    'node contest.js',
    'node -e "test()"',
    'npx jest --version',
    'npx playwright test --list',
    'cat test.txt',
    'echo npm test',
    'exit 1 # npm test',
    'grep -rn "npm test" .',
    'git commit -m "npm test passes"',
    'make install',
    'go run .',
    'npm test "',
  ])('is not %s', (command) => {
    expect(proofs(command)).toBe('no check')
  })
})
