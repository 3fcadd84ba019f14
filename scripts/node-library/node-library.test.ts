import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { patch, PATCHES } from './patches.mjs'
import { checksum, cutSources } from './sources.mjs'
import { stripComments } from './strip-comments.mjs'

it('cuts sources out of a file and tells them from others', () => {
  const file = Buffer.concat([Buffer.from('xxabcé', 'latin1'), Buffer.from('€', 'utf16le')])
  const sources = cutSources(file, { a: [2, 4], b: [6, 2, 'utf16le'] })
  expect([...sources]).toEqual([
    ['a', 'abcé'],
    ['b', '€'],
  ])
  expect(checksum(sources)).not.toBe(checksum(new Map([...sources, ['a', 'abc']])))
})

it('removes comments and keeps lines, text and templates', () => {
  const source = `'use strict'; // one\n/* two\nthree */ const a = '// no'; const b = \`/* no */\`\nreturn a/* x */b`
  expect(stripComments(source.replace('return a/* x */b', 'return a/* x */+b'), '')).toBe(
    `'use strict';\n\n const a = '// no'; const b = \`/* no */\`\nreturn a +b`.replace(
      `'use strict';\n`,
      `'use strict';  \n`,
    ),
  )
})

it('fails when a patched text is not there exactly once', () => {
  const [{ from, to }] = PATCHES['internal/modules/esm/formats'] ?? []
  expect(patch('internal/modules/esm/formats', `a\n${from}\nb`)).toBe(`a\n${to}\nb`)
  expect(() => patch('internal/modules/esm/formats', 'other')).toThrow('does not apply')
  expect(() => patch('internal/modules/esm/formats', from + from)).toThrow('does not apply')
})

it('pins the version that the bindings were dumped from', () => {
  const pinned = JSON.parse(readFileSync(new URL('sources.json', import.meta.url), 'utf8'))
  const skeleton = JSON.parse(
    readFileSync(new URL('../../src/sandbox/embedded/node/bindings/skeleton.json', import.meta.url), 'utf8'),
  )
  expect(skeleton.version).toBe(pinned.version)
})
