/** A gate over a real sandbox in memory, with the store of accepted versions in memory. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { resolve } from '../../../sandbox/contract/path.ts'
import { NO_FACTS } from '../log/facts.ts'
import type { AcceptedVersion } from '../workspace/workspace-record.ts'
import { SteeringGate } from './steering-gate.ts'

export async function gateInTest(imported: Readonly<Record<string, string>> = {}) {
  const blobs = new MemoryBlobStore()
  const sandbox: Sandbox = createMemorySandbox({ blobStore: blobs })
  const root = async () => {
    const stored = await sandbox.checkpoint()
    if (!stored.ok) throw new Error(stored.error.message)
    return stored.value.root
  }
  /** As a program does. */
  const write = async (path: string, text: string, mode?: number) => {
    const data = new TextEncoder().encode(text)
    const done = await sandbox.writeFile({
      path: resolve(path),
      data,
      ...(mode === undefined ? {} : { mode }),
    })
    if (!done.ok) throw new Error(done.error.message)
  }
  const emptyRoot = await root()
  for (const [path, text] of Object.entries(imported)) await write(path, text)
  const facts = { ...NO_FACTS, openedRoot: Object.keys(imported).length === 0 ? undefined : await root() }
  const kept: AcceptedVersion[] = []
  const state = { facts, busy: false }
  const accepted = {
    accepted: () => Promise.resolve<readonly AcceptedVersion[]>(kept),
    accept: (versions: readonly AcceptedVersion[]) => Promise.resolve(void kept.push(...versions)),
  }
  const gate = new SteeringGate({
    sandbox: () => Promise.resolve(ok(sandbox)),
    blobs,
    accepted,
    facts: () => state.facts,
    emptyRoot: () => emptyRoot,
    busy: () => state.busy,
    onAccepted: () => undefined,
  })
  sandbox.subscribe((event) => event.type === 'files_changed' && gate.changes.noteFiles(event))
  const pending = async () => {
    const found = await gate.pending()
    if (!found.ok) throw new Error(found.error.message)
    return found.value
  }
  const shown = async () => (await pending()).map(({ path, change }) => `${path} ${change}`)
  return {
    sandbox,
    blobs,
    accepted,
    gate,
    state,
    write,
    root,
    pending,
    shown,
    remove: (path: string) => sandbox.remove(resolve(path)),
    /** Nothing more is stored. */
    fillDisk: () => {
      blobs.put = () => Promise.resolve(fail('quota', 'The browser has no storage left.'))
    },
  }
}
