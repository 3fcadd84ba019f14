import { expect, it } from 'vitest'
import { rememberedText } from './remember-line.ts'

it.each([
  ['# Port 4000', 'Port 4000'],
  ['#Port 4000', 'Port 4000'],
  ['#\tPort 4000  \n', 'Port 4000'],
  ['# # Port', '# Port'],
  ['#🦊', '🦊'],
])('takes %j as %j', (message, text) => {
  expect(rememberedText(message)).toBe(text)
})

it.each(['', '#', '#  ', '##', '## Title', '# Title\nText', ' # Title', '\\# Title', 'a # b', '#\nText'])(
  'takes %j as a message',
  (message) => {
    expect(rememberedText(message)).toBeUndefined()
  },
)

it('takes a huge line in no time', () => {
  const line = ' '.repeat(200_000)
  expect(rememberedText(`#${line}`)).toBeUndefined()
  expect(rememberedText(`#${line}x`)).toBe('x')
})
