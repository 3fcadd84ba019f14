/** Options of a service, and its hooks for its parts. */
import type { Sandbox, SandboxEvent } from '../../../sandbox/contract/contract.ts'
import type { Egress } from '../../../sandbox/contract/egress.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { OpenedSession } from '../../protocol/opened-session.ts'
import type { TabNotice } from '../../protocol/tab-notice.ts'
import type { Redactor } from '../../redact/redactor.ts'
import type { Network } from '../asking/session-egress.ts'
import type { IdbBlobStore } from '../contents/blob-store.ts'
import type { JournalPlace } from '../journal/contract.ts'
import type { SecondCopy } from '../journal/second-copy.ts'
import type { Session } from '../log/session.ts'
import type { Reserve } from '../reserve/reserve.ts'
import type { PolicyStore } from '../policy/policy-store.ts'
import type { RunParts } from '../run/run-context.ts'
import type { CredentialStore } from '../secrets/credential-store.ts'
import type { SettingsStore } from '../store/settings-store.ts'
import type { TerminalStore } from '../store/terminal-store.ts'
import type { Database } from '../store/database.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import type { TabChannel } from './between-tabs.ts'

export interface ServiceOptions {
  readonly database: Database
  /** The user's own; those in force come from `SettingsInForce`. */
  readonly storedSettings: SettingsStore
  readonly policyMemory: PolicyStore
  readonly terminalMemory: TerminalStore
  readonly credentials: CredentialStore
  /** Second copies of small values; absent where they are in databases alone. */
  readonly copies?: ValueCopies | undefined
  readonly locks: LockManager
  /** Absent where the browser has no files for this page. */
  readonly secondCopy?: SecondCopy | undefined
  /** Absent where there is no second copy. */
  readonly reserve?: Reserve | undefined
  /** Sessions that the browser had lost, and that are there again since this start. */
  readonly broughtBack?: number
  /** Place of the contents of workspaces; undefined: in the database. */
  readonly contents?: JournalPlace | undefined
  /** Whether any of it outlives the tab; where not, the page is told. */
  readonly isKept: boolean
  readonly now: () => number
  readonly newId: () => string
  readonly appVersion: string
  /** Speaks the sandbox contract over a port; the blob store and the gate go the other way. */
  readonly connectSandbox: (
    port: MessagePort,
    parts: { readonly blobs: IdbBlobStore; readonly egress: Egress },
  ) => Promise<Result<Sandbox>>
  readonly network: Network
  /** Begins something a while from now, when nobody waits; absent: nothing is done ahead. */
  readonly later?: (work: () => void) => void
  /** Milliseconds after work has ended until it is looked back on; absent: it never is. */
  readonly learnAfterMs?: number
  /** To the other tabs, when a note was changed, and from them. */
  readonly memoryTabs?: TabChannel
  readonly parts: RunParts
  /** Cleans what is stored. It knows the user's keys before the first event is. */
  readonly redactor: Redactor
  /** Settles when the redactor knows the person's own keys; before that nothing is written. */
  readonly secretsKnown: Promise<void>
}

/** Calls of the parts to their service. */
export interface ServiceHooks {
  /** The open one. */
  readonly session: () => Session | undefined
  readonly open: (id: string) => Promise<Result<OpenedSession>>
  readonly hasPage: () => boolean
  readonly notice: (notice: TabNotice) => void
  readonly onSandboxEvent: (event: SandboxEvent) => void
}
