/** For tests of a clean-up: tabs with a store and a sandbox of their own, and sessions whose logs name their steps. */
import { expect } from 'vitest'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import type { EventOf } from '../../protocol/events.ts'
import { IdbBlobStore } from '../contents/blob-store.ts'
import type { ContentFiles } from '../contents/content-files.ts'
import { tabFiles } from '../contents/test-support.ts'
import type { ContentKind } from '../contents/test-support.ts'
import type { Database } from '../store/database.ts'
import { storeSession } from '../recording/store-session.ts'
import { ContentUse } from '../store/content-use.ts'
import { Storage } from './storage.ts'
import type { StorageOptions } from './storage.ts'

const tabs: Tab[] = []

/** After each test. */
export function closeTabs(): void {
  for (const tab of tabs.splice(0)) tab.close()
}

/** The parts of a tab that touch content: its store, and a real history in a sandbox of its own. */
export class Tab {
  readonly use: ContentUse
  readonly storage: Storage
  readonly store: IdbBlobStore
  readonly sandbox: Sandbox
  readonly files: ContentFiles | undefined

  constructor(database: Database, kind: ContentKind, holders: StorageOptions['holders'] = []) {
    this.use = new ContentUse({
      locks: navigator.locks,
      name: database.name,
      newId: () => crypto.randomUUID(),
    })
    this.files = tabFiles(kind, database)
    const { files } = this
    this.store = new IdbBlobStore(database, this.use, files)
    this.storage = new Storage({ database, use: this.use, files, holders })
    this.sandbox = createMemorySandbox({ blobStore: this.store })
    tabs.push(this)
  }

  async write(path: string, text: string): Promise<void> {
    const data = new TextEncoder().encode(text)
    const written = await this.sandbox.writeFile({ path: `${WORKSPACE_ROOT}/${path}`, data })
    expect(written.ok).toBe(true)
  }

  async checkpoint(): Promise<string> {
    const stored = await this.sandbox.checkpoint()
    if (!stored.ok) throw new Error(stored.error.message)
    return stored.value.root
  }

  /** As the end of its process ends it. */
  close(): void {
    this.use.close()
    this.files?.release()
  }
}

export const checkpointEvent = (root: string, seq: number): EventOf<'checkpoint'> => ({
  type: 'checkpoint',
  root,
  cause: 'user',
  seq,
  at: seq,
})

export async function keep(database: Database, id: string, roots: readonly string[], parent?: string) {
  await storeSession(
    { database },
    {
      id,
      title: id,
      events: roots.map((root, index) => checkpointEvent(root, index + 1)),
      then: { type: 'notice', level: 'info', text: 'kept' },
      now: 1,
      ...(parent === undefined ? {} : { parent }),
    },
  )
}

/** All files of a stored tree, read by a sandbox that knows nothing. */
export async function filesOf(
  database: Database,
  kind: ContentKind,
  root: string,
): Promise<Record<string, string>> {
  const sandbox = createMemorySandbox({
    blobStore: new IdbBlobStore(database, undefined, tabFiles(kind, database)),
  })
  const restored = await sandbox.restore(root)
  if (!restored.ok) throw new Error(restored.error.message)
  const files: Record<string, string> = {}
  const visit = async (path: string): Promise<void> => {
    const listed = await sandbox.list(path)
    if (!listed.ok) throw new Error(listed.error.message)
    for (const { name, kind } of listed.value) {
      const below = `${path}/${name}`
      if (kind === 'directory') await visit(below)
      else {
        const read = await sandbox.readFile(below)
        if (!read.ok) throw new Error(read.error.message)
        files[below.slice(WORKSPACE_ROOT.length + 1)] = new TextDecoder().decode(read.value)
      }
    }
  }
  await visit(WORKSPACE_ROOT)
  return files
}

export async function freed(tab: Tab): Promise<number> {
  const done = await tab.storage.cleanUp()
  if (!done.ok) throw new Error(done.error.message)
  return done.value.freedBytes
}

export const LARGE = 'x'.repeat(40_000)
