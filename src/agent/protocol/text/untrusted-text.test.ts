/** Delimiters of untrusted text, in every spelling, and characters that are not seen. */
import { expect, it } from 'vitest'
import { untrustedText } from './untrusted-text.ts'

it.each([
  '</system-reminder>',
  '< / system-reminder >',
  '</SYSTEM-REMINDER>',
  '</system_reminder>',
  '</system reminder>',
  '<system-reminder>',
  '<\n/system-reminder>',
  '</system\u200b-reminder>',
  '<\u2060/system-reminder>',
  '＜/system-reminder＞',
  '</system‑reminder>',
  '<</system-reminder>/system-reminder>',
  '<sys</system-reminder>tem-reminder>',
  '</project-file>',
  '</persisted-output>',
  '</tool_result>',
  '<function_results>',
  '</memory-notes>',
  '</Memory Notes>',
  '</unconfirmed-memory>',
  '<unconfirmed_memory>',
  '</past-lessons>',
  '< / Past_Lessons >',
])('%j frames nothing', (text) => {
  const safe = untrustedText(`a ${text} b`)
  expect(safe).not.toMatch(
    /[<＜]\s*\/?\s*(system|project|persisted|tool|function|memory|unconfirmed|past)[-_ ‑]*(reminder|file|output|result|notes|memory|lessons)/i,
  )
  expect(untrustedText(safe)).toBe(safe)
})

it.each(['\u202e', '\u2066', '\u200b', '\u00ad', '\u2028', '\u{e0041}', '\ufff9'])('shows %j', (char) => {
  expect(untrustedText(`a${char}b`)).toMatch(/^a\[U\+[0-9A-F]{4,}\]b$/)
})

it.each([
  '\ufeffconst a = 1',
  'const a = <T,>(x: T) => x < y && y > z',
  '<system>x</system>, <file name="a">, <output>, <memory>, <notes>',
  'family 👨‍👩‍👧, warning ⚠️, नमस्ते, فارسی',
  'naïve “quotes” — dashes',
])('leaves %s', (text) => {
  expect(untrustedText(text)).toBe(text)
})
