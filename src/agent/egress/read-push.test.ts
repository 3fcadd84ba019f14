import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { readPush } from './read-push.ts'

const OLD = '1'.repeat(40)
const NEW = '2'.repeat(40)
const NONE = '0'.repeat(40)
const PACK = `PACK\0\0\0\x02\0\0\0\x05${'x'.repeat(30)}`

function packet(text: string): string {
  return `${(text.length + 4).toString(16).padStart(4, '0')}${text}`
}

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}

function read(text: string, headers: readonly (readonly [string, string])[] = []) {
  return readPush(bytes(text), headers)
}

const UNREADABLE = { type: 'unreadable' }

it('says what becomes of each reference', () => {
  const commands =
    packet(`${OLD} ${NEW} refs/heads/main\0 report-status side-band-64k`) +
    packet(`${NONE} ${NEW} refs/heads/ne\xc3\xbc\n`) +
    packet(`${OLD} ${NONE} refs/tags/v1`)
  expect(read(`${commands}0000${PACK}`)).toEqual({
    type: 'refs',
    refs: [
      { change: 'updated', name: 'refs/heads/main', before: OLD, after: NEW },
      { change: 'created', name: 'refs/heads/neü', before: NONE, after: NEW },
      { change: 'deleted', name: 'refs/tags/v1', before: OLD, after: NONE },
    ],
    more: 0,
    objects: 5,
    bytes: 42,
  })
})

it('counts what it does not name, and shortens long names', () => {
  const many = Array.from({ length: 25 }, (_, at) => packet(`${NONE} ${NEW} refs/heads/b${at}`)).join('')
  expect(read(`${many}0000${PACK}`)).toMatchObject({ more: 5, refs: { length: 20 } })
  const long = read(`${packet(`${NONE} ${NEW} refs/heads/${'x'.repeat(5_000)}`)}0000${PACK}`)
  expect(long).toMatchObject({ refs: [{ name: `refs/heads/${'x'.repeat(189)}… (5011 characters)` }] })
})

it('only deletions bring no objects; options of a push stand before them', () => {
  expect(read(`${packet(`${OLD} ${NONE} refs/heads/a`)}0000`)).toMatchObject({ objects: 0, bytes: 0 })
  const withOptions = packet(`${OLD} ${NEW} refs/heads/a\0push-options`)
  expect(read(`${withOptions}0000${packet('ci.skip')}0000${PACK}`)).toMatchObject({ objects: 5 })
  expect(read(`${withOptions}0000${PACK}`)).toEqual(UNREADABLE)
})

it.each([
  ['nothing', ''],
  ['no lines', 'SECRET=1'],
  ['no command', '0000'],
  ['no end', packet(`${OLD} ${NEW} refs/heads/a`)],
  ['a cut line', '00ff1234'],
  ['no commits', `${packet('a b refs/heads/a')}0000${PACK}`],
  ['no change', `${packet(`${NONE} ${NONE} refs/heads/a`)}0000${PACK}`],
  ['another line', `${packet(`${OLD} ${NEW} refs/heads/a`)}${packet('push-cert x')}0000${PACK}`],
  ['no objects', `${packet(`${OLD} ${NEW} refs/heads/a`)}0000`],
  ['text in their place', `${packet(`${OLD} ${NEW} refs/heads/a`)}0000SECRET=1 and more of it`],
  ['text behind a deletion', `${packet(`${OLD} ${NONE} refs/heads/a`)}0000SECRET=1 and more of it`],
])('cannot be read: %s', (_, text) => {
  expect(read(text)).toEqual(UNREADABLE)
})

it('cannot be read where it is compressed, or said to be', () => {
  const body = `${packet(`${OLD} ${NEW} refs/heads/a`)}0000${PACK}`
  expect(read(body)).not.toEqual(UNREADABLE)
  expect(readPush(gzipSync(bytes(body)), [])).toEqual(UNREADABLE)
  expect(read(body, [['Content-Encoding', 'gzip']])).toEqual(UNREADABLE)
  expect(readPush(undefined, [])).toEqual(UNREADABLE)
})
