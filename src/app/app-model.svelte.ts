/** All that the components share: one model per concern, and which part of the screen is open. */
import { createContext } from 'svelte'
import type { FolderChoice } from '../agent/protocol/calls/local-folder.ts'
import type { ImportOrigin } from '../agent/protocol/events/session-events.ts'
import type { OpenedSession } from '../agent/protocol/opened-session.ts'
import type { AgentApi } from '../agent/protocol/calls/agent-api.ts'
import { ok } from '../sandbox/contract/errors.ts'
import type { Result } from '../sandbox/contract/errors.ts'
import { isRecording, parseAddress, sessionAddress } from './address.ts'
import type { Address, RecordingAddress, StoredAddress } from './address.ts'
import type { AgentClient } from './boot/agent-client.ts'
import { isOnThisDevice } from './loopback.ts'
import { BACKUP_ENDING } from '../agent/protocol/calls/backups.ts'
import { BackupModel } from './backup/backup.svelte.ts'
import { CodeApply } from './chat/code/code-apply.svelte.ts'
import { FindModel } from './chat/find/find.svelte.ts'
import { ConnectionModel } from './boot/connection.svelte.ts'
import { isPrivateStore } from './private-store.ts'
import { unexpected } from './problem.ts'
import type { Problem } from './problem.ts'
import { KeysModel } from './keys/keys.svelte.ts'
import { HistoryModel } from './history/history.svelte.ts'
import type { MemoryModel } from './memory/memory.svelte.ts'
import { Remembering } from './memory/remembering.svelte.ts'
import type { NewNote } from './memory/note-editor.svelte.ts'
import { PolicyModel } from './policy/policy.svelte.ts'
import { ProjectModel } from './project/project.svelte.ts'
import { SessionModel } from './session.svelte.ts'
import { SessionsModel } from './sessions/sessions.svelte.ts'
import { StorageModel } from './sessions/storage.svelte.ts'
import { LocalModelsModel } from './settings/local-models.svelte.ts'
import { SettingsModel } from './settings/settings.svelte.ts'
import { fetchArchive } from './workspace/fetch-archive.ts'
import { saveFile } from './workspace/save-file.ts'
import { SteeringFilesModel } from './workspace/steering-files/steering-files.svelte.ts'
import { ProcessesModel } from './workspace/terminal/processes.svelte.ts'
import { TerminalsModel } from './workspace/terminal/terminals.svelte.ts'
import { LocalFolderModel } from './workspace/local-folder/local-folder.svelte.ts'
import { PreviewModel } from './workspace/preview.svelte.ts'
import type { CursorGoal } from './workspace/editor/open-files.svelte.ts'
import { SearchModel } from './workspace/search/search.svelte.ts'
import { ReviewModel } from './workspace/review/review.svelte.ts'
import { lendBrowser } from './workspace/browser/lend-browser.ts'
import { WorkspaceModel } from './workspace/workspace.svelte.ts'
import type { ImportedArchive } from './workspace/workspace.svelte.ts'
import { screen as t } from './language/en/screen.ts'
import { tellModels } from './app-events.ts'
import { archiveProblem } from './workspace/archive-problem.ts'

export class AppModel {
  readonly session: SessionModel
  readonly workspace: WorkspaceModel
  readonly review: ReviewModel
  readonly search: SearchModel
  readonly preview = new PreviewModel()
  readonly localFolder: LocalFolderModel
  readonly steering: SteeringFilesModel
  readonly terminals: TerminalsModel
  readonly processes: ProcessesModel
  readonly localModels: LocalModelsModel
  readonly settings: SettingsModel
  readonly keys: KeysModel
  readonly sessions: SessionsModel
  readonly storage: StorageModel
  readonly backup: BackupModel
  readonly history: HistoryModel
  readonly remembering: Remembering
  /** Made when its dialog is first opened (`memory/memory-of`). */
  memory: MemoryModel | undefined
  readonly project: ProjectModel
  readonly policy = new PolicyModel()
  readonly codeApply: CodeApply
  readonly find = new FindModel(() => this.session.view)
  readonly connection = new ConnectionModel()

