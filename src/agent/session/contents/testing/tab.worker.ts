/** A tab with contents in the origin's own files, which only a dedicated worker can write: stores texts, and reads them. */
import { IdbBlobStore } from '../blob-store.ts'
import { openDatabase } from '../../store/database.ts'
import { originPlace } from '../../journal/origin-place.ts'
import { blobOf, contentFiles } from '../test-support.ts'

export interface TabRequest {
  readonly database: string
  readonly place: string
  readonly put: readonly string[]
  readonly get: readonly string[]
}

export interface TabAnswer {
  /** Undefined where there is none. */
  readonly texts: readonly (string | undefined)[]
  readonly files: readonly string[]
  /** Packs that are in no file. */
  readonly unfiled: number
}

let open: Promise<IdbBlobStore> | undefined

async function answer(request: TabRequest): Promise<TabAnswer> {
  const place = await originPlace(request.place)
  if (!place) throw new Error('There are no files.')
  const database = await openDatabase({ name: request.database })
  open ??= Promise.resolve(new IdbBlobStore(database, undefined, contentFiles({ database, place })))
  const store = await open
  const put = await store.put(await Promise.all(request.put.map((text) => blobOf(text))))
  if (!put.ok) throw new Error(put.error.message)
  const hashes = await Promise.all(request.get.map(async (text) => (await blobOf(text)).hash))
  const read = await store.get(hashes)
  const rows = await database.getAll('packIndexes')
  return {
    texts: read.map((bytes) => bytes && new TextDecoder().decode(bytes)),
    files: await place.folder('packs').names(),
    unfiled: rows.filter((row) => !row.place).length,
  }
}

onmessage = ({ data }: MessageEvent<TabRequest>) => {
  answer(data).then(
    (told) => postMessage(told),
    (error: unknown) => postMessage(String(error)),
  )
}
