/** Files dropped from outside, with their folders. */
import { fail, ok, type Result } from '../../../sandbox/contract/errors.ts'
import { UPLOAD_BYTES, UPLOAD_FILES } from '../../limits.ts'
import { formatBytes, formatNumber } from '../../ui/format.ts'
import type { UploadedFile } from './tree-edits.svelte.ts'
import { files as t } from '../../language/en/files.ts'

/** An archive or a recording alone is imported, not put in. */
export function isImport(transfer: DataTransfer): boolean {
  const [file, ...others] = transfer.files
  return others.length === 0 && file !== undefined && /\.(zip|vivarium)$/i.test(file.name)
}

/** Fails as a whole with `too_large` when it is more than can be put in at once. */
export async function droppedFiles(transfer: DataTransfer): Promise<Result<readonly UploadedFile[]>> {
  // The entries are gone after the first pause, so that all are taken before it.
  const items = [...transfer.items].filter(({ kind }) => kind === 'file')
  const entries = items.flatMap((item) => item.webkitGetAsEntry() ?? [])
  const found: { path: string; file: File }[] = []
  // Some sources have files and no entries.
  if (entries.length === 0)
    found.push(...items.flatMap((item) => item.getAsFile() ?? []).map((file) => ({ path: file.name, file })))
  const waiting = [...entries]
  for (let entry = waiting.shift(); entry; entry = waiting.shift()) {
    if (isDirectory(entry)) waiting.push(...(await childrenOf(entry)))
    else if (isFile(entry)) found.push({ path: entry.fullPath.replace(/^\//, ''), file: await fileOf(entry) })
    if (found.length > UPLOAD_FILES) return tooMuch(t.tooManyFiles(formatNumber(UPLOAD_FILES)))
  }
  const bytes = found.reduce((sum, { file }) => sum + file.size, 0)
  if (bytes > UPLOAD_BYTES) return tooMuch(t.tooManyBytes(formatBytes(bytes), formatBytes(UPLOAD_BYTES)))
  const read = async ({ path, file }: { path: string; file: File }) => ({
    path,
    data: new Uint8Array(await file.arrayBuffer()),
  })
  return ok(await Promise.all(found.map(read)))
}

function tooMuch(message: string): Result<never> {
  return fail('too_large', t.nothingPutIn(message), { hint: t.packAsZip })
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

function isFile(entry: FileSystemEntry): entry is FileSystemFileEntry {
  return entry.isFile
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}

/** They come in batches, until an empty one. */
async function childrenOf(directory: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = directory.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (batch.length === 0) return all
    all.push(...batch)
  }
}
