import v8 from 'node:v8'
import { expect, it } from 'vitest'
import type { NodeContext } from '../../context.ts'
import { serdes } from './serdes.ts'

interface Codec {
  readonly Serializer: new () => {
    writeHeader(): void
    writeValue(value: unknown): boolean
    releaseBuffer(): Uint8Array
  }
  readonly Deserializer: new (bytes: Uint8Array) => { readHeader(): boolean; readValue(): unknown }
}

function codec(): Codec {
  const binding: Record<string, unknown> = {}
  // Only the prototype of results is asked for.
  serdes({ bufferPrototype: Uint8Array.prototype } as unknown as NodeContext, binding)
  return binding as unknown as Codec
}

function cyclic(): object {
  const object: { self?: unknown; list: unknown[] } = { list: [] }
  object.self = object
  object.list.push(object.list)
  return object
}

/** With a getter that writing must not call: it is no property of the object's own. */
class Lazy {
  readonly name = 'lazy'

  get then(): never {
    throw new Error('The getter was called.')
  }
}

function sparse(): unknown[] {
  const array: unknown[] = [1]
  array[2] = 3
  return array
}

const VALUES = {
  primitives: [
    undefined,
    null,
    true,
    false,
    0,
    -0,
    1.5,
    NaN,
    -Infinity,
    2 ** 31,
    '',
    'text',
    'ü€😀',
    10n,
    -(2n ** 70n),
  ],
  collections: [
    sparse(),
    { 5: 'five', a: { b: [] } },
    new Map<unknown, unknown>([[{}, new Set([1])]]),
    new Date(5),
    /x+/giu,
  ],
  cycle: cyclic(),
  binary: [new ArrayBuffer(3), new Uint16Array([1, 2]), new DataView(new ArrayBuffer(2))],
  boxed: [Object(1), Object('s'), Object(true), Object(3n)],
}

it.each(Object.entries(VALUES))(
  'writes what the engine reads, and reads what it writes: %s',
  (_name, value) => {
    const { Serializer, Deserializer } = codec()
    const serializer = new Serializer()
    serializer.writeHeader()
    serializer.writeValue(value)
    const ours = serializer.releaseBuffer()
    const native = new v8.Serializer()
    native.writeHeader()
    native.writeValue(value)
    const theirs = native.releaseBuffer()
    expect(new v8.Deserializer(ours).readHeader()).toBe(true)
    const read = (reader: { readHeader(): boolean; readValue(): unknown }) => {
      reader.readHeader()
      return reader.readValue()
    }
    expect(read(new v8.Deserializer(ours))).toEqual(value)
    expect(read(new Deserializer(new Uint8Array(theirs)))).toEqual(value)
  },
)

it('reads no inherited property, as natively', () => {
  const { Serializer } = codec()
  const serializer = new Serializer()
  serializer.writeHeader()
  serializer.writeValue(new Lazy())
  const bytes = serializer.releaseBuffer()
  expect(v8.deserialize(bytes)).toEqual({ name: 'lazy' })
  expect([...bytes]).toEqual([...v8.serialize(new Lazy())])
})

it('refuses a key that is neither text nor a number, as natively', () => {
  const { Deserializer } = codec()
  const bytes = Uint8Array.of(0xff, 15, ...Buffer.from('oT_{'), 1)
  const deserializer = new Deserializer(bytes)
  deserializer.readHeader()
  const message = 'Unable to deserialize cloned data.'
  expect(() => deserializer.readValue()).toThrow(message)
  expect(() => void v8.deserialize(bytes)).toThrow(message)
})

it('refuses what cannot be cloned and what is cut off', () => {
  const { Serializer, Deserializer } = codec()
  expect(() => new Serializer().writeValue(() => undefined)).toThrow('could not be cloned')
  expect(() => new Deserializer(Uint8Array.of(0xff, 15, 0x22, 5, 0x61)).readValue()).toThrow()
})
