import { expect, it } from 'vitest'
import { INSTRUCTION_IMPORTS_NAMED, INSTRUCTION_MARKDOWN_CHARS } from '../../limits.ts'
import { lookingThrough } from './look-through.ts'

const FAULT = 'too long to search'

it('a text that is too long is told as it stands, and the next one that is short enough is searched', () => {
  const lookThrough = lookingThrough()
  const long = `@a.md\n\n<!-- x -->\n${'a'.repeat(INSTRUCTION_MARKDOWN_CHARS)}`
  expect(lookThrough(long)).toEqual({ text: long, imports: [], fault: FAULT })
  expect(lookThrough('@a.md\n\n<!-- x -->\nb')).toEqual({ text: '@a.md\n\nb', imports: ['a.md'] })
})

it('all texts together are searched as far as there is room, and one without any is none of it', () => {
  const lookThrough = lookingThrough()
  const half = `@a.md ${'a'.repeat(INSTRUCTION_MARKDOWN_CHARS / 2)}`
  const plain = 'a'.repeat(INSTRUCTION_MARKDOWN_CHARS * 2)
  expect([plain, half, half, 'b @b.md'].map((text) => lookThrough(text).fault)).toEqual([
    undefined,
    undefined,
    FAULT,
    undefined,
  ])
})

it('imports beyond what can be listed are passed over', () => {
  const lookThrough = lookingThrough()
  const many = Array.from({ length: INSTRUCTION_IMPORTS_NAMED - 1 }, (_, index) => `@${index}.md`).join(' ')
  expect(lookThrough(many).imports).toHaveLength(INSTRUCTION_IMPORTS_NAMED - 1)
  expect(lookThrough('@a.md @b.md').imports).toEqual(['a.md'])
  expect(lookThrough('@a.md').imports).toEqual([])
})
