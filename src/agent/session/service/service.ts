/** The page's calls, each answered by the file of its topic; and the parts that they share. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { SideAgents } from '../agents/side-agents.ts'
import { backupCalls } from './backup-calls.ts'
import { completeCopies } from './complete-copies.ts'
import { connectionCalls } from './connection-calls.ts'
import { credentialCalls } from './credential-calls.ts'
import { fileCalls } from './file-calls.ts'
import { folderCalls } from './folder-calls.ts'
import { instructionCalls } from './instruction-calls.ts'
import { localModelCalls } from './local-model-calls.ts'
import { OpenSession } from './open-session.ts'
import { PageLink } from './page-link.ts'
import { createParts } from './parts.ts'
import type { ServiceOptions } from './options.ts'
import type { ServiceParts } from './parts.ts'
import { permissionCalls } from './permission-calls.ts'
import { refusedWhenOutdated } from './refused-calls.ts'
import { runCalls } from './run-calls.ts'
import { onSandboxEvent } from './sandbox-events.ts'
import { sessionCalls } from './session-calls.ts'
import { settingsCalls } from './settings-calls.ts'
import { sharingCalls } from './sharing-calls.ts'
import { StorageError } from '../store/storage-error.ts'
import { terminalCalls } from './terminal-calls.ts'
import { timeCalls } from './time-calls.ts'

/** The page's calls, and those that only the agent's own thread makes: the page reaches none of these. */
export interface AgentService {
  readonly api: AgentApi
  settings(): Promise<Settings>
  /** Starts an agent beside the open session's, for a task of the program's own. */
  startAgent: SideAgents['start']
  /** A newer version of the app waits for the database: ends what runs and writes the rest. From here on it is only read. */
  outdated(): Promise<void>
  /** All that is stored was deleted in another tab. */
  deleted(): void
  /** Compares the second copies of all that is stored, and moves contents of an older version into files. Never rejects. */
  completeCopies(): Promise<void>
}

/** One for a tab. No session is open before the page asks for one. */
export function createService(options: ServiceOptions): AgentService {
  const { database, credentials } = options
  const page = new PageLink(database)
  credentials.keyring.onState = (protection, wanted) => page.notice({ type: 'keys', protection, wanted })
  const parts: ServiceParts = createParts(options, {
    session: () => opened.current,
    open: (id) => opened.open(id),
    hasPage: () => page.port !== undefined,
    notice: (notice) => page.notice(notice),
    onSandboxEvent: (event) => onSandboxEvent(event, parts, page),
  })
  const opened = new OpenSession(options, parts, page)
  return {
    api: refusedWhenOutdated(
      {
        ...connectionCalls({ options, parts, page, opened }),
        ...sessionCalls(parts, page, opened),
        ...runCalls(parts, opened),
        ...permissionCalls(parts),
        ...settingsCalls(parts),
        ...credentialCalls(options, parts),
        ...fileCalls(parts),
        ...instructionCalls(parts, opened),
        memory: parts.memoryCalls,
        ...folderCalls(parts),
        ...terminalCalls(options.terminalMemory, parts, opened),
        ...timeCalls(parts),
        ...sharingCalls(parts),
        ...localModelCalls(parts),
        ...backupCalls(parts, database),
      },
      database,
    ),
    settings: () => parts.settingsInForce.read(),
    startAgent: (task, signal) => parts.runs.agents.start(task, signal),
    completeCopies: () => completeCopies(options, parts, page),
    async outdated() {
      parts.room.tell()
      await opened.retire()
    },
    deleted() {
      parts.room.failed(new StorageError('closed', 'All that was stored has been deleted in another tab.'))
    },
  }
}
