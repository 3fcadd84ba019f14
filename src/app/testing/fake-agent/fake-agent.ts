/** An agent for the screen's tests, as a test sees it: AgentApi over plain maps, with a log that the test writes. */
import type {
  BackupContents,
  BackupState,
  BackUpOutcome,
  RestoreOutcome,
} from '../../../agent/protocol/calls/backups.ts'
import type { SteeringChange } from '../../../agent/protocol/calls/steering-files.ts'
import type { AgentEvent, EventBody, EventOf, ReadBody } from '../../../agent/protocol/events.ts'
import type { FetchedInstructions, InstructionList } from '../../../agent/protocol/calls/instructions.ts'
import type { KeyProtection } from '../../../agent/protocol/calls/key-protection.ts'
import type { OpenedSession, SessionRole } from '../../../agent/protocol/opened-session.ts'
import type { PolicyState } from '../../../agent/protocol/calls/policy.ts'
import type { LocalModel, LocalSupport } from '../../../agent/protocol/calls/local-models.ts'
import type { ImageBlock } from '../../../agent/protocol/messages.ts'
import type { PermissionAnswer } from '../../../agent/protocol/permission-requests.ts'
import type { SessionSummary } from '../../../agent/protocol/calls/sessions.ts'
import type { StorageOverview } from '../../../agent/protocol/calls/storage.ts'
import type { Settings } from '../../../agent/protocol/settings.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { CommitOutcome, GitFile } from '../../../agent/protocol/calls/files.ts'
import type { AgentClient } from '../../boot/agent-client.ts'
import type { EventListener } from '../../boot/event-stream.ts'
import type { FakeMemory } from './memory-calls.ts'

export interface FakeAgent extends AgentClient {
  /** Files by relative path, and what they were at the import. */
  readonly files: Map<string, Uint8Array>
  readonly originals: Map<string, Uint8Array>
  readonly sessions: Map<string, SessionSummary>
  /** Calls of the page, in order, e.g. `send: hello`. */
  readonly calls: string[]
  /** Images sent along with messages. */
  readonly images: ImageBlock[]
  readonly answers: PermissionAnswer[]
  readonly locks: Set<string>
  steering: readonly SteeringChange[]
  instructions: InstructionList
  /** The answer of an address of instructions; undefined where nobody answers. */
  fetched: Result<FetchedInstructions> | undefined
  readonly memory: FakeMemory
  /** Kept in this browser. */
  models: readonly LocalModel[]
  modelSupport: LocalSupport
  /** Outcome of a download, or of a chosen file. */
  storedModel: Result<LocalModel>
  gitFiles: readonly GitFile[]
  /** Outcome of a commit. */
  committed: CommitOutcome
  settingsNow: Settings
  /** Told at the start; told again by a notice. */
  policy: PolicyState
  stored: StorageOverview
  /** Whether things can be stored again. */
  hasRoom: boolean
  /** The state of backups, and what comes of each call. */
  readonly backup: {
    state: BackupState
    made: Result<BackUpOutcome>
    due: Result<BackUpOutcome> | undefined
    contents: Result<BackupContents>
    outcome: Result<RestoreOutcome>
  }
  keyHint: string
  protection: KeyProtection
  /** Outcome of a passphrase. */
  unlock: (passphrase: string) => Result<void>
  role: SessionRole
  /** Delays the start until it resolves. */
  gate: Promise<void>
  /** Answers a prompt; the run ends when it resolves. */
  onSend: (prompt: string) => Promise<void>
  /** Appends to the log and tells the page. */
  emit(...bodies: readonly ReadBody[]): void
  /** Events of one type in the log. */
  emitted<T extends EventBody['type']>(type: T): EventOf<T>[]
  notice: EventListener['notice']
  /** Sends the same session again from its start, as after a reload. */
  replay(): void
}

export interface Inside {
  readonly log: readonly AgentEvent[]
  readonly ready: Promise<void>
  open(id: string): OpenedSession
  id(): string
}
