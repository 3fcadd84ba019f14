import { expect, test } from 'vitest'
import { parseInvocation, type Invocation } from './invocation.ts'

const cases: readonly (readonly [argv: readonly string[], invocation: Invocation])[] = [
  [['sh', '-c', 'npm test'], { type: 'command', script: 'npm test', name: 'sh', args: [], setup: '' }],
  [
    ['bash', '-c', 'echo $0 $1', 'zero', 'one'],
    { type: 'command', script: 'echo $0 $1', name: 'zero', args: ['one'], setup: '' },
  ],
  [
    ['bash', '-euo', 'pipefail', '-c', 'x'],
    { type: 'command', script: 'x', name: 'bash', args: [], setup: 'set -e -u -o pipefail;' },
  ],
  [['bash', '-lc', 'x'], { type: 'command', script: 'x', name: 'bash', args: [], setup: '' }],
  [['bash', 's.sh', '-x', 'a'], { type: 'file', path: 's.sh', args: ['-x', 'a'], setup: '' }],
  [['bash', '-x', '--', '-s.sh'], { type: 'file', path: '-s.sh', args: [], setup: 'set -x;' }],
  [['sh'], { type: 'stdin', args: [], setup: '' }],
  [['sh', '-s', 'a', 'b'], { type: 'stdin', args: ['a', 'b'], setup: '' }],
  [['bash', '--version'], { type: 'version' }],
  [['sh', '-c'], { type: 'error', message: 'sh: -c: option requires an argument' }],
  [['sh', '-Z', 'x'], { type: 'error', message: 'sh: -Z: invalid option' }],
  [['sh', '--nope'], { type: 'error', message: 'sh: --nope: invalid option' }],
  [['sh', '-o', 'a;rm', 'x'], { type: 'error', message: 'sh: -o: option requires a name' }],
]

test.each(cases)('%j', (argv, invocation) => {
  expect(parseInvocation(argv)).toEqual(invocation)
})
