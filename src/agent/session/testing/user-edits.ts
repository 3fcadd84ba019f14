/** A person's files and edits over a real sandbox in memory. */
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Session } from '../log/session.ts'
import { UserEdits } from '../workspace/user-edits.ts'
import { UserFiles } from '../workspace/user-files.ts'
import { Workspace } from '../workspace/workspace.ts'

/** `log` has what the session was given to write. */
export async function editsInTest() {
  const blobs = new MemoryBlobStore()
  const sandbox = createMemorySandbox({ blobStore: blobs })
  const log: EventBody[] = []
  const loggedRoot = () => log.findLast((event) => event.type === 'checkpoint')?.root
  const workspace = new Workspace({ loggedRoot, onState: () => undefined, onEvent: () => undefined })
  await workspace.attach(sandbox)
  await workspace.sandbox()
  // The part of a session that is written and read here.
  const session = {
    role: 'leader',
    facts: {},
    mend: () => Promise.resolve(),
    append: (...events: EventBody[]) => Promise.resolve(void log.push(...events)),
  } as unknown as Session
  const newId = () => crypto.randomUUID()
  const files = new UserFiles({
    workspace,
    blobs,
    session: () => session,
    busy: () => false,
    newId,
    onImportProgress: () => undefined,
  })
  return { sandbox, log, files, edits: new UserEdits({ files, session: () => session, newId }), newId }
}
