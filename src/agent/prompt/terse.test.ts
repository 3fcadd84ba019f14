/** The rules of terse answers, told once, and again only when the wish changes. */
import { expect, it } from 'vitest'
import { terseChange } from './terse.ts'

it('says all rules with an example, and takes them back', () => {
  const text = terseChange(false, true) ?? ''
  for (const rule of [
    'Drop articles, filler (just, really, basically, actually, simply), pleasantries and hedging.',
    'Fragments are fine. Short synonyms.',
    'Technical terms stay exact. Code, commands, paths and names stay unchanged. Errors are quoted exactly.',
    'Shape: thing, action, reason, next step.',
    'Before: ',
    'After: ',
    'for security warnings',
  ])
    expect(text).toContain(rule)
  expect(terseChange(true, false)).toContain('no longer wants terse answers')
  expect([terseChange(false, false), terseChange(true, true)]).toEqual([undefined, undefined])
})
