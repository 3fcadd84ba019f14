/** Reads from a push what it would change: the references with their commits, and the number of objects. */
import { GIT_REFS_SHOWN } from '../limits.ts'
import type { PushContent, PushedRef } from '../protocol/permission-requests.ts'
import { isEncoded, type Header } from './headers.ts'
import { linesToFlush } from './pkt-lines.ts'

const UNREADABLE: PushContent = { type: 'unreadable' }
const NO_OBJECT = /^0+$/
const REF_NAME_CHARS = 200

export function readPush(body: Uint8Array | undefined, headers: readonly Header[]): PushContent {
  if (body === undefined || isEncoded(headers)) return UNREADABLE
  const section = linesToFlush(body, 0)
  if (section === undefined) return UNREADABLE
  const [first = '', features = ''] = section.lines[0]?.split('\0') ?? []
  const commands = [first, ...section.lines.slice(1)].filter((line) => !line.startsWith('shallow '))
  const refs = commands.map(readCommand).filter((ref) => ref !== undefined)
  if (refs.length === 0 || refs.length < commands.length) return UNREADABLE
  const options = features.split(' ').includes('push-options') ? linesToFlush(body, section.end) : section
  if (options === undefined) return UNREADABLE
  const pack = body.subarray(options.end)
  const objects = objectsIn(pack)
  if (objects === undefined && (pack.length > 0 || refs.some(({ change }) => change !== 'deleted')))
    return UNREADABLE
  return {
    type: 'refs',
    refs: refs.slice(0, GIT_REFS_SHOWN),
    more: Math.max(0, refs.length - GIT_REFS_SHOWN),
    objects: objects ?? 0,
    bytes: pack.length,
  }
}

function readCommand(line: string): PushedRef | undefined {
  const [, before = '', after = '', name = ''] =
    /^([0-9a-f]{40}|[0-9a-f]{64}) ([0-9a-f]{40}|[0-9a-f]{64}) ([^\0]+)$/.exec(line) ?? []
  const isNew = NO_OBJECT.test(before)
  const isGone = NO_OBJECT.test(after)
  if (name === '' || (isNew && isGone)) return undefined
  const change = isNew ? 'created' : isGone ? 'deleted' : 'updated'
  const text = new TextDecoder().decode(Uint8Array.from(name, (char) => char.charCodeAt(0)))
  const shown =
    text.length > REF_NAME_CHARS ? `${text.slice(0, REF_NAME_CHARS)}… (${text.length} characters)` : text
  return { change, name: shown, before, after }
}

/** As the pack says itself; undefined when it is none. */
function objectsIn(pack: Uint8Array): number | undefined {
  if (pack.length < 12) return undefined
  const view = new DataView(pack.buffer, pack.byteOffset, pack.byteLength)
  const isPack = view.getUint32(0) === 0x5041434b && /^[23]$/.test(String(view.getUint32(4)))
  return isPack ? view.getUint32(8) : undefined
}
