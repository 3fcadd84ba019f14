/**
 * The page's calls, answered. Holds the open session, the workspace, the settings and the run; each of them does its
 * own work, this file only joins them.
 */
import type { ImportSummary, ProcessTarget, Sandbox, SandboxEvent, Signal } from '../../sandbox/contract.ts'
import type { Egress } from '../../sandbox/egress.ts'
import { fail, ok } from '../../sandbox/errors.ts'
import { relativeTo, resolve } from '../../sandbox/path.ts'
import type { Result } from '../../sandbox/errors.ts'
import { LOG_VERSION } from '../protocol/events.ts'
import type { PermissionMode } from '../protocol/events.ts'
import type { OpenedSession } from '../protocol/opened-session.ts'
import type {
  AgentApi,
  PageFacts,
  PermissionAnswer,
  RunEnd,
  SessionChange,
  TabNotice,
} from '../protocol/rpc.ts'
import type { ExplainOptions, PermissionExplanation } from '../protocol/trust.ts'
import type { EditedFiles, FileEdit } from '../protocol/files.ts'
import type { UserAnswer } from '../protocol/questions.ts'
import type { FolderChoice, FolderDifference } from '../protocol/local-folder.ts'
import { PATHS_SUGGESTED } from '../limits.ts'
import type { RunOptions } from '../protocol/run-options.ts'
import type { PermissionRules, Settings } from '../protocol/settings.ts'
import type { RecordingChoice, RecordingSource, ReplayCommand, RestoreChoice } from '../protocol/time.ts'
import type { TerminalMemory, TerminalRequest } from '../protocol/terminal.ts'
import { IdbBlobStore } from './blob-store.ts'
import { readStoredEvents } from './stored-events.ts'
import type { Database } from './database.ts'
import { EventPort } from './event-port.ts'
import { Exits } from './exits.ts'
import { sealedDuring } from './sealed-egress.ts'
import { Library } from './library.ts'
import { LocalFolders } from './local-folder/local-folders.ts'
import { Outgoing } from './outgoing.ts'
import type { Network } from './outgoing.ts'
import { PermissionDesk } from './permission-desk.ts'
import { isConfiguration, ProjectTrust } from './project/project-trust.ts'
import { QuestionDesk } from './question-desk.ts'
import { Recordings } from './recordings.ts'
import { Replays } from './replays.ts'
import { Runs } from './runs.ts'
import type { Redactor } from '../redact/redactor.ts'
import type { RunParts } from './run.ts'
import { withEnvironment } from './sandbox-environment.ts'
import { Session } from './session.ts'
import { createSessionRecord, lastSessionId } from './sessions.ts'
import type { SmallValues } from './small-values.ts'
import { SessionSearch } from './search/session-search.ts'
import { ContentUse } from './storage/content-use.ts'
import { Storage } from './storage/storage.ts'
import { PathSearch } from './path-search.ts'
import { Terminals } from './terminals.ts'
import { Timeline } from './timeline.ts'
import { UsageLedger } from './usage-ledger.ts'
import { UserEdits } from './user-edits.ts'
import { UserFiles } from './user-files.ts'
import type { ExecOptions } from './user-files.ts'
import { Workspace } from './workspace.ts'
import { WorkspaceSecrets } from './workspace-secrets.ts'
import { WorkspaceStore } from './workspace-store.ts'

/** Said in each terminal. */
const RESTARTED = 'The sandbox was started again, and the shell with it.'

export interface ServiceOptions {
  readonly database: Database
  readonly values: SmallValues
  readonly locks: LockManager
  readonly now: () => number
  readonly newId: () => string
  readonly appVersion: string
  /** Speaks the sandbox contract over a port; the blob store and the gate go the other way. */
  readonly connectSandbox: (
    port: MessagePort,
    parts: { readonly blobs: IdbBlobStore; readonly egress: Egress },
  ) => Promise<Result<Sandbox>>
  readonly network: Network
  readonly parts: RunParts
  /** Cleans what is stored. It knows the user's keys before the first event is. */
  readonly redactor: Redactor
  /** Settles when the redactor knows the person's own keys; before that nothing is written. */
  readonly secretsKnown: Promise<void>
}

