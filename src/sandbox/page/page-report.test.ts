import { describe, expect, it } from 'vitest'
import { isPageGoMessage, isPageReport } from './page-report.ts'

const place = { type: 'vivarium-page-place', address: '/', canGoBack: false, canGoForward: true }

describe('what a page says', () => {
  it.each([
    { type: 'vivarium-page-started' },
    { type: 'vivarium-page-health', isEmpty: true },
    { type: 'vivarium-page-lines', lines: [], dropped: 0 },
    { type: 'vivarium-page-lines', lines: [{ level: 'warn', text: 'x', at: '/a.js:1:2' }], dropped: 3 },
    place,
    { ...place, port: 3000 },
  ])('is heard: %j', (message) => expect(isPageReport(message)).toBe(true))

  it.each([
    undefined,
    'vivarium-page-started',
    { type: 'other' },
    { type: 'vivarium-page-health', isEmpty: 'no' },
    { type: 'vivarium-page-lines', lines: 'text', dropped: 0 },
    { type: 'vivarium-page-lines', lines: [{ level: 'fatal', text: 'x' }], dropped: 0 },
    { type: 'vivarium-page-lines', lines: [{ level: 'error', text: { toString: 1 } }], dropped: 0 },
    { type: 'vivarium-page-lines', lines: [{ level: 'error', text: 'x', at: 1 }], dropped: 0 },
    { type: 'vivarium-page-lines', lines: [], dropped: -1 },
    { type: 'vivarium-page-lines', lines: [], dropped: Number.NaN },
    { ...place, port: '3000' },
    { ...place, address: 1 },
    { ...place, canGoBack: undefined },
  ])('is passed over: %j', (message) => expect(isPageReport(message)).toBe(false))

  it('and what it is told', () => {
    expect(isPageGoMessage({ type: 'vivarium-page-go', direction: 'back' })).toBe(true)
    expect(isPageGoMessage({ type: 'vivarium-page-go', direction: -1 })).toBe(false)
  })
})
