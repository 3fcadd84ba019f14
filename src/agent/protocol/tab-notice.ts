/** Notices of the agent to the page besides the log: facts about this tab, not about the session. */
import type { FilesChanged, ImportProgress } from '../../sandbox/contract/contract.ts'
import type { BackupProgress } from './calls/backups.ts'
import type { KeyProtection } from './calls/key-protection.ts'
import type { ModelProgress } from './calls/local-models.ts'
import type { StartProgress } from './start-progress.ts'
import type { LostThing } from './lost-values.ts'
import type { SessionRole } from './opened-session.ts'
import type { ReplayState } from './calls/history.ts'
import type { ProjectQuestion } from './calls/project-identity.ts'
import type { ProjectState } from './calls/permissions.ts'
import type { PolicyState } from './calls/policy.ts'
import type { EgressQuestion } from './permission-requests.ts'

export type SandboxState =
  | { readonly status: 'booting' }
  | { readonly status: 'restoring' }
  | { readonly status: 'ready'; readonly backend: string }
  | { readonly status: 'failed'; readonly message: string; readonly hint: string }

/**
 * Whether what happens can still be stored. `full` is the one that the person can do something about; `ending`: it is full, and the
 * run that is under way ends after its step. `outdated`: a newer version of the app works in another tab, and this one only shows what is
 * stored.
 */
export type StorageState =
  | { readonly state: 'ok' }
  | { readonly state: 'outdated' }
  | { readonly state: 'ending' }
  | { readonly state: 'full' | 'broken'; readonly message: string; readonly hint: string }

export type TabNotice =
  | { readonly type: 'sandbox'; readonly state: SandboxState }
  | { readonly type: 'role'; readonly role: SessionRole }
  | ({ readonly type: 'files_changed' } & FilesChanged)
  | { readonly type: 'processes_changed'; readonly running: number }
  | { readonly type: 'ports_changed'; readonly ports: readonly number[] }
  | { readonly type: 'import_progress'; readonly progress: ImportProgress }
  | { readonly type: 'sessions_changed' }
  /** Progress of a model that is being stored; null when that has ended. */
  | { readonly type: 'model_progress'; readonly progress: ModelProgress | null }
  /** Progress of a backup that is made, looked at or restored; null when that has ended. */
  | { readonly type: 'backup_progress'; readonly progress: BackupProgress | null }
  /** `wanted`: something waits for the passphrase. */
  | { readonly type: 'keys'; readonly protection: KeyProtection; readonly wanted: boolean }
  /** Null when it has ended. */
  | { readonly type: 'replay'; readonly state: ReplayState | null }
  /** Null where the workspace brings no configuration of its own. */
  | { readonly type: 'project'; readonly state: ProjectState | null }
  /** Whether the import is a project that is known; null when nothing is asked. */
  | { readonly type: 'project_question'; readonly question: ProjectQuestion | null }
  /** Sent when it has been read, and after each change. */
  | { readonly type: 'policy'; readonly state: PolicyState }
  /** All that wait now. */
  | { readonly type: 'egress'; readonly requests: readonly EgressQuestion[] }
  | ({ readonly type: 'storage' } & StorageState)
  | StartProgress
  /** The browser had lost these, and the second copy had them: whole sessions, or the last events of the open one. */
  | { readonly type: 'brought_back'; readonly sessions: number; readonly events: number }
  /** All of them, until they were entered again or dismissed. */
  | { readonly type: 'lost_values'; readonly values: readonly LostThing[] }
  /** The browser lets this page store nothing: all work lasts as long as the tab. Sent first, once. */
  | { readonly type: 'nothing_kept' }
