import { expect, it } from 'vitest'
import { lastChars } from './output-text.ts'

it('drops terminal control sequences', () => {
  const text = '\x1b[1;32mok\x1b[0m\r\n\x1b]0;title\x07next'
  expect(lastChars([{ stream: 'stdout', text }])).toEqual({
    parts: [{ stream: 'stdout', text: 'ok\nnext' }],
    dropped: 0,
  })
})

it('shows a line that was written over as it was written last, and what hides something as what it is', () => {
  const shown = (text: string) => lastChars([{ stream: 'stdout', text }]).parts.map((part) => part.text)
  expect(shown('10 %\r50 %\rdone\r\nnext\r')).toEqual(['done\nnext'])
  expect(shown('rm\u202e -rf\x07')).toEqual(['rm[U+202E] -rf␇'])
})

it('keeps the end of a long output on the screen only, across its parts', () => {
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