  /** The panel on a narrow screen; a wide one shows all. */
  panel = $state<'chat' | 'files' | 'code'>('chat')
  tab = $state<'editor' | 'changes' | 'search' | 'terminal' | 'preview'>('editor')
  dialog = $state<
    | 'settings'
    | 'sessions'
    | 'storage'
    | 'usage'
    | 'context'
    | 'summarise'
    | 'network'
    | 'timeline'
    | 'memory'
    | 'share'
    | 'demos'
    | 'templates'
    | 'palette'
    | 'files'
    | 'keys'
    | 'project'
    | 'same-project'
    | 'apply'
  >()
  /** A place of the conversation that is to be seen: an item, a call in it, and what is marked there. */
  goal = $state.raw<{ readonly id: string; readonly call: string | undefined; readonly text: string }>()
  /** The message before which the summary of the dialog ends at first; undefined: it has all up to the end. */
  summaryEnd = $state<string>()
  /** Counts how often the person was brought to the message box. */
  composing = $state(0)
  /** Counts how often the person was asked for an archive. */
  choosingArchive = $state(0)
  /** Markdown output of the last command, until it is closed. */
  commandOutput = $state.raw<{ readonly command: string; readonly text: string }>()
  /** An archive that the address names, until the person has said what to do with it. */
  offeredZip = $state<string>()
  /** A shared session on this device or in a private network, until the user has said whether to fetch it. */
  offeredShare = $state.raw<StoredAddress>()
  /** Host of the store that a shared session is being fetched from. */
  fetchingFrom = $state<string>()
  /** Why there is another sandbox than the one that was asked for. */
  sandboxNotice = $state.raw<Problem>()

  /** There is something to look at besides the chat. */
  readonly hasFiles = $derived.by(
    () => this.session.view.root !== undefined || !this.workspace.empty || this.tab === 'terminal',
  )

  readonly agent: AgentApi
  readonly #address: Address

