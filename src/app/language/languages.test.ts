import { expect, it } from 'vitest'
import { languageOf } from './languages.ts'

it('takes what the person has chosen, and else the first of the browser’s languages that there is', () => {
  expect(languageOf('de', ['en-GB'])).toBe('de')
  expect(languageOf('en', ['de-DE'])).toBe('en')
  expect(languageOf('auto', ['de-AT', 'en'])).toBe('de')
  expect(languageOf('auto', ['fr-FR', 'DE', 'en'])).toBe('de')
  expect(languageOf('auto', ['en-US', 'de'])).toBe('en')
  expect(languageOf('auto', ['fr', 'constructor'])).toBe('en')
  expect(languageOf('auto', [])).toBe('en')
})
