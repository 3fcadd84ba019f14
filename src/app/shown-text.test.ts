import { expect, it } from 'vitest'
import { shownName, shownText } from './shown-text.ts'

it('shows a name in one line and in its own order', () => {
  expect(shownName('a\nb\tc')).toBe('a␊b␉c')
  expect(shownName('evil\u202egnp.exe')).toBe('evil[U+202E]gnp.exe')
  expect(shownName('two\u2028lines\u200b.ts\x7f\x9b')).toBe('two[U+2028]lines[U+200B].ts␡�')
})

it('shows what hides a part of a text, and leaves lines, tabs, letters and emoji as they are', () => {
  expect(shownText('if (a) {\u2066 // \u2069}\n\treturn\r\n')).toBe(
    'if (a) {[U+2066] // [U+2069]}\n\treturn␍\n',
  )
  expect(shownText('ls \x1b[8m; rm -rf ~\x1b[0m')).toBe('ls ␛[8m; rm -rf ~␛[0m')
  expect(shownText('שלום عربى हिन्दी 👩‍👩‍👧 ünï')).toBe('שלום عربى हिन्दी 👩‍👩‍👧 ünï')
})