  constructor(agent: AgentApi, href: string) {
    this.#address = parseAddress(href)
    this.agent = agent
    this.session = new SessionModel(agent, this.#address.kind === 'session' ? this.#address.id : '')
    this.workspace = new WorkspaceModel(agent, () => this.#whyLocked())
    this.review = new ReviewModel({
      agent,
      send: (text) => this.session.sendText(text),
      locked: () => this.#whyLocked(),
    })
    this.search = new SearchModel(agent, this.workspace)
    this.localFolder = new LocalFolderModel(agent)
    this.steering = new SteeringFilesModel(agent)
    this.terminals = new TerminalsModel(agent)
    this.processes = new ProcessesModel(agent)
    this.settings = new SettingsModel(agent)
    this.keys = new KeysModel(agent)
    this.keys.onChange = () => void this.settings.load()
    this.sessions = new SessionsModel(agent)
    this.storage = new StorageModel(agent)
    this.backup = new BackupModel(agent)
    this.backup.onSettings = () => void this.settings.load()
    this.history = new HistoryModel(agent)
    this.remembering = new Remembering(agent.memory)
    this.project = new ProjectModel(agent)
    this.localModels = new LocalModelsModel(agent)
    this.codeApply = new CodeApply({
      files: this.workspace.files,
      ask: () => (this.dialog = 'apply'),
      showFile: (path, goal) => this.showFile(path, goal),
    })
    this.session.waitsForNetwork = () => !this.connection.online && this.#isQueueing()
    this.connection.onBack = () => void this.#sendWaiting()
    if (this.#address.kind === 'prompt') this.session.draft = this.#address.text
    if (this.#address.kind === 'zip') this.offeredZip = this.#address.url
  }

  /** Starts the worker and opens what the address names. Never rejects: what fails is on the screen. */
  async start(client: AgentClient): Promise<void> {
    const starting = client.start(
      tellModels(this, {
        onReset: () => {
          this.commandOutput = undefined
          this.goal = undefined
        },
        onLeading: () => void this.#sendWaiting(),
        showsSessions: () => this.dialog === 'sessions',
        showsMemory: () => this.dialog === 'memory',
      }),
    )
    // Sent along with it: the worker answers in turn, and answers nothing when it does not start.
    const opening = Promise.all([
      lendBrowser(this.agent, this.preview),
      this.#openAddress(),
      this.settings.load(),
      this.keys.load(),
    ])
    try {
      await starting
    } catch (error) {
      await opening.catch(() => undefined)
      this.session.fail(unexpected(t.startingAgent, error))
      return
    }
    await opening
    // Written without a network, before this tab was closed.
    void this.#sendWaiting()
  }

  async openSession(id: string): Promise<void> {
    this.dialog = undefined
    if (id === this.session.id) return
    if (!(await this.session.open((agent) => agent.sessions.open(id)))) return
    this.#showAddress('push')
    void this.#sendWaiting()
  }

  async newSession(): Promise<void> {
    this.dialog = undefined
    this.panel = 'chat'
    if (await this.session.open(createSession)) this.#showAddress('push')
  }

  /**
   * Deletes a session; the one on the screen gives way to the last, or a new one. A message that is sent while it is
   * deleted is for that one: with the deleted session it would be lost.
   */
  async deleteSession(id: string): Promise<void> {
    if (id !== this.session.id) return this.sessions.delete(id)
    const opened = await this.session.open(async (agent) => {
      await this.sessions.delete(id)
      return agent.sessions.open(this.sessions.problem ? id : undefined)
    })
    if (opened) this.#showAddress('replace')
  }

  /** The person moved through the tab's history, or edited the address. */
  async followAddress(href: string): Promise<void> {
    const address = parseAddress(href)
    if (address.kind === 'session') {
      if (address.id !== this.session.id) await this.session.open((agent) => agent.sessions.open(address.id))
      await this.#showPlace(address.at)
    }
    if (isRecording(address)) await this.openRecording(address)
  }

  /** Shows a recording as a session. Nothing of it runs. Asks before one is fetched from a private address. */
  async openRecording(address: RecordingAddress | File): Promise<boolean> {
    this.dialog = undefined
    if (address instanceof File || address.kind !== 'stored' || !isPrivateStore(address.url))
      return this.#openRecording(address)
    this.offeredShare = address
    return false
  }

  async openOfferedShare(): Promise<boolean> {
    const address = this.offeredShare
    this.offeredShare = undefined
    return address !== undefined && this.#openRecording(address)
  }

  async #openRecording(address: RecordingAddress | File): Promise<boolean> {
    const source = await this.history.source(address)
    if (!source.ok) {
      this.session.problem = source.problem
      return false
    }
    const { session } = this
    const open = (agent: AgentApi) => agent.recordings.open(source.value)
    if (source.value.from === 'store') this.fetchingFrom = URL.parse(source.value.url)?.host ?? t.theStore
    const opened = await (this.fetchingFrom === undefined ? session.open(open) : session.openLater(open))
    this.fetchingFrom = undefined
    if (opened) this.#showAddress('push')
    return opened
  }

  /** Another session, from what was done in this one. */
  async openFrom(open: (agent: AgentApi) => Promise<Result<OpenedSession>>): Promise<void> {
    this.dialog = undefined
    if (await this.session.open(open)) this.#showAddress('push')
  }

  async importFile(file: File, origin?: ImportOrigin): Promise<void> {
    const { workspace } = this
    if (file.name.toLowerCase().endsWith(BACKUP_ENDING)) {
      this.dialog = undefined
      return this.backup.inspect(file)
    }
    if (/\.(vivarium|jsonl|html|md)$/i.test(file.name)) {
      // Waits for the first session, which would replace this one. If none can be opened, this reports why.
      await this.session.opened().catch(() => undefined)
      return void (await this.openRecording(file))
    }
    const problem = archiveProblem(file)
    if (problem) return workspace.refuseImport(file.name, problem)
    await this.#import(file.name, async () => ({
      ...{ name: file.name, origin },
      data: new Uint8Array(await file.arrayBuffer()),
    }))
  }

