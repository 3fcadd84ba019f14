import { expect, it } from 'vitest'
import { TEXT_FILE_BYTES } from '../limits.ts'
import { fileContent } from './file-content.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it('tells text, pictures, binary and too much apart', () => {
  expect(fileContent('a.ts', bytes('héllo'))).toEqual({ kind: 'text', text: 'héllo' })
  expect(fileContent('a.PNG', bytes('x'))).toEqual({ kind: 'image', data: bytes('x'), type: 'image/png' })
  expect(fileContent('a.bin', new Uint8Array([65, 0, 66]))).toEqual({ kind: 'binary', bytes: 3 })
  const large = new Uint8Array(TEXT_FILE_BYTES + 1).fill(65)
  expect(fileContent('a.txt', large)).toEqual({
    kind: 'too_large',
    bytes: large.length,
    limit: TEXT_FILE_BYTES,
  })
})
