/** The page's calls, answered by the parts that `service-parts` puts together; and which session and sandbox they work on. */
import type { ImportSummary, ProcessTarget, Sandbox, SandboxEvent, Signal } from '../../sandbox/contract.ts'
import { fail, ok } from '../../sandbox/errors.ts'
import { relativeTo, resolve } from '../../sandbox/path.ts'
import type { Result } from '../../sandbox/errors.ts'
import type { PreviewRequest } from '../../sandbox/preview-messages.ts'
import { LOG_VERSION } from '../protocol/events.ts'
import type { AgentEvent, PermissionMode } from '../protocol/events.ts'
import type { ImageBlock } from '../protocol/messages.ts'
import type { OpenedSession } from '../protocol/opened-session.ts'
import type {
  AgentApi,
  PageFacts,
  PermissionAnswer,
  QueueOptions,
  RunEnd,
  SessionChange,
  TabNotice,
} from '../protocol/rpc.ts'
import type { ExplainOptions, PermissionExplanation } from '../protocol/trust.ts'
import type { PassphraseChange } from '../protocol/key-protection.ts'
import type { NewProgramKey } from '../protocol/program-keys.ts'
import type { EditedFiles, FileEdit } from '../protocol/files.ts'
import type { UserAnswer } from '../protocol/questions.ts'
import type { FolderChoice, FolderDifference } from '../protocol/local-folder.ts'
import { PATHS_SUGGESTED, TAIL_EVENTS, TAIL_FROM_EVENTS } from '../limits.ts'
import type { RunOptions } from '../protocol/run-options.ts'
import type { PermissionRules, Settings } from '../protocol/settings.ts'
import type { RecordingChoice, RecordingSource, ReplayCommand, RestoreChoice } from '../protocol/time.ts'
import type { TerminalMemory, TerminalRequest } from '../protocol/terminal.ts'
import { readStoredEvents } from './stored-events.ts'
import { EventPort } from './event-port.ts'
import { sealedDuring } from './sealed-egress.ts'
import { isConfiguration } from './project/project-trust.ts'
import { withEnvironment } from './sandbox-environment.ts'
import { Session } from './session.ts'
import type { SessionRecord } from './database.ts'
import { createSessionRecord, lastSessionId } from './sessions.ts'
import type { ExecOptions } from './user-files.ts'
import { createParts } from './service-parts.ts'
import type { ServiceOptions } from './service-parts.ts'

/** Said in each terminal. */
const RESTARTED = 'The sandbox was started again, and the shell with it.'

export class AgentService implements AgentApi {
  readonly #options: ServiceOptions
  readonly #parts: ReturnType<typeof createParts>
  #session: Session | undefined
  #port: EventPort | undefined