  async importOfferedZip(): Promise<void> {
    const url = this.offeredZip
    this.offeredZip = undefined
    if (!url) return
    const fetched = await fetchArchive(url)
    if (!fetched.ok) return this.workspace.refuseImport(url, fetched.problem)
    await this.#import(fetched.name, async () => fetched)
  }

  /** The folder that the person has picked, as far as they want it. */
  async openChosenFolder(choice: FolderChoice): Promise<void> {
    const chosen = this.localFolder.chosen(choice)
    if (chosen === undefined) return
    const { workspace, session } = this
    await session.ready()
    await workspace.importBy(chosen.name, chosen.read, session.view.root)
    await this.localFolder.refresh()
  }

  /** Opens a file beside the chat; on a narrow screen instead of it. */
  async showFile(path: string, goal?: CursorGoal): Promise<void> {
    this.tab = 'editor'
    this.panel = 'code'
    await this.workspace.open(path, goal)
  }

  /** Hands the workspace to the user as a zip; asks first where files that steer tools have versions nobody has accepted. */
  async exportWorkspace(): Promise<void> {
    this.workspace.exporting = true
    const asks = await this.steering.ask('export')
    this.workspace.exporting = false
    if (!asks) await this.saveExport()
  }

  /** Without files that nobody has accepted. */
  async saveExport(): Promise<void> {
    const archive = await this.workspace.export()
    if (archive) saveFile(archive.name, archive.data)
  }

  /** Runs a line in the person's own terminal, and shows it. */
  async runInTerminal(line: string): Promise<void> {
    this.showTerminal()
    await this.terminals.run(line)
  }

  showTerminal(): void {
    this.tab = 'terminal'
    this.panel = 'code'
  }

  /** On the timeline: the step that an event or a call belongs to. */
  showStep(step: { readonly seq: number } | { readonly call: string }): void {
    this.history.goal = step
    this.dialog = 'timeline'
  }

  /** Opens the choice of the part that is summarised; `end`: the message before which it ends. */
  summarise(end?: string): void {
    this.summaryEnd = end
    this.dialog = 'summarise'
  }

  /** Opens the memory with a new note of this text; nothing is stored before it is saved. */
  async noteDown(note: NewNote): Promise<void> {
    const { memoryOf } = await import('./memory/memory-of.ts')
    memoryOf(this).begin(note)
    this.dialog = 'memory'
  }

  /** Opens the memory, at a note where that is still there. */
  async showNote(path: string): Promise<void> {
    const { memoryOf } = await import('./memory/memory-of.ts')
    this.dialog = 'memory'
    await memoryOf(this).find(path)
  }

  /** Brings the person to the search in the conversation. */
  showFind(text?: string): void {
    this.panel = 'chat'
    this.find.show(text)
  }

  /** Brings the person to the search in all files. */
  showSearch(): void {
    this.tab = 'search'
    this.panel = 'code'
    this.search.focused += 1
  }

  /** Puts what failed in the previewed page into the message box, for the person to send. */
  askAboutPage(): void {
    this.#compose(this.preview.console.question(this.preview.shown))
  }

  /** Has the person point at an element of the previewed page, for the message box; asked again, it is given up. */
  async pickElement(): Promise<void> {
    const { pickElement } = await import('./workspace/browser/pick-element.ts')
    const { text, problem } = await pickElement(this.preview)
    if (problem !== undefined) this.session.problem = { message: problem, hint: undefined }
    if (text !== undefined) this.#compose(text)
  }

