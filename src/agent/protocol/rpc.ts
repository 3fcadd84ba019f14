/**
 * What the page may ask of the agent worker (comlink). Expected failures are values; events travel apart, over
 * a MessagePort with credits (`EventPortMessage`). The page never sees a key again once it is stored.
 */
import type {
  DirectoryEntry,
  ExecResult,
  ImportProgress,
  ImportSummary,
  OutputTail,
  ProcessInfo,
  ProcessTarget,
  Signal,
} from '../../sandbox/contract.ts'
import type { Result } from '../../sandbox/errors.ts'
import type { ContextBudget } from './context-budget.ts'
import type { AgentEvent, PermissionMode, Terminal } from './events.ts'
import type { ProgramKeysApi } from './program-keys.ts'
import type { KeyProtection, KeysApi } from './key-protection.ts'
import type { FilesApi } from './files.ts'
import type { ImageBlock } from './messages.ts'
import type { UsageOverview } from './usage.ts'
import type { Settings } from './settings.ts'
import type { LocalModelsApi, ModelProgress } from './local-models.ts'
import type {
  FolderChoice,
  FolderDifference,
  FolderSurvey,
  FolderVersions,
  WriteBackOutcome,
} from './local-folder.ts'
import type { OpenedSession, SessionRole, ShownChanges } from './opened-session.ts'
import type { RunOptions } from './run-options.ts'
import type { UserAnswer } from './questions.ts'
import type { SharingApi } from './sharing.ts'
import type { SearchApi } from './session-search.ts'
import type { StorageApi } from './storage.ts'
import type { TerminalMemory, TerminalRequest } from './terminal.ts'
import type { ReplayState, TimeApi } from './time.ts'
import type { ExplainOptions, PermissionExplanation, ProjectState, TrustApi } from './trust.ts'

export interface SessionSummary {
  readonly id: string
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
  /** Name of the imported repository, when there is one. */
  readonly workspace: string | undefined
  readonly messages: number
  /** `archived` and `deleted` ones are not shown among the others; a deleted one can be brought back. */
  readonly state: 'listed' | 'archived' | 'deleted'
  /** Shown first; no clean-up deletes it. */
  readonly pinned: boolean
  /** The session that it was forked from, or that it runs again. It may be gone. */
  readonly parent: string | undefined
}

/** What of a session's place in the list is to be another; what is absent stays. */
export interface SessionChange {
  readonly pinned?: boolean
  readonly archived?: boolean
}

export type SandboxState =
  | { readonly status: 'booting' }
  | { readonly status: 'restoring' }
  | { readonly status: 'ready'; readonly backend: string }
  | { readonly status: 'failed'; readonly message: string; readonly hint: string }

/** What the agent tells the page besides the log: facts about this tab, not about the session. */
/** Whether what happens can still be stored. `full` is the one that the person can do something about. */
export type StorageState =
  | { readonly state: 'ok' }
  | { readonly state: 'full' | 'broken'; readonly message: string; readonly hint: string }

/** A request that wants to leave the sandbox and waits for the user's answer. It lives as long as its program. */
export interface ExitRequest {
  /** For `answerPermission`. */
  readonly id: string
  /** The program with its arguments, as it names itself, without passwords. */
  readonly command: string
  readonly method: string
  readonly url: string
  readonly host: string
  /** One line each, secret values hidden. */
  readonly headers: readonly string[]
  readonly bytes: number
  /** The beginning of the body; empty when there is none. */
  readonly preview: string
  /** It hands the user's work to others (`git push`). */
  readonly publishes: boolean
  readonly reason: string
  /** The rule that "Always allow" would add; empty when only this one can be allowed. */
  readonly suggestedRule: string
}

/** Whether a token is kept for a git host, never the token. */
/** A value of the user's own that is taken out of all that is stored or sent; it never comes back to the page. */
export interface HiddenValue {
  readonly id: string
  /** Its last four characters; '' when it is short. */
  readonly hint: string
}

export interface GitTokenStatus {
  /** With its port, if it has one of its own. */
  readonly host: string
  /** Last four characters, for recognition. */
  readonly hint: string
}

