/** Archives of packages, made for tests. */
import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { writeTar, type TarEntry } from '../../shell/commands/archive/tar-format.ts'

const BASE = { mode: 0o644, mtimeMs: 0, target: '', owner: '0', group: '0', data: new Uint8Array(0) }

/** One entry of an archive; a file of that text where nothing else is said. */
export function entry(path: string, text = '', more: Partial<TarEntry> = {}): TarEntry {
  return { ...BASE, path, kind: 'file', data: new TextEncoder().encode(text), ...more }
}

export function archiveOf(entries: readonly TarEntry[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(writeTar(entries)))
}

export function integrityOf(bytes: Uint8Array): string {
  return `sha512-${createHash('sha512').update(bytes).digest('base64')}`
}