export class AgentService implements AgentApi {
  readonly #options: ServiceOptions
  readonly #blobs: IdbBlobStore
  readonly #storage: Storage
  readonly #search: SessionSearch
  readonly #library: Library
  readonly #workspace: Workspace
  readonly #secrets: WorkspaceSecrets
  readonly #workspaces: WorkspaceStore
  readonly #project: ProjectTrust
  readonly #files: UserFiles
  readonly #paths: PathSearch
  readonly #edits: UserEdits
  readonly #terminals: Terminals
  readonly #folders: LocalFolders
  readonly #desk: PermissionDesk
  readonly #questions = new QuestionDesk()
  readonly #exits: Exits
  readonly #outgoing: Outgoing
  readonly #runs: Runs
  readonly #timeline: Timeline
  readonly #recordings: Recordings
  readonly #replays: Replays
  #session: Session | undefined
  #port: EventPort | undefined

  constructor(options: ServiceOptions) {
    this.#options = options
    const { database, locks, newId } = options
    const use = new ContentUse({ locks, name: database.name, newId })
    this.#blobs = new IdbBlobStore(database, use)
    this.#storage = new Storage({ database, use })
    this.#search = new SessionSearch(database)
    this.#library = new Library({
      ...options,
      forget: async (id) => {
        await options.values.forgetTerminals(id)
        await this.#folders.forget(id)
        await this.#workspaces.forget(id)
      },
      onChanged: () => this.#notice({ type: 'sessions_changed' }),
    })
    this.#secrets = new WorkspaceSecrets(options)
    this.#workspaces = new WorkspaceStore({ session: () => this.#session, now: options.now })
    this.#workspace = new Workspace({
      loggedRoot: () => this.#session?.facts.root,
      onState: (state) => this.#notice({ type: 'sandbox', state }),
      onShown: (sandbox) => {
        void this.#secrets.learn(sandbox, this.#session?.facts.root)
        // By then whoever waits for the sandbox has it, which this does, too.
        setTimeout(() => void this.#project.tell())
      },
      onEvent: (event) => this.#onSandboxEvent(event),
    })
    this.#project = new ProjectTrust({
      workspaces: this.#workspaces,
      sandbox: () => this.#workspace.sandbox(),
      newId: options.newId,
      onState: (state) => this.#notice({ type: 'project', state }),
    })
    this.#desk = new PermissionDesk({
      saveRule: async (rule, place) => {
        if (place === 'workspace') return ok(await this.#workspaces.addRule(rule))
        const { rules } = await options.values.settings()
        if (rules.allow.includes(rule)) return ok(undefined)
        return options.values.updateSettings({ rules: { ...rules, allow: [...rules.allow, rule] } })
      },
    })
    this.#exits = new Exits((requests) => this.#notice({ type: 'exits', requests }))
    this.#outgoing = new Outgoing({
      network: options.network,
      values: options.values,
      exits: this.#exits,
      desk: this.#desk,
      newId: options.newId,
      session: () => this.#session,
      settings: () => this.#runs.settings.now(),
      ruleSets: (own) => this.#runs.settings.ruleSets(own),
      variables: async () => (await this.#project.grants()).env,
      hasPage: () => this.#port !== undefined,
    })
    this.#files = new UserFiles({
      workspace: this.#workspace,
      blobs: this.#blobs,
      session: () => this.#session,
      busy: () => this.#busy,
      newId: options.newId,
      onImportProgress: (progress) => this.#notice({ type: 'import_progress', progress }),
    })
    this.#paths = new PathSearch(options.newId)
    this.#edits = new UserEdits(this.#files, options.newId)
    this.#terminals = new Terminals({ files: this.#files, newId: options.newId })
    this.#folders = new LocalFolders({
      files: this.#files,
      blobs: this.#blobs,
      session: () => this.#session && { id: this.#session.id, importRoot: this.#session.facts.importRoot },
      newId: options.newId,
      onProgress: (progress) => this.#notice({ type: 'import_progress', progress }),
    })
    this.#runs = new Runs({
      session: () => this.#session,
      workspace: this.#workspace,
      desk: this.#desk,
      questions: this.#questions,
      egress: this.#outgoing.gate,
      exits: this.#exits,
      ledger: new UsageLedger(options),
      values: options.values,
      workspaces: this.#workspaces,
      blobs: this.#blobs,
      project: this.#project,
      newId: options.newId,
      now: options.now,
      parts: options.parts,
      redactor: options.redactor,
      secrets: this.#secrets,
      onStorage: (state) => this.#notice({ type: 'storage', ...state }),
    })
    const past = {
      ...options,
      secrets: this.#secrets,
      blobs: this.#blobs,
      workspace: this.#workspace,
      session: () => this.#session,
      open: (id: string) => this.openSession(id),
    }
    this.#timeline = new Timeline({
      ...past,
      files: this.#files,
      busy: () => this.#busy,
      forgetFiles: () => this.#runs.forgetFiles(),
    })
    this.#recordings = new Recordings(past)
    this.#replays = new Replays({
      ...past,
      settings: this.#runs.settings,
      tools: options.parts.tools,
      onState: (state) => this.#notice({ type: 'replay', state }),
    })
  }

  connect(port: MessagePort, { packageRegistry, registryProxy }: PageFacts): Promise<void> {
    this.#outgoing.registryServed({ address: packageRegistry, proxy: registryProxy })
    this.#port?.close()
    this.#port = new EventPort(port, (session, fromSeq, limit) =>
      readStoredEvents(this.#options.database, session, fromSeq, limit),
    )
    this.#resetPort()
    void this.#project.tell()
    return Promise.resolve()
  }

  sandboxLost(): Promise<void> {
    this.#terminals.lost(RESTARTED)
    // The next sandbox asks for all files: they are read while it starts. What fails here fails again there, and is told.
    this.#blobs.readAhead().catch((error: unknown) => console.info('nothing was read ahead:', error))
    return this.#workspace.lost()
  }

  async attachSandbox(port: MessagePort | null, failure?: { message: string; hint: string }): Promise<void> {
    this.#terminals.lost(RESTARTED)
    if (!port) {
      this.#workspace.failed(
        failure ?? { message: 'The sandbox could not be started.', hint: 'Reload the page.' },
      )
      return
    }
    const connected = await this.#connectSandbox(port)
    if (connected.ok) return this.#workspace.attach(connected.value)
    const { message, hint = 'Reload the page.' } = connected.error
    this.#workspace.failed({ message, hint })
  }

  async #connectSandbox(port: MessagePort): Promise<Result<Sandbox>> {
    this.#paths.forget()
    // What a recording does leaves the sandbox in no way, whatever the rules allow.
    const egress = sealedDuring(() => this.#replays.active, this.#outgoing.gate)
    const parts = { blobs: this.#blobs, egress }
    const connected = await this.#options.connectSandbox(port, parts)
    return connected.ok ? ok(withEnvironment(connected.value, () => this.#outgoing.environment())) : connected
  }

  async moveSandbox(port: MessagePort): Promise<Result<void>> {
    const connected = await this.#connectSandbox(port)
    if (!connected.ok) return connected
    const moved = await this.#files.moveTo(connected.value)
    if (moved.ok) this.#terminals.lost('The workspace has moved to another sandbox; the shell has ended.')
    else await connected.value.dispose()
    return moved
  }

  /** A newer version of the app has taken the database over: nothing can be stored here any more. */
  outdated(): void {
    this.#notice({
      type: 'storage',
      state: 'broken',
      message: 'Vivarium was updated in another tab; this one can store nothing any more.',
      hint: 'Reload the page to go on.',
    })
  }

  listSessions(): ReturnType<AgentApi['listSessions']> {
    return this.#library.list()
  }

  async createSession(): Promise<OpenedSession> {
    const id = this.#options.newId()
    await this.#options.database.put('sessions', createSessionRecord(id, this.#options.now()))
    const opened = await this.openSession(id)
    if (!opened.ok)
      throw new Error(`A session that was just made could not be opened: ${opened.error.message}`)
    await this.#session?.append({
      type: 'session_created',
      logVersion: LOG_VERSION,
      appVersion: this.#options.appVersion,
    })
    return opened.value
  }

  async openSession(id?: string): Promise<Result<OpenedSession>> {
    const wanted = id ?? (await lastSessionId(this.#options.database))
    if (wanted === undefined) return ok(await this.createSession())
    if (this.#session?.id === wanted) return ok({ id: wanted, role: this.#session.role })
    if ((await this.#options.database.get('sessions', wanted))?.deletedAt !== undefined) {
      return fail('not_found', 'This session was deleted.', {
        hint: 'Bring it back first: it is under "Deleted" in the list of sessions.',
      })
    }
    const next = await Session.open({
      redactor: this.#options.redactor,
      secretsKnown: this.#options.secretsKnown,
      database: this.#options.database,
      id: wanted,
      locks: this.#options.locks,
      now: this.#options.now,
      onEvents: (events) => this.#port?.push(wanted, events),
      onRole: (role) => this.#onRole(wanted, role),
      onHandOver: async () => {
        await this.stop()
        await this.#runs.endJobs()
      },
    })
    if (!next) {
      return fail('not_found', `There is no session ${wanted} in this browser.`, {
        hint: 'It may have been deleted, or made in another browser or profile.',
      })
    }
    await this.#leaveSession()
    this.#session = next
    this.#resetPort()
    this.#paths.forget()
    void this.#workspace.show(next.facts.root)
    return ok({ id: wanted, role: next.role })
  }

  async renameSession(id: string, title: string): Promise<Result<void>> {
    const trimmed = title.trim()
    if (trimmed === '') return fail('invalid', 'A title cannot be empty; the session was not renamed.')
    if (this.#session?.id === id && this.#session.role === 'leader') {
      await this.#session.append({ type: 'session_titled', title: trimmed, by: 'person' })
      this.#notice({ type: 'sessions_changed' })
      return ok(undefined)
    }
    return this.#library.rename(id, trimmed)
  }

  changeSession(id: string, change: SessionChange): Promise<Result<void>> {
    return this.#library.change(id, change)
  }

  async deleteSession(id: string): Promise<Result<void>> {
    if (this.#session?.id === id) {
      if (this.#session.role === 'follower') {
        return fail('not_permitted', 'This session runs in another tab; it was not deleted.', {
          hint: 'Close it there, or take it over first.',
        })
      }
      await this.#leaveSession()
    }
    const deleted = await this.#library.delete(id)
    if (this.#session) return deleted
    const opened = await this.openSession(deleted.ok ? undefined : id)
    return deleted.ok && !opened.ok ? opened : deleted
  }

  undeleteSession(id: string): Promise<Result<void>> {
    return this.#library.undelete(id)
  }

  purgeSessions(ids: readonly string[]): Promise<Result<void>> {
    return this.#library.purge(ids)
  }

  searchSessions(question: string): ReturnType<AgentApi['searchSessions']> {
    return this.#search.search(question)
  }

  storage(): ReturnType<AgentApi['storage']> {
    return this.#storage.overview()
  }

  cleanUp(): ReturnType<AgentApi['cleanUp']> {
    return this.#storage.cleanUp()
  }

  async takeOver(): Promise<Result<void>> {
    if (!this.#session) return fail('not_found', 'No session is open.')
    await this.#session.takeOver()
    return ok(undefined)
  }

  events(fromSeq: number): ReturnType<AgentApi['events']> {
    return this.#session?.events(fromSeq) ?? Promise.resolve([])
  }

  send(prompt: string, options?: RunOptions): Promise<Result<RunEnd>> {
    return Promise.resolve(this.#replaying() ?? this.#runs.send(prompt, options))
  }

  tryAgain(): Promise<Result<RunEnd>> {
    return Promise.resolve(this.#replaying() ?? this.#runs.tryAgain())
  }

  queue(prompt: string, { urgent }: { readonly urgent: boolean }): Promise<Result<void>> {
    return Promise.resolve(this.#replaying() ?? this.#runs.queue(prompt, urgent))
  }

  resume(): Promise<Result<void>> {
    return Promise.resolve(this.#runs.pause.resume())
  }

  hurryQueued(messageId: string): Promise<Result<void>> {
    return Promise.resolve(this.#runs.hurry(messageId))
  }

  removeQueued(messageId: string): Promise<Result<void>> {
    return this.#runs.inbox.remove(messageId)
  }

  async stop(): Promise<void> {
    await this.#replays.stop()
    await this.#runs.stop()
  }

  stopJob(id: string): Promise<Result<void>> {
    return this.#runs.stopJob(id)
  }

  answerPermission(toolUseId: string, answer: PermissionAnswer): Promise<Result<void>> {
    if (this.#exits.answer(toolUseId, answer)) return Promise.resolve(ok(undefined))
    return Promise.resolve(this.#desk.answer(toolUseId, answer))
  }

  answerQuestion(toolUseId: string, answer: UserAnswer): Promise<Result<void>> {
    return Promise.resolve(this.#questions.answer(toolUseId, answer))
  }

  setMode(mode: PermissionMode): Promise<Result<void>> {
    return this.#runs.setMode(mode)
  }

  explain(tool: string, input: unknown, options?: ExplainOptions): Promise<PermissionExplanation> {
    return this.#runs.inquiries.explain(tool, input, options)
  }

  explainText(text: string): Promise<PermissionExplanation> {
    return this.#runs.inquiries.explainText(text)
  }

  checkRules(rules: PermissionRules): Promise<readonly string[]> {
    return this.#runs.inquiries.checkRules(rules)
  }

  judgeRule(toolUseId: string, rule: string): ReturnType<AgentApi['judgeRule']> {
    return Promise.resolve(this.#desk.judge(toolUseId, rule))
  }

  attendPermission(toolUseId: string): Promise<void> {
    this.#desk.attend(toolUseId)
    return Promise.resolve()
  }

  async projectState(): ReturnType<AgentApi['projectState']> {
    return (await this.#project.state()) ?? null
  }

  async decideProject(hash: string, isTrusted: boolean): Promise<Result<void>> {
    const decided = await this.#project.decide(hash, isTrusted)
    await this.#runs.settingsChanged()
    return decided
  }

  locks(): ReturnType<AgentApi['locks']> {
    return this.#workspaces.locks()
  }

  async setLock(path: string, isLocked: boolean): ReturnType<AgentApi['setLock']> {
    const locks = await this.#workspaces.setLock(relativeTo(resolve(path)), isLocked)
    await this.#runs.settingsChanged()
    return locks
  }

  workspaceRules(): Promise<PermissionRules> {
    return this.#workspaces.rules()
  }

  async forgetWorkspaceRule(rule: string): ReturnType<AgentApi['forgetWorkspaceRule']> {
    const left = await this.#workspaces.forgetRule(rule)
    await this.#runs.settingsChanged()
    return ok(left)
  }

  settings(): Promise<Settings> {
    return this.#options.values.settings()
  }

  async updateSettings(change: Partial<Settings>): Promise<Result<Settings>> {
    const updated = await this.#options.values.updateSettings(change)
    if (updated.ok) await this.#runs.settingsChanged()
    return updated
  }

  async usageOverview(): ReturnType<AgentApi['usageOverview']> {
    return this.#runs.spending.overview(await this.settings())
  }

  contextBudget(): ReturnType<AgentApi['contextBudget']> {
    return this.#runs.inquiries.contextBudget()
  }

  async keyStatus(): ReturnType<AgentApi['keyStatus']> {
    return this.#options.values.keyStatus((await this.settings()).provider)
  }

  async setApiKey(key: string): ReturnType<AgentApi['setApiKey']> {
    return this.#options.values.setApiKey((await this.settings()).provider, key)
  }

  testConnection(): ReturnType<AgentApi['testConnection']> {
    return this.#runs.inquiries.testConnection()
  }

  async extraHeaders(): ReturnType<AgentApi['extraHeaders']> {
    const headers = await this.#options.values.extraHeaders((await this.settings()).provider)
    return { names: Object.keys(headers), dropped: [] }
  }

  async setExtraHeaders(lines: string): ReturnType<AgentApi['setExtraHeaders']> {
    return this.#options.values.setExtraHeaders((await this.settings()).provider, lines)
  }

  gitTokens(): ReturnType<AgentApi['gitTokens']> {
    return this.#options.values.gitTokens()
  }

  setGitToken(host: string, token: string): ReturnType<AgentApi['setGitToken']> {
    return this.#options.values.setGitToken(host, token)
  }

  hiddenValues(): ReturnType<AgentApi['hiddenValues']> {
    return this.#options.values.hiddenValues()
  }

  hideValue(value: string): ReturnType<AgentApi['hideValue']> {
    return this.#options.values.hideValue(value)
  }

  forgetHidden(id: string): ReturnType<AgentApi['forgetHidden']> {
    return this.#options.values.forgetHidden(id)
  }

  readFile(path: string): Promise<Result<Uint8Array>> {
    return this.#files.read((sandbox) => sandbox.readFile(path))
  }

  writeFile(path: string, data: Uint8Array): Promise<Result<void>> {
    return this.#files.change((sandbox) => sandbox.writeFile({ path, data }))
  }

  list(path: string): ReturnType<AgentApi['list']> {
    return this.#files.read((sandbox) => sandbox.list(path))
  }

  findPaths(query: string): ReturnType<AgentApi['findPaths']> {
    return this.#files.read((sandbox) => this.#paths.find(sandbox, query, PATHS_SUGGESTED))
  }

  editFiles(edits: readonly FileEdit[]): ReturnType<AgentApi['editFiles']> {
    return this.#edits.edit(edits)
  }

  async undoEdit(edited: EditedFiles): Promise<Result<void>> {
    const undone = await this.#edits.undo(edited)
    if (undone.ok) this.#runs.forgetFiles()
    return undone
  }

  gitStatus(): ReturnType<AgentApi['gitStatus']> {
    return this.#edits.gitStatus()
  }

  globPaths(pattern: string, limit: number): ReturnType<AgentApi['globPaths']> {
    return this.#files.read((sandbox) => sandbox.glob({ id: this.#options.newId(), pattern, limit }))
  }

  exec(command: string, options: ExecOptions): ReturnType<AgentApi['exec']> {
    return this.#files.exec(command, options)
  }

  openTerminal(request: TerminalRequest, port: MessagePort): Promise<Result<void>> {
    return this.#terminals.open(request, port)
  }

  closeTerminal(id: string): Promise<void> {
    return this.#terminals.close(id)
  }

  async terminalMemory(): Promise<TerminalMemory> {
    return this.#session ? this.#options.values.terminals(this.#session.id) : { terminals: [], history: [] }
  }

  keepTerminalMemory(session: string, memory: TerminalMemory): Promise<void> {
    return this.#options.values.keepTerminals(session, memory)
  }

  processes(): ReturnType<AgentApi['processes']> {
    return this.#files.read((sandbox) => sandbox.processes())
  }

  signalProcess(target: ProcessTarget, signal: Signal): Promise<Result<void>> {
    return this.#files.read((sandbox) => sandbox.signal(target, signal))
  }

  outputTail(execId: string): ReturnType<AgentApi['outputTail']> {
    return this.#files.read((sandbox) => sandbox.outputTail(execId))
  }

  async importArchive(name: string, data: Uint8Array): Promise<Result<ImportSummary>> {
    const imported = await this.#files.importArchive(name, data)
    if (imported.ok) this.#runs.forgetFiles()
    return imported
  }

  cancelImport(): Promise<void> {
    this.#folders.cancel()
    return this.#files.cancelImport()
  }

  surveyFolder(handle: FileSystemDirectoryHandle): ReturnType<AgentApi['surveyFolder']> {
    return this.#folders.survey(handle)
  }

  async openFolder(
    handle: FileSystemDirectoryHandle,
    choice: FolderChoice,
  ): ReturnType<AgentApi['openFolder']> {
    const opened = await this.#folders.open(handle, choice)
    if (opened.ok) this.#runs.forgetFiles()
    return opened
  }

  localFolder(): ReturnType<AgentApi['localFolder']> {
    return this.#folders.current()
  }

  compareFolder(): ReturnType<AgentApi['compareFolder']> {
    return this.#folders.compare()
  }

  folderVersions(item: FolderDifference): ReturnType<AgentApi['folderVersions']> {
    return this.#folders.versions(item)
  }

  writeBack(items: readonly FolderDifference[]): ReturnType<AgentApi['writeBack']> {
    return this.#folders.writeBack(items)
  }

  exportArchive(): ReturnType<AgentApi['exportArchive']> {
    return this.#files.exportArchive()
  }

  checkpoint(): Promise<Result<string>> {
    return this.#files.checkpoint()
  }

  async restore(root: string): Promise<Result<void>> {
    const restored = await this.#files.restore(root)
    if (restored.ok) this.#runs.forgetFiles()
    return restored
  }

  changes(): ReturnType<AgentApi['changes']> {
    return this.#files.changes()
  }

  readOriginal(path: string): Promise<Result<Uint8Array>> {
    return this.#files.readOriginal(path)
  }

  steps(): ReturnType<AgentApi['steps']> {
    return this.#timeline.steps()
  }

  compareTrees(from: string, to: string): ReturnType<AgentApi['compareTrees']> {
    return this.#timeline.compare(from, to)
  }

  readVersion(hash: string): ReturnType<AgentApi['readVersion']> {
    return this.#timeline.readVersion(hash)
  }

  restoreStep(seq: number, what: RestoreChoice): ReturnType<AgentApi['restoreStep']> {
    return this.#timeline.restore(seq, what)
  }

  forkSession(seq: number): ReturnType<AgentApi['forkSession']> {
    return this.#timeline.fork(seq)
  }

  previewShare(choice: RecordingChoice): ReturnType<AgentApi['previewShare']> {
    return this.#recordings.preview(choice)
  }

  recording(choice: RecordingChoice): ReturnType<AgentApi['recording']> {
    return this.#recordings.file(choice)
  }

  transcript(...args: Parameters<AgentApi['transcript']>): ReturnType<AgentApi['transcript']> {
    return this.#recordings.transcript(...args)
  }

  openRecording(source: RecordingSource): ReturnType<AgentApi['openRecording']> {
    return this.#recordings.open(source)
  }

  startReplay(options: Parameters<AgentApi['startReplay']>[0]): ReturnType<AgentApi['startReplay']> {
    return this.#busy
      ? Promise.resolve(fail('not_permitted', 'The agent is still working; stop it before a replay.'))
      : this.#replays.start(options)
  }

  steerReplay(command: ReplayCommand): ReturnType<AgentApi['steerReplay']> {
    return Promise.resolve(this.#replays.steer(command))
  }

  get #busy(): boolean {
    return this.#runs.busy || this.#replays.active
  }

  /** Why no run can begin now. */
  #replaying(): Result<never> | undefined {
    if (!this.#replays.active) return undefined
    return fail('not_permitted', 'A replay is under way; the message was not sent.', {
      hint: 'Take over first, or wait until it has ended.',
    })
  }

  async #leaveSession(): Promise<void> {
    await this.stop()
    await this.#terminals.closeAll()
    await this.#runs.endJobs()
    await this.#files.settled()
    this.#desk.reset()
    this.#exits.refuseAll()
    this.#runs.forget()
    const previous = this.#session
    this.#session = undefined
    await previous?.close()
    this.#secrets.forget()
  }

  #onSandboxEvent(event: SandboxEvent): void {
    if (event.type === 'files_changed') this.#paths.forget()
    this.#terminals.notice(event)
    if (
      event.type === 'files_changed' &&
      (event.overflow || event.paths.some((path) => isConfiguration(relativeTo(path))))
    )
      void this.#project.tell()
    if (
      event.type === 'files_changed' ||
      event.type === 'processes_changed' ||
      event.type === 'ports_changed'
    )
      this.#notice(event)
  }

  #onRole(id: string, role: OpenedSession['role']): void {
    if (this.#session?.id !== id) return
    this.#notice({ type: 'role', role })
    if (role === 'follower') this.#exits.refuseAll()
    // The files may have moved on while another tab led.
    if (role === 'leader') void this.#workspace.show(this.#session.facts.root)
  }

  #resetPort(): void {
    this.#notice({ type: 'exits', requests: this.#exits.waiting })
    this.#replays.tell()
    if (this.#session) this.#port?.reset(this.#session.id, this.#session.role, this.#session.lastSeq)
  }

  #notice(notice: TabNotice): void {
    this.#port?.notice(notice)
  }
}
