import { expect, it } from 'vitest'
import { parseAddress, sessionAddress } from './address.ts'

it('reads every address of the surface', () => {
  const read = (path: string) => parseAddress(`http://localhost:5173${path}`)
  expect(read('/')).toEqual({ kind: 'last' })
  expect(read('/#session=a%2Fb')).toEqual({ kind: 'session', id: 'a/b' })
  expect(read('/?prompt=fix%20it%0Aplease')).toEqual({ kind: 'prompt', text: 'fix it\nplease' })
  expect(read('/?zip=https://example.org/a.zip')).toEqual({ kind: 'zip', url: 'https://example.org/a.zip' })
  expect(read('/#demo=first')).toEqual({ kind: 'later', what: 'Demos' })
  expect(read('/#s=abc')).toEqual({ kind: 'later', what: 'Shared sessions' })
  expect(read('/#share=https://x&k=y')).toEqual({ kind: 'later', what: 'Shared sessions' })
})

it('leads back to the session it was made for', () => {
  const address = new URL(sessionAddress('a/b#c'), 'http://localhost')
  expect(parseAddress(address.href)).toEqual({ kind: 'session', id: 'a/b#c' })
})