  /** Reports errors of the previewed page to the agent; they cannot be taken back. */
  async tellPageErrors(errors: readonly string[]): Promise<void> {
    // Without a worker there is nobody to be told, which the screen says.
    await this.agent.connection.reportPageErrors(this.preview.shown, errors).catch(() => undefined)
    this.preview.console.told = errors.length
  }

  /** Brings the person to the message box. */
  compose(): void {
    this.panel = 'chat'
    this.composing += 1
  }

  /** At the end of what stands in the message box. Nothing is sent. */
  #compose(text: string): void {
    const { session } = this
    session.draft = session.draft.trim() === '' ? text : `${session.draft.trimEnd()}\n\n${text}`
    this.compose()
  }

  /** Shows a page of the workspace as a browser would. */
  showPage(path: string): void {
    this.tab = 'preview'
    this.panel = 'code'
    this.preview.show(path)
  }

  async #import(name: string, read: () => Promise<ImportedArchive>): Promise<void> {
    const { workspace, session } = this
    try {
      const archive = await read()
      await session.ready()
      await workspace.import(archive, session.view.root)
    } catch (error) {
      workspace.refuseImport(name, unexpected(t.theImport, error))
    }
  }

  /** Why the person cannot change files now; '' when they can. */
  #whyLocked(): string {
    if (this.session.isOutdated) return t.readOnly
    if (this.session.role === 'follower') return t.otherTabLeads
    return this.history.replay ? t.replayUnderWay : ''
  }

  /** Scrolls to the item at that event, as soon as it is on the screen. */
  async #showPlace(at: number | undefined): Promise<void> {
    if (at === undefined) return
    await this.session.shown().catch(() => undefined)
    const { items, itemSeqs } = this.session.view
    const item = items[itemSeqs.findLastIndex((seq) => seq <= at)]
    if (item) this.goal = { id: item.id, call: undefined, text: '' }
  }

  /** The model runs on this device, in this tab or beside it: no network is needed for it. */
  get isModelHere(): boolean {
    const { values } = this.settings
    return values !== undefined && (values.provider === 'local' || isOnThisDevice(values.baseUrl))
  }

  /** As the person wants it; a model on this device needs no network. */
  #isQueueing(): boolean {
    return this.settings.values?.queueOffline === true && !this.isModelHere
  }

  async #sendWaiting(): Promise<void> {
    if (this.connection.online && this.session.connection === 'open' && this.#isQueueing())
      await this.session.sendWaiting()
  }

  async #openAddress(): Promise<void> {
    const address = this.#address
    const { session } = this
    const opened = await session.open((agent) => {
      if (address.kind === 'prompt' || address.kind === 'zip') return createSession(agent)
      return address.kind === 'session' ? agent.sessions.open(address.id) : agent.sessions.open()
    })
    if (!opened && address.kind === 'session') {
      const { problem } = session
      if (await session.open((agent) => agent.sessions.open())) session.problem = problem
    }
    if (opened && address.kind === 'session') void this.#showPlace(address.at)
    // After a session is open: whatever is wrong with the recording, there is something to work with.
    if (isRecording(address) && session.connection === 'open') await this.openRecording(address)
    if (session.connection === 'open') this.#showAddress('replace')
    else session.fail(session.problem ?? { message: t.notOpened, hint: t.reloadPage })
  }

  #showAddress(how: 'push' | 'replace'): void {
    // After a reload it would name a session that is gone.
    if (!this.storage.isKept) return
    const address = sessionAddress(this.session.id)
    if (how === 'push') history.pushState(null, '', address)
    else history.replaceState(null, '', address)
  }
}

/** A new session always opens; the others may be gone. */
async function createSession(agent: AgentApi): Promise<Result<OpenedSession>> {
  return ok(await agent.sessions.create())
}

export const [getApp, setApp] = createContext<AppModel>()
