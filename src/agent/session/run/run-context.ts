/** Context of a run: parts of the worker, of the session, and its own. */
import type { BlobStore, Sandbox } from '../../../sandbox/contract/contract.ts'
import type { Egress } from '../../../sandbox/contract/egress.ts'
import type { InstructionWatch } from '../../memory/instructions/instructions.ts'
import type { Hook } from '../../extend/hooks/hook.ts'
import type { Credentials, ModelClient } from '../../model/contract.ts'
import type { OverloadBreaker } from '../../model/overload-breaker.ts'
import type { Browser } from '../../protocol/browser.ts'
import type { EventBody } from '../../protocol/events.ts'
import type { Redactor } from '../../redact/redactor.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { ToolSets } from '../../tools/profiles/profiles.ts'
import type { EgressRequests } from '../asking/egress-requests.ts'
import type { PendingPermissions } from '../asking/pending-permissions.ts'
import type { PendingQuestions } from '../asking/pending-questions.ts'
import type { RunRequest } from './run-request.ts'
import type { RunSettings } from './run-settings.ts'
import type { StorageRoom } from '../reserve/storage-room.ts'
import type { Agent } from './agent.ts'
import type { Thread } from '../log/thread.ts'
import type { PolicyInForce } from './run-policy.ts'
import type { MemoryGround } from './told/told-memory.ts'
import type { Place } from '../workspace/places/place.ts'
import type { StoredResults } from '../workspace/places/stored-results.ts'
import type { Workspace } from '../workspace/workspace.ts'
import type { WithheldOutput } from '../secrets/withheld-output.ts'
import type { WorkspaceSecrets } from '../secrets/workspace-secrets.ts'

/** Parts of a run that the worker provides. */
export interface RunParts {
  /** Loaded with the first run. */
  readonly tools: () => Promise<ToolSets>
  /** A run is coming: loads what it needs beside what is done before. */
  readonly prepare?: (settings: Settings) => void
  readonly overload: OverloadBreaker
  /** Hooks that are configured as a run begins, in their order; absent: none. */
  readonly hooks?: () => readonly Hook[]
  /** The credentials are asked for at each request: a key that is replaced meanwhile is used from then on. */
  readonly createModel: (settings: Settings, credentials: () => Promise<Credentials>) => ModelClient
}

/** Parts that the runs of a session share, of whichever agent. */
export interface RunContext {
  readonly parts: RunParts
  readonly redactor: Redactor
  readonly secrets: WorkspaceSecrets
  readonly withheld: WithheldOutput
  readonly blobs: Pick<BlobStore, 'get'>
  /** A client whose requests have no secret in them. */
  readonly withoutSecrets: (client: ModelClient) => ModelClient
  readonly workspace: Workspace
  /** Stores results that are too long, and shows them at `/results`. */
  readonly results: StoredResults
  /** Tells whose versions of instruction files count. */
  readonly instructions: InstructionWatch
  readonly settings: RunSettings
  readonly pendingPermissions: PendingPermissions
  readonly questions: PendingQuestions
  readonly egress: Egress
  readonly browser: Browser
  readonly egressRequests: EgressRequests
  readonly newId: () => string
  readonly now: () => number
  readonly room: StorageRoom
}

/** The ground of a run: the tree, the folders beside it, and the settings and permissions that hold there. */
export interface RunGround {
  readonly sandbox: Sandbox
  /** Folders of the file tools that are not the sandbox's. */
  readonly places: readonly Place[]
  /** Absent where it is switched off, and for agents that others have started. */
  readonly memory?: MemoryGround | undefined
  /** As the run begins. */
  readonly settings: Settings
  /** Follows changes of permissions and limits while it runs. */
  readonly policy: PolicyInForce
}

export interface RunStart extends RunGround {
  readonly agent: Agent
  readonly thread: Thread
  /** The session's id. */
  readonly session: string
  /** Purpose of an agent that another one has started, in a word; absent for the main one. */
  readonly agentType?: string
  readonly opening: readonly EventBody[]
  readonly request: RunRequest
  readonly stop: AbortController
  /** It sees nothing of the workspace, so that no secret of it need be known. */
  readonly isApart?: boolean
  /** Names of the tools that it has; absent: all. */
  readonly tools?: readonly string[]
}
