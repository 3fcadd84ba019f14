/** Open files and unsaved text, stored in this browser for each session:
/** a reload, or the tab's end, loses no text. */
import { isRecord } from '../../../sandbox/page/fields.ts'
import { UNSAVED_CHARS } from '../../limits.ts'
import { readUnsaved, writeUnsaved } from '../../tab-storage.ts'
import { hasSecretValues } from './mask-env.ts'
import type { UnsavedText } from './open-file.svelte.ts'
import type { TextFile } from './text-file.ts'

export interface KeptFiles {
  readonly open: readonly string[]
  readonly active: string | undefined
  readonly texts: readonly UnsavedText[]
}

const NOTHING: KeptFiles = { open: [], active: undefined, texts: [] }

export function readKept(session: string): KeptFiles {
  const stored = readUnsaved(session)
  if (stored === undefined) return NOTHING
  try {
    return parseKept(JSON.parse(stored))
  } catch {
    return NOTHING // another version's, or cut: nothing of it can be shown
  }
}

/** Gives back the paths whose text is not kept: it found no room, or has values that belong in no storage of the browser. */
export function writeKept(session: string, { open, active, texts }: KeptFiles): readonly string[] {
  let room = UNSAVED_CHARS
  const fitting = texts.filter(({ path, text, base }) => {
    if (hasSecretValues(path)) return false
    const size = text.length + (base?.text.length ?? 0)
    if (size > room) return false
    room -= size
    return true
  })
  const isEmpty = open.length === 0 && texts.length === 0
  const stored = writeUnsaved(session, isEmpty ? undefined : JSON.stringify({ open, active, texts: fitting }))
  const kept = new Set(stored ? fitting.map(({ path }) => path) : [])
  return texts.map(({ path }) => path).filter((path) => !kept.has(path))
}

function parseKept(value: unknown): KeptFiles {
  if (!isRecord(value)) return NOTHING
  const { open, active, texts } = value
  return {
    open: Array.isArray(open) ? open.filter((path) => typeof path === 'string') : [],
    active: typeof active === 'string' ? active : undefined,
    texts: Array.isArray(texts) ? texts.flatMap(parseText) : [],
  }
}

function parseText(value: unknown): UnsavedText[] {
  if (!isRecord(value)) return []
  const { path, text, base } = value
  if (typeof path !== 'string' || typeof text !== 'string') return []
  return [{ path, text, base: parseFile(base) }]
}

function parseFile(value: unknown): TextFile | undefined {
  if (!isRecord(value) || typeof value.text !== 'string' || !isRecord(value.format)) return undefined
  const { bom, lineEnd, mixed } = value.format
  return {
    text: value.text,
    format: { bom: bom === true, lineEnd: lineEnd === '\r\n' ? '\r\n' : '\n', mixed: mixed === true },
  }
}