export type TabNotice =
  | { readonly type: 'sandbox'; readonly state: SandboxState }
  | { readonly type: 'role'; readonly role: SessionRole }
  | { readonly type: 'files_changed'; readonly paths: readonly string[]; readonly overflow: boolean }
  | { readonly type: 'processes_changed'; readonly running: number }
  | { readonly type: 'ports_changed'; readonly ports: readonly number[] }
  | { readonly type: 'import_progress'; readonly progress: ImportProgress }
  | { readonly type: 'sessions_changed' }
  /** Of a model that is being stored; null when that has ended. */
  | { readonly type: 'model_progress'; readonly progress: ModelProgress | null }
  /** `wanted`: something waits for the passphrase. */
  | { readonly type: 'keys'; readonly protection: KeyProtection; readonly wanted: boolean }
  /** Null when it has ended. */
  | { readonly type: 'replay'; readonly state: ReplayState | null }
  /** Null where the workspace brings no configuration of its own. */
  | { readonly type: 'project'; readonly state: ProjectState | null }
  /** All that wait now. */
  | { readonly type: 'exits'; readonly requests: readonly ExitRequest[] }
  | ({ readonly type: 'storage' } & StorageState)
  /** The browser lets this page store nothing: what is done lasts as long as the tab. Told first, once. */
  | { readonly type: 'nothing_kept' }

/** Agent to page over the event port. Every `events` message costs one credit. */
export type EventPortMessage =
  /**
   * The last events of a long session that is being opened, to be shown until all of it is read; costs no credit. Without any:
   * it could not be opened, and what was shown before stays.
   */
  | {
      readonly type: 'tail'
      readonly sessionId: string
      readonly title: string
      readonly events: readonly AgentEvent[]
    }
  /** Of a session that is being opened, from its first event on; shown when it is open, and costs no credit. */
  | { readonly type: 'ahead'; readonly sessionId: string; readonly events: readonly AgentEvent[] }
  /** The session's events follow; `latest` is the number of the last that there is now. */
  | {
      readonly type: 'reset'
      readonly sessionId: string
      readonly role: SessionRole
      readonly latest: number
      /** Number of the last that was sent ahead, and is not sent again; absent for none. */
      readonly ahead?: number
    }
  | { readonly type: 'events'; readonly sessionId: string; readonly events: readonly AgentEvent[] }
  | { readonly type: 'notice'; readonly notice: TabNotice }

/** Page to agent: more `events` messages may come. The page starts by granting `EVENT_CREDITS`. */
export interface EventPortCredit {
  readonly type: 'credit'
  readonly count: number
}

/** Batches in flight between agent and page: enough to hide a frame, few enough to bound memory (SE-07). */
export const EVENT_CREDITS = 20

export type PermissionAnswer =
  | {
      readonly behavior: 'allow'
      readonly scope: 'once' | 'session' | 'always'
      /** Kept in place of the one that was suggested. */
      readonly rule?: string
      /** Of "always": for this workspace, or for all of the person's. Absent: for all. */
      readonly place?: RulePlace
      readonly comment?: string
    }
  | { readonly behavior: 'deny'; readonly comment?: string }

/** Where an "always" holds. */
export type RulePlace = 'workspace' | 'everywhere'

export interface RunEnd {
  readonly terminal: Terminal
  /** What fits the run's output schema; absent without one, and where the run ended before. */
  readonly output?: Readonly<Record<string, unknown>>
}

/** Whether a key is there, never the key. */
export interface KeyStatus {
  readonly present: boolean
  /** Last four characters, for recognition. */
  readonly hint: string
}

/** The user's own headers for a provider: their names, never their values. */
export interface ExtraHeaders {
  readonly names: readonly string[]
  /** What was not taken of the last change, in sentences. */
  readonly dropped: readonly string[]
}

/** One line of the connection test, in order. */
export interface ConnectionCheck {
  readonly name: string
  readonly state: 'ok' | 'failed' | 'warning' | 'skipped'
  readonly message: string
  /** What to do. */
  readonly fix?: string
}

