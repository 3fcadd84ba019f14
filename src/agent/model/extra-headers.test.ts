import { describe, expect, it } from 'vitest'
import { parseHeaders } from './extra-headers.ts'

describe('extra headers', () => {
  it('are read from lines, whatever ends them, with colons in values', () => {
    const { headers, dropped } = parseHeaders('X-Team: research\r\n\r\nx-url:https://a:1/b\rX-Empty:\n')
    expect(headers).toEqual([
      ['x-team', 'research'],
      ['x-url', 'https://a:1/b'],
      ['x-empty', ''],
    ])
    expect(dropped).toEqual([])
  })

  it('that a browser would not send, or that are none, are named without their values', () => {
    const { headers, dropped } = parseHeaders(
      'Cookie: secret\nSec-Fetch-Mode: secret\nno colon secret\n: secret\nContent-Type: secret\nx y: secret\nX-A: sécret',
    )
    expect(headers).toEqual([])
    expect(dropped).toHaveLength(7)
    expect(dropped.join()).not.toMatch(/s[eé]cret/)
    expect(dropped[0]).toBe('The header "cookie" was left out: browsers set it themselves.')
  })
})
