import { describe, expect, it } from 'vitest'
import { CookieJar } from './cookie-jar.ts'

function jar(...stored: readonly (readonly [text: string, path?: string])[]) {
  const clock = { now: 1_000_000 }
  const cookies = new CookieJar(() => clock.now)
  for (const [text, path = '/'] of stored) cookies.store(text, { path })
  return { cookies, clock }
}

describe('cookies', () => {
  it('go back to the path that they are for, the nearest first, and take the place of those before', () => {
    const { cookies } = jar(
      ['a=1'],
      ['b=2; Path=/x'],
      ['c=3', '/x/y/page?q=/z'],
      ['a=4; Secure; SameSite=Lax'],
      ['d = "5" ;path=relative'],
    )
    expect(cookies.read('/')).toBe('a=4; d="5"')
    expect(cookies.read('/x?y')).toBe('b=2; a=4; d="5"')
    expect(cookies.read('/x/y/z')).toBe('c=3; b=2; a=4; d="5"')
    expect(cookies.read('/xy')).toBe('a=4; d="5"')
  })

  it('end when they are told to', () => {
    const { cookies, clock } = jar(
      ['a=1; Max-Age=10; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      ['b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT'],
      ['c=3'],
      ['c=; max-age=0'],
    )
    expect(cookies.read('/')).toBe('a=1')
    clock.now += 10_000
    expect(cookies.read('/')).toBe('')
  })

  it('of the program alone are hidden from pages, which cannot change them either', () => {
    const { cookies } = jar(['id=secret; HttpOnly'], ['theme=dark'])
    cookies.store('id=mine', { path: '/', isPage: true })
    cookies.store('own=1; HttpOnly', { path: '/', isPage: true })
    cookies.store('lang=en; path=/', { path: '/deep/page', isPage: true })
    expect(cookies.read('/', { isPage: true })).toBe('theme=dark; lang=en')
    expect(cookies.read('/')).toBe('id=secret; theme=dark; lang=en')
  })

  it('of other hosts, with line ends, too long or too many are not kept', () => {
    const { cookies } = jar(
      ['a=1; Domain=example.com'],
      ['b=2\r\nX: y'],
      ['='],
      [`c=${'x'.repeat(5000)}`],
      ['d=4; Domain=localhost'],
    )
    expect(cookies.read('/')).toBe('d=4')
    for (let count = 0; count < 200; count += 1) cookies.store(`n${count}=1`, { path: '/' })
    expect(cookies.read('/').split('; ')).toHaveLength(180)
  })
})
