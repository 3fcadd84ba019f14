import { describe, expect, it } from 'vitest'
import { findTarget, isHostOf, servedAddress, wireTarget } from './preview-target.ts'

const ORIGIN = 'http://localhost:5174'

describe('addresses of the preview', () => {
  it('name a session and a file', () => {
    expect([
      findTarget(`${ORIGIN}/preview/s1/a%20b/%C3%A9.html?x=1#y`, undefined),
      findTarget(`${ORIGIN}/preview/s1/`, undefined),
      findTarget(`${ORIGIN}/preview/s1`, undefined),
      findTarget(`${ORIGIN}/preview//x`, undefined),
      findTarget(`${ORIGIN}/preview/s1/%`, undefined),
      findTarget(`${ORIGIN}/assets/x.js`, `${ORIGIN}/host.html?session=s1`),
    ]).toEqual([
      { session: 's1', path: '/a b/é.html' },
      { session: 's1', path: '/' },
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('belong to the page that asks by an absolute path, on its own origin', () => {
    const page = `${ORIGIN}/preview/s1/dist/index.html`
    expect([
      findTarget(`${ORIGIN}/assets/x.js`, page),
      findTarget('http://elsewhere.example/x.js', page),
      findTarget(`${ORIGIN}/preview/s2/x.js`, page),
    ]).toEqual([
      { session: 's1', path: '/assets/x.js', page: '/dist/index.html' },
      undefined,
      { session: 's2', path: '/x.js' },
    ])
  })

  it('name a port and a path of what a program serves, and its pages ask only there', () => {
    const page = `${ORIGIN}/preview/s1:3000/a/b.html`
    expect([
      findTarget(`${ORIGIN}/preview/s1:3000/a%20b?x=1`, undefined),
      findTarget(`${ORIGIN}/api/x`, page),
      findTarget(`${ORIGIN}/preview/s1:x/`, undefined),
      findTarget(`${ORIGIN}/preview/:3000/`, undefined),
      findTarget(`${ORIGIN}/preview/s1:123456/`, undefined),
    ]).toEqual([
      { session: 's1', port: 3000, path: '/a b' },
      { session: 's1', port: 3000, path: '/api/x' },
      undefined,
      undefined,
      undefined,
    ])
    expect(wireTarget(`${ORIGIN}/preview/s1:3000/a%20b?x=%31`)).toBe('/a%20b?x=%31')
    expect(wireTarget(`${ORIGIN}/api/x?y`)).toBe('/api/x?y')
    expect(servedAddress(new URL('http://127.0.0.1:8080/x?y#z'), 's1')).toBe('/preview/s1:8080/x?y#z')
    expect(servedAddress(new URL('https://example.org/'), 's1')).toBeUndefined()
  })

  it('are answered by the host page of exactly that session', () => {
    expect([
      isHostOf(`${ORIGIN}/host.html?app=x&session=s1`, 's1'),
      isHostOf(`${ORIGIN}/host.html?app=x&session=s12`, 's1'),
      isHostOf(`${ORIGIN}/preview/s1/host.html?session=s1`, 's1'),
    ]).toEqual([true, false, false])
  })
})
