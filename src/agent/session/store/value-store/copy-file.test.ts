/** A copy of small values is read as it was written, or not at all. */
import { describe, expect, it } from 'vitest'
import { copyBytes, readCopy, textOfValue } from './copy-file.ts'
import type { CopiedValues } from './copy-file.ts'

const OWNER = { origin: 'https://app.example', database: 'vivarium-test' }

function bytesOf(values: Readonly<Record<string, unknown>>, named: Readonly<Record<string, string>> = {}) {
  const texts = Object.entries(values).map(([key, value]): [string, string] => {
    const text = textOfValue(value)
    if (text === undefined) throw new Error(`${key} is no data`)
    return [key, text]
  })
  return copyBytes(OWNER, new Map(texts), new Map(Object.entries(named)))
}

function readBack(bytes: Uint8Array): CopiedValues {
  const read = readCopy(bytes, OWNER)
  if (typeof read === 'string') throw new Error(read)
  return read
}

const VALUES = {
  settings: { model: 'm', limits: { run: 0, day: 2.5 }, list: [1, null, 'ä\u2028"\\'], on: true },
  undefined: { a: undefined },
  bytes: { data: Uint8Array.from({ length: 300 }, (_, at) => at % 256), mode: 0o755 },
  part: Uint8Array.of(1, 2, 3, 4).subarray(1, 3),
  buffer: Uint8Array.of(9, 0, 255).buffer,
  map: new Map([['path', { base: null, hash: 'h' }]]),
  date: new Date(1234),
  numbers: [NaN, Infinity, -0, 2 ** 60],
  empty: '',
  '__proto__ ': JSON.parse('{"a": 1}'),
}

describe('a copy of small values', () => {
  it('has every kind of value that a database has', () => {
    const { values, named } = readBack(bytesOf(VALUES, { key: 'anthropic', hidden: '' }))
    expect(Object.fromEntries(values)).toEqual(VALUES)
    expect(Object.is((values.get('numbers') as number[])[2], -0)).toBe(true)
    expect(named).toEqual(
      new Map([
        ['key', 'anthropic'],
        ['hidden', ''],
      ]),
    )
    expect(readBack(bytesOf({}))).toEqual({ values: new Map(), named: new Map() })
  })

  it('has eight megabytes, byte for byte', () => {
    const data = Uint8Array.from({ length: 8 * 1024 * 1024 }, (_, at) => (at * 31) % 251)
    const read = readBack(bytesOf({ data })).values.get('data')
    expect(read instanceof Uint8Array && read.every((byte, at) => byte === data[at])).toBe(true)
    expect(read).toHaveLength(data.length)
  })

  it('has no value that is no data, wherever it stands in another', async () => {
    const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt'])
    for (const value of [key, { former: [{ key }] }, new Map([['handle', key]]), () => 1, Symbol('x')])
      expect(textOfValue(value)).toBeUndefined()
  })

  it('is torn wherever it is cut off, and when any bit has changed', () => {
    const whole = bytesOf({ a: 'some value', b: Uint8Array.of(1, 2, 3) }, { c: 'name' })
    for (let size = 0; size < whole.length; size += 1)
      expect({ size, read: readCopy(whole.subarray(0, size), OWNER) }).toEqual({ size, read: 'torn' })
    for (let at = 8; at < whole.length; at += 1) {
      const changed = whole.slice()
      changed[at] = Number(changed[at]) ^ 1
      expect({ at, read: readCopy(changed, OWNER) }).toEqual({ at, read: 'torn' })
    }
    expect(readCopy(new Uint8Array([...whole, 0]), OWNER)).toBe('torn')
  })

  it('of a later version, another origin or database, or another kind of file is not read', () => {
    const whole = bytesOf({ a: 1 })
    const newer = whole.slice()
    newer[7] = 2
    expect(readCopy(newer, OWNER)).toBe('newer')
    expect(readCopy(whole, { ...OWNER, origin: 'https://other.example' })).toBe('foreign')
    expect(readCopy(whole, { ...OWNER, database: 'vivarium-other' })).toBe('foreign')
    expect(readCopy(new TextEncoder().encode('{"a": "text of somebody"}'), OWNER)).toBe('foreign')
    expect(readCopy(new Uint8Array(1024), OWNER)).toBe('foreign')
  })
})
