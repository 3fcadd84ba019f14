import { expect, it } from 'vitest'
import { parseAddress, sessionAddress, sharedAddress } from './address.ts'

it('reads every address of the surface', () => {
  const read = (path: string) => parseAddress(`http://localhost:5173${path}`)
  expect(read('/')).toEqual({ kind: 'last' })
  expect(read('/#session=a%2Fb')).toEqual({ kind: 'session', id: 'a/b' })
  expect(read('/#session=a&at=12')).toEqual({ kind: 'session', id: 'a', at: 12 })
  expect(read('/#session=a&at=x')).toEqual({ kind: 'session', id: 'a' })
  expect(read('/?prompt=fix%20it%0Aplease')).toEqual({ kind: 'prompt', text: 'fix it\nplease' })
  expect(read('/?zip=https://example.org/a.zip')).toEqual({ kind: 'zip', url: 'https://example.org/a.zip' })
  expect(read('/#demo=first')).toEqual({ kind: 'demo', id: 'first' })
  expect(read('/#s=abc-_9')).toEqual({ kind: 'shared', payload: 'abc-_9' })
  expect(read('/#share=https://x&k=y')).toEqual({ kind: 'stored', url: 'https://x', key: 'y' })
})

it('carries a recording in the fragment, which no server is sent', () => {
  const address = new URL(sharedAddress('https://vivarium.example', '1ab_-'))
  expect([address.pathname, address.search]).toEqual(['/', ''])
  expect(parseAddress(address.href)).toEqual({ kind: 'shared', payload: '1ab_-' })
})

it('leads back to the session it was made for', () => {
  const read = (address: string) => parseAddress(new URL(address, 'http://localhost').href)
  expect(read(sessionAddress('a/b#c'))).toEqual({ kind: 'session', id: 'a/b#c' })
  expect(read(sessionAddress('a', 7))).toEqual({ kind: 'session', id: 'a', at: 7 })
})
