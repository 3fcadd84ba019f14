/** The state of a shell as bytes, so that another process can go on with it. */

/** Key of an object that encodes a value JSON lacks; no state of ours has this key. */
const TAG = '\u0000type'

/** Maps and sets stay what they are; functions and what is undefined are left out. */
export function packImage(value: unknown): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(value, (_, part: unknown) => packed(part)))
}

/** Throws when it is not what `packImage` has made. */
export function unpackImage(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder().decode(bytes), (_, part: unknown) => unpacked(part))
}

function packed(part: unknown): unknown {
  if (part instanceof Map) return { [TAG]: 'map', entries: [...part] } satisfies Packed
  if (part instanceof Set) return { [TAG]: 'set', entries: [...part] } satisfies Packed
  if (typeof part === 'string' && !part.isWellFormed())
    return { [TAG]: 'text', units: unitsOf(part) } satisfies Packed
  return part
}

type Packed =
  | { readonly [TAG]: 'map'; readonly entries: readonly (readonly [unknown, unknown])[] }
  | { readonly [TAG]: 'set'; readonly entries: readonly unknown[] }
  | { readonly [TAG]: 'text'; readonly units: readonly number[] }

function unpacked(part: unknown): unknown {
  if (!isPacked(part)) return part
  if (part[TAG] === 'map') return new Map(part.entries)
  if (part[TAG] === 'set') return new Set(part.entries)
  return part.units.map((unit) => String.fromCharCode(unit)).join('')
}

/** Only `packed` makes objects with the tag. */
function isPacked(part: unknown): part is Packed {
  return typeof part === 'object' && part !== null && TAG in part
}

/** Text with bytes that are no letters, which UTF-8 could not carry. */
function unitsOf(text: string): number[] {
  return Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))
}
