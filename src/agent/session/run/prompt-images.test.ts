import { expect, it } from 'vitest'
import { IMAGE_BYTES, PROMPT_IMAGES } from '../../limits.ts'
import { readImages } from './prompt-images.ts'

const image = (data = 'AAAA', media_type = 'image/png') => ({
  type: 'image',
  source: { type: 'base64', media_type, data },
})
const sees = { model: 'm', takesImages: true }

it('takes pictures as a request has them', () => {
  expect(readImages([image(), image('/+==', 'image/jpeg')], sees)).toMatchObject({ ok: true })
  expect(readImages([], { model: 'm', takesImages: false })).toEqual({ ok: true, value: [] })
})

it.each([
  ['text', /not as a request has them/],
  [[{ type: 'text', text: 'x' }], /not as a request has them/],
  [[image('AAAA', 'image/svg+xml')], /not as a request has them/],
  [[image('<svg onload=x>')], /not as a request has them/],
  [[{ ...image(), extra: 1 }], /not as a request has them/],
  [Array.from({ length: PROMPT_IMAGES + 1 }, () => image()), /can have 10 images; this one has 11/],
  [[image('A'.repeat(IMAGE_BYTES * 2))], /more than 3,750,000 bytes/],
])('refuses %#', (given, message) => {
  const read = readImages(given, sees)
  expect(read.ok ? '' : read.error.message).toMatch(message)
})

it('says when the model takes none, and what to do', () => {
  const read = readImages([image()], { model: 'small', takesImages: false })
  expect(read).toMatchObject({
    ok: false,
    error: { message: expect.stringContaining('"small" takes no images') },
  })
})
