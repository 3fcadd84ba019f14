import { expect, it } from 'vitest'
import { keepDeclarations } from './prompt-declarations.ts'

it('makes what a line declares global, and leaves what is within blocks, and what does not parse', () => {
  expect(
    [
      'const { a, b } = c',
      'let x; x = 1; const y = 2',
      'class A {}\nnew A()',
      'for (let i = 0; i < 2; i++) { const j = i }',
      'function f() { let z }',
      'const a =',
      'word.class',
    ].map(keepDeclarations),
  ).toEqual([
    'var { a, b } = c',
    'var x; x = 1; var y = 2',
    'var A = class A {};\nnew A()',
    'for (let i = 0; i < 2; i++) { const j = i }',
    'function f() { let z }',
    'const a =',
    'word.class',
  ])
})
