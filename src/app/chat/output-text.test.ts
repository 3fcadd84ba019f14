import { expect, it } from 'vitest'
import { lastChars } from './output-text.ts'

it('drops terminal control sequences', () => {
  const text = '\x1b[1;32mok\x1b[0m\r\n\x1b]0;title\x07next'
  expect(lastChars([{ stream: 'stdout', text }])).toEqual({
    parts: [{ stream: 'stdout', text: 'ok\nnext' }],
    dropped: 0,
  })
})

it('keeps the end of a long output on the screen only, across its parts (SE-05)', () => {
  const parts = [
    { stream: 'stdout', text: 'abc' },
    { stream: 'stderr', text: 'defg' },
  ] as const
  expect(lastChars(parts, 3)).toEqual({ parts: [{ stream: 'stderr', text: 'efg' }], dropped: 4 })
  expect(lastChars(parts, 5)).toEqual({
    parts: [
      { stream: 'stdout', text: 'c' },
      { stream: 'stderr', text: 'defg' },
    ],
    dropped: 2,
  })
})