  constructor(options: ServiceOptions) {
    this.#options = options
    options.values.keyring.onState = (protection, wanted) =>
      this.#notice({ type: 'keys', protection, wanted })
    this.#parts = createParts(options, {
      session: () => this.#session,
      open: (id) => this.openSession(id),
      hasPage: () => this.#port !== undefined,
      notice: (notice) => this.#notice(notice),
      onSandboxEvent: (event) => this.#onSandboxEvent(event),
    })
  }

  connect(port: MessagePort, { packageRegistry, registryProxy }: PageFacts): Promise<void> {
    this.#parts.outgoing.registryServed({ address: packageRegistry, proxy: registryProxy })
    this.#port?.close()
    this.#port = new EventPort(port, (session, fromSeq, limit) =>
      readStoredEvents(this.#options.database, session, fromSeq, limit),
    )
    if (!this.#options.isKept) this.#notice({ type: 'nothing_kept' })
    this.#resetPort()
    return Promise.resolve()
  }

  attachBrowser(port: MessagePort): Promise<void> {
    this.#parts.browser.attach(port)
    return Promise.resolve()
  }

  pageErrors(address: string, errors: readonly string[]): Promise<void> {
    this.#parts.pageErrors.set(address, errors)
    return Promise.resolve()
  }

  sandboxLost(): Promise<void> {
    this.#parts.terminals.lost(RESTARTED)
    // The next sandbox asks for all files: they are read while it starts. What fails here fails again there, and is told.
    this.#parts.blobs.readAhead().catch((error: unknown) => console.info('nothing was read ahead:', error))
    return this.#parts.workspace.lost()
  }

  async attachSandbox(port: MessagePort | null, failure?: { message: string; hint: string }): Promise<void> {
    this.#parts.terminals.lost(RESTARTED)
    if (!port) {
      this.#parts.workspace.failed(
        failure ?? { message: 'The sandbox could not be started.', hint: 'Reload the page.' },
      )
      return
    }
    const connected = await this.#connectSandbox(port)
    if (connected.ok) return this.#parts.workspace.attach(connected.value)
    const { message, hint = 'Reload the page.' } = connected.error
    this.#parts.workspace.failed({ message, hint })
  }

  async #connectSandbox(port: MessagePort): Promise<Result<Sandbox>> {
    this.#parts.paths.forget()
    // What a recording does leaves the sandbox in no way, whatever the rules allow.
    const egress = sealedDuring(() => this.#parts.replays.active, this.#parts.outgoing.gate)
    const parts = { blobs: this.#parts.blobs, egress }
    const connected = await this.#options.connectSandbox(port, parts)
    return connected.ok
      ? ok(this.#parts.home.watch(withEnvironment(connected.value, () => this.#parts.outgoing.environment())))
      : connected
  }

  async moveSandbox(port: MessagePort): Promise<Result<void>> {
    const connected = await this.#connectSandbox(port)
    if (!connected.ok) return connected
    const moved = await this.#parts.files.moveTo(connected.value)
    if (moved.ok)
      this.#parts.terminals.lost('The workspace has moved to another sandbox; the shell has ended.')
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
    return this.#parts.library.list()
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
    if (this.#session?.id === wanted) return ok(openedAs(this.#session))
    const record = await this.#options.database.get('sessions', wanted)
    if (record?.deletedAt !== undefined) {
      return fail('not_found', 'This session was deleted.', {
        hint: 'Bring it back first: it is under "Deleted" in the list of sessions.',
      })
    }
    const isLong = record !== undefined && record.lastSeq > TAIL_FROM_EVENTS
    if (isLong) await this.#showTail(record)
    try {
      return await this.#openStored(wanted)
    } catch (error) {
      if (isLong) this.#port?.tail(wanted, '', [])
      throw error
    }
  }

  /** What was said last is on the screen while all that came before is still read. */
  async #showTail({ id, title, lastSeq }: SessionRecord): Promise<void> {
    const events = await readStoredEvents(this.#options.database, id, lastSeq - TAIL_EVENTS + 1)
    this.#port?.tail(id, title, events)
  }

  async #openStored(wanted: string): Promise<Result<OpenedSession>> {
    /** What is read while it opens is not read again for the page. */
    const read: AgentEvent[] = []
    const next = await Session.open({
      redactor: this.#options.redactor,
      secretsKnown: this.#options.secretsKnown,
      database: this.#options.database,
      id: wanted,
      locks: this.#options.locks,
      now: this.#options.now,
      onEvents: (events) => {
        if (this.#session?.id === wanted) this.#port?.push(wanted, events)
        else {
          this.#port?.ahead(wanted, events)
          for (const event of events) read.push(event)
        }
      },
      onRole: (role) => this.#onRole(wanted, role),
      onHandOver: async () => {
        await this.stop()
        await this.#parts.runs.endJobs()
      },
    })
    if (!next) {
      return fail('not_found', `There is no session ${wanted} in this browser.`, {
        hint: 'It may have been deleted, or made in another browser or profile.',
      })
    }
    await this.#leaveSession()
    this.#session = next
    this.#resetPort(read.splice(0))
    this.#parts.paths.forget()
    void this.#parts.workspace.show(next.facts.root)
    return ok(openedAs(next))
  }

  async renameSession(id: string, title: string): Promise<Result<void>> {
    const trimmed = title.trim()
    if (trimmed === '') return fail('invalid', 'A title cannot be empty; the session was not renamed.')
    if (this.#session?.id === id && this.#session.role === 'leader') {
      await this.#session.append({ type: 'session_titled', title: trimmed, by: 'person' })
      this.#notice({ type: 'sessions_changed' })
      return ok(undefined)
    }
    return this.#parts.library.rename(id, trimmed)
  }

  changeSession(id: string, change: SessionChange): Promise<Result<void>> {
    return this.#parts.library.change(id, change)
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
    const deleted = await this.#parts.library.delete(id)
    if (this.#session) return deleted
    const opened = await this.openSession(deleted.ok ? undefined : id)
    return deleted.ok && !opened.ok ? opened : deleted
  }

  undeleteSession(id: string): Promise<Result<void>> {
    return this.#parts.library.undelete(id)
  }

  purgeSessions(ids: readonly string[]): Promise<Result<void>> {
    return this.#parts.library.purge(ids)
  }

  searchSessions(question: string): ReturnType<AgentApi['searchSessions']> {
    return this.#parts.search.search(question)
  }

  storage(): ReturnType<AgentApi['storage']> {
    return this.#parts.storage.overview()
  }

  verifyLogs(): ReturnType<AgentApi['verifyLogs']> {
    return this.#parts.storage.verifyLogs()
  }

  cleanUp(): ReturnType<AgentApi['cleanUp']> {
    return this.#parts.storage.cleanUp()
  }

  async takeOver(): Promise<Result<void>> {
    if (!this.#session) return fail('not_found', 'No session is open.')
    await this.#session.takeOver()
    return ok(undefined)
  }

  events(fromSeq: number): ReturnType<AgentApi['events']> {
    return this.#session?.events(fromSeq) ?? Promise.resolve([])
  }

  send(prompt: string, options?: RunOptions, images?: readonly ImageBlock[]): Promise<Result<RunEnd>> {
    return Promise.resolve(this.#replaying() ?? this.#parts.runs.send(prompt, options, images))
  }

  tryAgain(): Promise<Result<RunEnd>> {
    return Promise.resolve(this.#replaying() ?? this.#parts.runs.tryAgain())
  }

  compact(keep: string): Promise<Result<RunEnd>> {
    return Promise.resolve(this.#replaying() ?? this.#parts.runs.compact(keep))
  }

  queue(prompt: string, options: QueueOptions): Promise<Result<void>> {
    return Promise.resolve(this.#replaying() ?? this.#parts.runs.queue(prompt, options))
  }

  resume(): Promise<Result<void>> {
    return Promise.resolve(this.#parts.runs.pause.resume())
  }

  hurryQueued(messageId: string): Promise<Result<void>> {
    return Promise.resolve(this.#parts.runs.hurry(messageId))
  }

  removeQueued(messageId: string): Promise<Result<void>> {
    return this.#parts.runs.inbox.remove(messageId)
  }

  async stop(): Promise<void> {
    await this.#parts.replays.stop()
    await this.#parts.runs.stop()
  }

  stopJob(id: string): Promise<Result<void>> {
    return this.#parts.runs.stopJob(id)
  }

  answerPermission(toolUseId: string, answer: PermissionAnswer): Promise<Result<void>> {
    if (this.#parts.exits.answer(toolUseId, answer)) return Promise.resolve(ok(undefined))
    return Promise.resolve(this.#parts.desk.answer(toolUseId, answer))
  }

  answerQuestion(toolUseId: string, answer: UserAnswer): Promise<Result<void>> {
    return Promise.resolve(this.#parts.questions.answer(toolUseId, answer))
  }

  setMode(mode: PermissionMode): Promise<Result<void>> {
    return this.#parts.runs.setMode(mode)
  }

  async explain(tool: string, input: unknown, options?: ExplainOptions): Promise<PermissionExplanation> {
    return (await this.#parts.runs.inquiries()).explain(tool, input, options)
  }

  async explainText(text: string): Promise<PermissionExplanation> {
    return (await this.#parts.runs.inquiries()).explainText(text)
  }

  async checkRules(rules: PermissionRules): Promise<readonly string[]> {
    return (await this.#parts.runs.inquiries()).checkRules(rules)
  }

  judgeRule(toolUseId: string, rule: string): ReturnType<AgentApi['judgeRule']> {
    return Promise.resolve(this.#parts.desk.judge(toolUseId, rule))
  }

  attendPermission(toolUseId: string): Promise<void> {
    this.#parts.desk.attend(toolUseId)
    return Promise.resolve()
  }

  async projectState(): ReturnType<AgentApi['projectState']> {
    return (await this.#parts.project.state()) ?? null
  }

  async decideProject(hash: string, isTrusted: boolean): Promise<Result<void>> {
    const decided = await this.#parts.project.decide(hash, isTrusted)
    await this.#parts.runs.settingsChanged()
    return decided
  }

  locks(): ReturnType<AgentApi['locks']> {
    return this.#parts.workspaces.locks()
  }

  async setLock(path: string, isLocked: boolean): ReturnType<AgentApi['setLock']> {
    const locks = await this.#parts.workspaces.setLock(relativeTo(resolve(path)), isLocked)
    await this.#parts.runs.settingsChanged()
    return locks
  }

  workspaceRules(): Promise<PermissionRules> {
    return this.#parts.workspaces.rules()
  }

  async forgetWorkspaceRule(rule: string): ReturnType<AgentApi['forgetWorkspaceRule']> {
    const left = await this.#parts.workspaces.forgetRule(rule)
    await this.#parts.runs.settingsChanged()
    return ok(left)
  }

  settings(): Promise<Settings> {
    return this.#options.values.settings()
  }

  async updateSettings(change: Partial<Settings>): Promise<Result<Settings>> {
    const updated = await this.#options.values.updateSettings(change)
    if (updated.ok) await this.#parts.runs.settingsChanged()
    return updated
  }

  async usageOverview(): ReturnType<AgentApi['usageOverview']> {
    return this.#parts.runs.spending.overview(await this.settings())
  }

  async contextBudget(): ReturnType<AgentApi['contextBudget']> {
    return (await this.#parts.runs.inquiries()).contextBudget()
  }

  keyProtection(): ReturnType<AgentApi['keyProtection']> {
    return this.#options.values.keyring.protection()
  }

  unlockKeys(passphrase: string): ReturnType<AgentApi['unlockKeys']> {
    return this.#options.values.keyring.unlock(passphrase)
  }

  async declineUnlock(): Promise<void> {
    this.#options.values.keyring.decline()
  }

  lockKeys(): ReturnType<AgentApi['lockKeys']> {
    return this.#options.values.keyring.lock()
  }

  changePassphrase(change: PassphraseChange): ReturnType<AgentApi['changePassphrase']> {
    return this.#options.values.keyring.change(change)
  }

  async removeKeys(): ReturnType<AgentApi['removeKeys']> {
    await this.#options.values.removeKeys()
    return ok(undefined)
  }

  async keyStatus(): ReturnType<AgentApi['keyStatus']> {
    return this.#options.values.keyStatus((await this.settings()).provider)
  }

  async setApiKey(key: string): ReturnType<AgentApi['setApiKey']> {
    return this.#options.values.setApiKey((await this.settings()).provider, key)
  }

  async testConnection(): ReturnType<AgentApi['testConnection']> {
    return (await this.#parts.runs.inquiries()).testConnection()
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

  programKeys(): ReturnType<AgentApi['programKeys']> {
    return this.#options.values.programs.list()
  }

  setProgramKey(key: NewProgramKey): ReturnType<AgentApi['setProgramKey']> {
    return this.#options.values.setProgramKey(key)
  }

  forgetProgramKey(name: string): ReturnType<AgentApi['forgetProgramKey']> {
    return this.#options.values.forgetProgramKey(name)
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
    return this.#parts.files.read((sandbox) => sandbox.readFile(path))
  }

  writeFile(path: string, data: Uint8Array): Promise<Result<void>> {
    return this.#parts.files.change((sandbox) => sandbox.writeFile({ path, data }))
  }

  list(path: string): ReturnType<AgentApi['list']> {
    return this.#parts.files.read((sandbox) => sandbox.list(path))
  }

  findPaths(query: string): ReturnType<AgentApi['findPaths']> {
    return this.#parts.files.read((sandbox) => this.#parts.paths.find(sandbox, query, PATHS_SUGGESTED))
  }

  editFiles(edits: readonly FileEdit[]): ReturnType<AgentApi['editFiles']> {
    return this.#parts.edits.edit(edits)
  }

  rejectChanges(...args: Parameters<AgentApi['rejectChanges']>): ReturnType<AgentApi['rejectChanges']> {
    return this.#parts.edits.reject(...args)
  }

  committedVersions(paths: readonly string[]): ReturnType<AgentApi['committedVersions']> {
    return this.#parts.reviewCommit.versions(paths)
  }

  commitReviewed(...args: Parameters<AgentApi['commitReviewed']>): ReturnType<AgentApi['commitReviewed']> {
    return this.#parts.reviewCommit.commit(...args)
  }

  async undoEdit(edited: EditedFiles): Promise<Result<void>> {
    const undone = await this.#parts.edits.undo(edited)
    if (undone.ok) this.#parts.runs.forgetFiles()
    return undone
  }

  gitStatus(): ReturnType<AgentApi['gitStatus']> {
    return this.#parts.edits.gitStatus()
  }

  filterPaths(text: string, limit: number): ReturnType<AgentApi['filterPaths']> {
    return this.#parts.files.read((sandbox) => this.#parts.paths.filter(sandbox, text, limit))
  }

  searchText(...args: Parameters<AgentApi['searchText']>): ReturnType<AgentApi['searchText']> {
    return this.#parts.textSearch.search(...args)
  }

  cancelSearch(): Promise<void> {
    return this.#parts.textSearch.cancel()
  }

  replaceText(...args: Parameters<AgentApi['replaceText']>): ReturnType<AgentApi['replaceText']> {
    return this.#parts.textSearch.replace(...args)
  }

  exec(command: string, options: ExecOptions): ReturnType<AgentApi['exec']> {
    return this.#parts.files.exec(command, options)
  }

  openTerminal(request: TerminalRequest, port: MessagePort): Promise<Result<void>> {
    return this.#parts.terminals.open(request, port)
  }

  closeTerminal(id: string): Promise<void> {
    return this.#parts.terminals.close(id)
  }

  async terminalMemory(): Promise<TerminalMemory> {
    return this.#session ? this.#options.values.terminals(this.#session.id) : { terminals: [], history: [] }
  }

  keepTerminalMemory(session: string, memory: TerminalMemory): Promise<void> {
    return this.#options.values.keepTerminals(session, memory)
  }

  processes(): ReturnType<AgentApi['processes']> {
    return this.#parts.files.read((sandbox) => sandbox.processes())
  }

  signalProcess(target: ProcessTarget, signal: Signal): Promise<Result<void>> {
    return this.#parts.files.read((sandbox) => sandbox.signal(target, signal))
  }

  outputTail(execId: string): ReturnType<AgentApi['outputTail']> {
    return this.#parts.files.read((sandbox) => sandbox.outputTail(execId))
  }

  async importArchive(name: string, data: Uint8Array): Promise<Result<ImportSummary>> {
    const imported = await this.#parts.files.importArchive(name, data)
    if (imported.ok) this.#parts.runs.forgetFiles()
    return imported
  }

  cancelImport(): Promise<void> {
    this.#parts.folders.cancel()
    return this.#parts.files.cancelImport()
  }

  surveyFolder(handle: FileSystemDirectoryHandle): ReturnType<AgentApi['surveyFolder']> {
    return this.#parts.folders.survey(handle)
  }

  async openFolder(
    handle: FileSystemDirectoryHandle,
    choice: FolderChoice,
  ): ReturnType<AgentApi['openFolder']> {
    const opened = await this.#parts.folders.open(handle, choice)
    if (opened.ok) this.#parts.runs.forgetFiles()
    return opened
  }

  localFolder(): ReturnType<AgentApi['localFolder']> {
    return this.#parts.folders.current()
  }

  compareFolder(): ReturnType<AgentApi['compareFolder']> {
    return this.#parts.folders.compare()
  }

  folderVersions(item: FolderDifference): ReturnType<AgentApi['folderVersions']> {
    return this.#parts.folders.versions(item)
  }

  writeBack(items: readonly FolderDifference[]): ReturnType<AgentApi['writeBack']> {
    return this.#parts.folders.writeBack(items)
  }

  exportArchive(): ReturnType<AgentApi['exportArchive']> {
    return this.#parts.files.exportArchive()
  }

  checkpoint(): Promise<Result<string>> {
    return this.#parts.files.checkpoint()
  }

  async restore(root: string): Promise<Result<void>> {
    const restored = await this.#parts.files.restore(root)
    if (restored.ok) this.#parts.runs.forgetFiles()
    return restored
  }

  changes(since?: string): ReturnType<AgentApi['changes']> {
    return this.#parts.files.changes(since)
  }

  steps(): ReturnType<AgentApi['steps']> {
    return this.#parts.timeline.steps()
  }

  compareTrees(from: string, to: string): ReturnType<AgentApi['compareTrees']> {
    return this.#parts.timeline.compare(from, to)
  }

  stepServer(root: string): ReturnType<AgentApi['stepServer']> {
    return this.#parts.timeline.server(root)
  }

  stepPage(root: string, request: PreviewRequest): ReturnType<AgentApi['stepPage']> {
    return this.#parts.timeline.page(root, request)
  }

  readVersion(hash: string): ReturnType<AgentApi['readVersion']> {
    return this.#parts.timeline.readVersion(hash)
  }

  restoreStep(seq: number, what: RestoreChoice): ReturnType<AgentApi['restoreStep']> {
    return this.#parts.timeline.restore(seq, what)
  }

  forkSession(seq: number): ReturnType<AgentApi['forkSession']> {
    return this.#parts.timeline.fork(seq)
  }

  async previewShare(choice: RecordingChoice): ReturnType<AgentApi['previewShare']> {
    return (await this.#parts.recordings()).preview(choice)
  }

  async recording(choice: RecordingChoice): ReturnType<AgentApi['recording']> {
    return (await this.#parts.recordings()).file(choice)
  }

  async transcript(...args: Parameters<AgentApi['transcript']>): ReturnType<AgentApi['transcript']> {
    return (await this.#parts.recordings()).transcript(...args)
  }

  shareStore(): ReturnType<AgentApi['shareStore']> {
    return this.#parts.sharing.status()
  }

  setShareStore(...args: Parameters<AgentApi['setShareStore']>): ReturnType<AgentApi['setShareStore']> {
    return this.#parts.sharing.setStore(...args)
  }

  forgetShareStore(): ReturnType<AgentApi['forgetShareStore']> {
    return this.#parts.sharing.forgetStore()
  }

  async shareToStore(choice: RecordingChoice): ReturnType<AgentApi['shareToStore']> {
    const file = await (await this.#parts.recordings()).file(choice)
    if (!file.ok) return file
    return this.#parts.sharing.share(file.value.name.replace(/\.vivarium$/, ''), file.value.data)
  }

  sharedRecordings(): ReturnType<AgentApi['sharedRecordings']> {
    return this.#parts.sharing.list()
  }

  unshare(id: string, { onlyHere }: { readonly onlyHere: boolean }): ReturnType<AgentApi['unshare']> {
    return this.#parts.sharing.unshare(id, onlyHere)
  }

  async cancelTransfer(): Promise<void> {
    this.#parts.sharing.cancel()
  }

  localModels(): ReturnType<AgentApi['localModels']> {
    return this.#parts.localModels.state()
  }

  offeredModel(url: string): ReturnType<AgentApi['offeredModel']> {
    return this.#parts.localModels.offered(url)
  }

  downloadModel(url: string): ReturnType<AgentApi['downloadModel']> {
    return this.#parts.localModels.download(url)
  }

  addModel(files: readonly File[]): ReturnType<AgentApi['addModel']> {
    return this.#parts.localModels.add(files)
  }

  async cancelModel(): Promise<void> {
    this.#parts.localModels.cancel()
  }

  removeModel(name: string): ReturnType<AgentApi['removeModel']> {
    return this.#parts.localModels.remove(name)
  }

  async openRecording(source: RecordingSource): ReturnType<AgentApi['openRecording']> {
    return (await this.#parts.recordings()).open(source)
  }

  startReplay(options: Parameters<AgentApi['startReplay']>[0]): ReturnType<AgentApi['startReplay']> {
    return this.#parts.busy()
      ? Promise.resolve(fail('not_permitted', 'The agent is still working; stop it before a replay.'))
      : this.#parts.replays.start(options)
  }

  steerReplay(command: ReplayCommand): ReturnType<AgentApi['steerReplay']> {
    return Promise.resolve(this.#parts.replays.steer(command))
  }

  /** Why no run can begin now. */
  #replaying(): Result<never> | undefined {
    if (!this.#parts.replays.active) return undefined
    return fail('not_permitted', 'A replay is under way; the message was not sent.', {
      hint: 'Take over first, or wait until it has ended.',
    })
  }

  async #leaveSession(): Promise<void> {
    await this.stop()
    await this.#parts.terminals.closeAll()
    await this.#parts.runs.endJobs()
    await this.#parts.files.settled()
    await this.#parts.home.keep()
    this.#parts.desk.reset()
    this.#parts.exits.refuseAll()
    this.#parts.runs.forget()
    const previous = this.#session
    this.#session = undefined
    await previous?.close()
    this.#parts.secrets.forget()
  }

  #onSandboxEvent(event: SandboxEvent): void {
    if (event.type === 'files_changed') this.#parts.paths.forget()
    this.#parts.terminals.notice(event)
    if (
      event.type === 'files_changed' &&
      (event.overflow || event.paths.some((path) => isConfiguration(relativeTo(path))))
    )
      void this.#parts.project.tell()
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
    if (role === 'follower') this.#parts.exits.refuseAll()
    // The files may have moved on while another tab led.
    if (role === 'leader') void this.#parts.workspace.show(this.#session.facts.root)
  }

  #resetPort(read: readonly AgentEvent[] = []): void {
    this.#notice({ type: 'exits', requests: this.#parts.exits.waiting })
    this.#parts.replays.tell()
    const session = this.#session
    if (session) this.#port?.reset(session.id, session.role, session.lastSeq, read)
  }

  #notice(notice: TabNotice): void {
    this.#port?.notice(notice)
  }
}

function openedAs({ id, role, lastSeq }: Session): OpenedSession {
  return { id, role, lastSeq }
}
