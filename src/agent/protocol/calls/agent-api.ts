/**
 * Calls of the page on the agent worker (comlink). Expected failures are values; events travel apart, over a
 * MessagePort with credits (`EventPortMessage`). The page never sees a key again once it is stored.
 */
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { BackupsApi } from './backups.ts'
import type { ProgramKeysApi } from './program-keys.ts'
import type { KeysApi } from './key-protection.ts'
import type { FilesApi } from './files.ts'
import type { InstructionsApi } from './instructions.ts'
import type { LocalModelsApi } from './local-models.ts'
import type { MemoryApi } from './memory.ts'
import type { SharingApi } from './sharing.ts'
import type { SearchApi } from './session-search.ts'
import type { StorageApi } from './storage.ts'
import type { HistoryApi, RecordingsApi, ReplaysApi } from './history.ts'
import type { PolicyApi } from './policy.ts'
import type { PermissionsApi, ProjectApi } from './permissions.ts'
import type { SessionsApi } from './sessions.ts'
import type { RunsApi } from './runs.ts'
import type { SettingsApi, UsageApi } from '../settings.ts'
import type { CredentialsApi } from './credentials.ts'
import type { SteeringFilesApi } from './steering-files.ts'
import type { WorkspaceApi } from './workspace.ts'
import type { LocalFolderApi } from './local-folder.ts'
import type { TerminalsApi } from './terminals.ts'

/** Facts that only the page knows: its server has written them into it. */
export interface PageFacts {
  /** The package registry that the server is set up for; '' for none. */
  readonly packageRegistry: string
  /** Address at which the server forwards requests to that registry; '' if it does not. */
  readonly registryProxy: string
  /** Address of the deployment's policy file, as the page names it; '' for none. */
  readonly policy: string
}

export interface ConnectionApi {
  /** Hands over the event port; the first messages are `reset` and the session's events. */
  connect(port: MessagePort, page: PageFacts): Promise<void>
  /** Hands over the port on which the agent asks for what is to be done in the preview (`protocol/browser.ts`). */
  attachBrowser(port: MessagePort): Promise<void>
  /** Present errors of the previewed page, each once; reported to the model with its next request. */
  reportPageErrors(address: string, errors: readonly string[]): Promise<void>
  /** The sandbox has died, and another is on its way: calls to it end, and those that come now wait for the next. */
  sandboxLost(): Promise<void>
  /** Hands over the sandbox's port; a new one replaces a broken one. Port null: it could not be booted. */
  attachSandbox(port: MessagePort | null, failure?: { message: string; hint: string }): Promise<void>
  /**
   * Moves the workspace to another sandbox: it is stored, then restored there byte for byte, and the old one ends.
   * Refused while the agent works, and when it cannot be stored; on a failure the old one stays.
   */
  moveSandbox(port: MessagePort): Promise<Result<void>>
}

/**
 * The calls by area. Each area is an object of functions and nothing else: keys and stores are reachable through none. A new
 * call is written in its area's interface here, and where the agent's service implements that area.
 */
export interface AgentApi {
  readonly connection: ConnectionApi
  readonly sessions: SessionsApi & SearchApi
  readonly storage: StorageApi
  readonly backups: BackupsApi
  readonly runs: RunsApi
  readonly permissions: PermissionsApi
  readonly project: ProjectApi
  readonly policy: PolicyApi
  readonly settings: SettingsApi
  readonly usage: UsageApi
  readonly keys: KeysApi
  readonly credentials: CredentialsApi & ProgramKeysApi
  readonly files: FilesApi
  readonly workspace: WorkspaceApi
  readonly localFolder: LocalFolderApi
  readonly steeringFiles: SteeringFilesApi
  readonly instructions: InstructionsApi
  readonly memory: MemoryApi
  readonly terminals: TerminalsApi
  readonly history: HistoryApi
  readonly recordings: RecordingsApi
  readonly replays: ReplaysApi
  readonly sharing: SharingApi
  readonly localModels: LocalModelsApi
}