/** What only the page knows: what its server has written into it. */
export interface PageFacts {
  /** The package registry that the server is set up for; '' for none. */
  readonly packageRegistry: string
  /** Where the server passes requests on to that registry; '' where it does not. */
  readonly registryProxy: string
}

/** How a message is read that is sent while the agent works. */
export interface QueueOptions {
  /** Not at the next end of a round, but at once. */
  readonly urgent: boolean
  readonly images?: readonly ImageBlock[]
  /** There is no network: without a run it waits, and begins none. */
  readonly untilOnline?: boolean
}

export interface AgentApi
  extends
    KeysApi,
    ProgramKeysApi,
    TimeApi,
    SharingApi,
    FilesApi,
    TrustApi,
    StorageApi,
    SearchApi,
    LocalModelsApi {
  /** Hands over the event port; the first messages are `reset` and the session's events. */
  connect(port: MessagePort, page: PageFacts): Promise<void>
  /** Hands over the port on which the agent asks for what is to be done in the preview (`protocol/browser.ts`). */
  attachBrowser(port: MessagePort): Promise<void>
  /** All that fails on the previewed page now, each error once; told to the model with its next request. */
  pageErrors(address: string, errors: readonly string[]): Promise<void>
  /** The sandbox has died, and another is on its way: calls to it end, and those that come now wait for the next. */
  sandboxLost(): Promise<void>

  /** Hands over the sandbox's port; a new one replaces a broken one. Port null: it could not be booted. */
  attachSandbox(port: MessagePort | null, failure?: { message: string; hint: string }): Promise<void>

  /**
   * Moves the workspace to another sandbox: it is stored, then restored there byte for byte, and the old one ends.
   * Refused while the agent works, and when it cannot be stored; on a failure the old one stays.
   */
  moveSandbox(port: MessagePort): Promise<Result<void>>

  listSessions(): Promise<readonly SessionSummary[]>
  createSession(): Promise<OpenedSession>
  /** The last one when no id is given, a new one when there is none. */
  openSession(id?: string): Promise<Result<OpenedSession>>
  renameSession(id: string, title: string): Promise<Result<void>>
  changeSession(id: string, change: SessionChange): Promise<Result<void>>
  /** It can be brought back by `undeleteSession` until it is purged. */
  deleteSession(id: string): Promise<Result<void>>
  undeleteSession(id: string): Promise<Result<void>>
  /** Removes deleted sessions for good, with their logs. Their content goes with the next clean-up. */
  purgeSessions(ids: readonly string[]): Promise<Result<void>>
  /** Asks the leading tab to hand over. */
  takeOver(): Promise<Result<void>>
  events(fromSeq: number): Promise<readonly AgentEvent[]>

  /**
   * Resolves when the run has ended. Refused while one runs, with options that are not `RunOptions`, and with images that
   * the model does not take.
   */
  send(prompt: string, options?: RunOptions, images?: readonly ImageBlock[]): Promise<Result<RunEnd>>
  /**
   * Asks the model again, with what waits to be read but without a new message: after an error that has been dealt
   * with. Refused while a run is under way.
   */
  tryAgain(): Promise<Result<RunEnd>>
  /**
   * Has the model summarise the conversation, which goes on from the summary; the log and the screen keep all of it. `keep`
   * says what of it matters in particular. Refused while a run is under way, and where nothing was said.
   */
  compact(keep: string): Promise<Result<RunEnd>>
  /**
   * For the agent to read while it works: at the next end of a round, or at once when `urgent`. Resolves when it is
   * stored; when no run is under way any more it begins one, and resolves with its end.
   */
  queue(prompt: string, options: QueueOptions): Promise<Result<void>>
  /** Has a run go on that was paused for going in circles. */
  resume(): Promise<Result<void>>
  /** All that waits is read at once. */
  hurryQueued(messageId: string): Promise<Result<void>>
  /** Fails when the agent has read it already. */
  removeQueued(messageId: string): Promise<Result<void>>
  stop(): Promise<void>
  /** Ends a command that goes on in the background, by the id that its call was given. */
  stopJob(id: string): Promise<Result<void>>
  answerPermission(toolUseId: string, answer: PermissionAnswer): Promise<Result<void>>
  /** Fails when that question is no longer open. */
  answerQuestion(toolUseId: string, answer: UserAnswer): Promise<Result<void>>
  setMode(mode: PermissionMode): Promise<Result<void>>
  explain(tool: string, input: unknown, options?: ExplainOptions): Promise<PermissionExplanation>

  settings(): Promise<Settings>
  /** Unknown or wrong values are refused whole, with the field's name. */
  updateSettings(change: Partial<Settings>): Promise<Result<Settings>>
  usageOverview(): Promise<UsageOverview>
  /** Undefined while there is no sandbox. */
  contextBudget(): Promise<ContextBudget | undefined>
  keyStatus(): Promise<KeyStatus>
  /** An empty string forgets it. */
  setApiKey(key: string): Promise<Result<KeyStatus>>
  extraHeaders(): Promise<ExtraHeaders>
  /** Asks the model's server for its list, and the model for the shortest answer. */
  testConnection(): Promise<readonly ConnectionCheck[]>
  /** Lines of "Name: Value", added to those that are kept for this provider; an empty value forgets one. */
  setExtraHeaders(lines: string): Promise<Result<ExtraHeaders>>
  gitTokens(): Promise<readonly GitTokenStatus[]>
  /** Sent by the gate to that host's repositories only. An empty token forgets it. */
  setGitToken(host: string, token: string): Promise<Result<readonly GitTokenStatus[]>>
  hiddenValues(): Promise<readonly HiddenValue[]>
  hideValue(value: string): Promise<Result<readonly HiddenValue[]>>
  forgetHidden(id: string): Promise<Result<readonly HiddenValue[]>>

  readFile(path: string): Promise<Result<Uint8Array>>
  writeFile(path: string, data: Uint8Array): Promise<Result<void>>
  list(path: string): Promise<Result<readonly DirectoryEntry[]>>
  /** Files and folders (with a slash at the end) that fit these letters, the best first; a newer call ends an older one. */
  findPaths(query: string): Promise<Result<readonly string[]>>
  exec(
    command: string,
    options: { cwd?: string; stdin?: string; env?: Record<string, string>; timeoutMs?: number },
  ): Promise<Result<ExecResult>>
  /** A shell of the user's own; its screen is at the other end of the port (`protocol/terminal.ts`). */
  openTerminal(request: TerminalRequest, port: MessagePort): Promise<Result<void>>
  closeTerminal(id: string): Promise<void>
  /** What was open in this session before, and what was typed. */
  terminalMemory(): Promise<TerminalMemory>
  keepTerminalMemory(session: string, memory: TerminalMemory): Promise<void>
  processes(): Promise<Result<readonly ProcessInfo[]>>
  signalProcess(target: ProcessTarget, signal: Signal): Promise<Result<void>>
  outputTail(execId: string): Promise<Result<OutputTail>>
  importArchive(name: string, data: Uint8Array): Promise<Result<ImportSummary>>
  cancelImport(): Promise<void>
  /** What a folder of the person's machine has; stopped by `cancelImport`. */
  surveyFolder(handle: FileSystemDirectoryHandle): Promise<Result<FolderSurvey>>
  /** Replaces the workspace by a copy of the folder, as an import does. */
  openFolder(handle: FileSystemDirectoryHandle, choice: FolderChoice): Promise<Result<ImportSummary>>
  /** The folder that the workspace came from; undefined when it came from elsewhere. */
  localFolder(): Promise<FileSystemDirectoryHandle | undefined>
  /** The workspace against the folder, both as they are now. */
  compareFolder(): Promise<Result<readonly FolderDifference[]>>
  /** What the file is in the folder now, and what it is to become. */
  folderVersions(item: FolderDifference): Promise<Result<FolderVersions>>
  /** Writes these, each only while it is in the folder as it was compared. */
  writeBack(items: readonly FolderDifference[]): Promise<Result<WriteBackOutcome>>
  exportArchive(): Promise<Result<{ name: string; data: Uint8Array }>>
  checkpoint(): Promise<Result<string>>
  restore(root: string): Promise<Result<void>>
  /** Between the import, or the tree that is named ('' is the empty one), and now. */
  changes(since?: string): Promise<Result<ShownChanges>>
}
