import { expect, it } from 'vitest'
import { buildIn, configurationIn } from './build.ts'

const page = (build: string, sandbox = 'http://localhost:2') =>
  `<head><meta name="vivarium-sandbox-origin" content="${sandbox}" />
<meta name="vivarium-build" content="${build}" /><title>x</title></head>`

it('a page’s build is read from its text, where it has one', () => {
  expect(buildIn(page('0a1b2c'))).toBe('0a1b2c')
  expect(buildIn(page(''))).toBeUndefined()
  expect(buildIn('<h1>Bad gateway</h1>')).toBeUndefined()
})

it('pages of two builds are configured alike when the server has filled in the same', () => {
  expect(configurationIn(page('a'))).toBe(configurationIn(page('b')))
  expect(configurationIn(page('a'))).not.toBe(configurationIn(page('a', 'http://localhost:3')))
})
