/** Backups of all sessions: made by hand or by schedule, and restored after a look at what would come. */
import { backupName } from '../../agent/protocol/calls/backups.ts'
import type {
  BackedUpNotes,
  BackedUpSession,
  BackupContents,
  BackupProgress,
  BackupSchedule,
  BackupState,
  BackUpOutcome,
  FolderProblem,
  RestoreOutcome,
} from '../../agent/protocol/calls/backups.ts'
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import { backupWork as t } from '../language/en/backup-work.ts'
import { BACKUP_FIRST_LOOK_MS, BACKUP_LOOK_MS } from '../limits.ts'
import { unexpected, type Problem } from '../problem.ts'
import { readBacksUp, writeBacksUp } from '../tab-storage.ts'
import { saveBlob } from '../workspace/save-file.ts'
import { canPickFolders, pickFile, pickFolder } from './file-pickers.ts'

type Restoring =
  | { readonly status: 'closed' }
  | { readonly status: 'checking'; readonly name: string }
  | { readonly status: 'list'; readonly contents: BackupContents }
  | { readonly status: 'restoring' }
  | { readonly status: 'done'; readonly outcome: RestoreOutcome }
  | { readonly status: 'failed'; readonly problem: Problem }

export class BackupModel {
  /** Undefined until it was asked for. */
  state = $state.raw<BackupState>()
  /** True from the first answer, which may be a problem. */
  wasAsked = $state(false)
  progress = $state.raw<BackupProgress>()
  /** One is being made. */
  working = $state(false)
  /** The one that was made last since the page was loaded. */
  made = $state.raw<BackUpOutcome>()
  problem = $state.raw<Problem>()
  /** Why the schedule could not be kept. */
  stopped = $state.raw<FolderProblem>()

  restoring = $state.raw<Restoring>({ status: 'closed' })
  /** Ids of sessions that are to be restored. */
  ticked = $state.raw<ReadonlySet<string>>(new Set())
  takesSettings = $state(false)
  takesRules = $state(false)
  takesNotes = $state(false)
  /** Notes that were the user's own come as such. */
  ownsNotes = $state(false)

  /** Settings have come from a backup. */
  onSettings: () => void = () => undefined
  readonly canPickFolders = canPickFolders()
  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  async load(): Promise<void> {
    await this.#attempt(t.looking, async () => this.#show(await this.#agent.backups.state()))
    this.wasAsked = true
  }

  /** By the person's click: the browser asks where, unless it only downloads. */
  async backUp(): Promise<void> {
    if (this.working) return
    await this.#attempt(t.backingUp, async () => {
      const target = await pickFile(backupName(Date.now()))
      if (target === undefined) return
      const made = await this.#make(() =>
        this.#agent.backups.backUp(target === 'download' ? undefined : target),
      )
      if (made?.file) saveBlob(made.name, made.file)
    })
  }

  /** By the person's click. The first backup goes there at once. */
  async chooseFolder(): Promise<void> {
    await this.#attempt(t.choosingFolder, async () => {
      const folder = await pickFolder()
      if (folder === undefined) return
      this.#show(await this.#agent.backups.setFolder(folder))
      await this.#make(() => this.#agent.backups.backUpIntoFolder())
    })
  }

  async forgetFolder(): Promise<void> {
    await this.#attempt(t.choosingFolder, async () => {
      this.#show(await this.#agent.backups.setFolder(undefined))
      this.stopped = undefined
    })
  }

  async schedule(change: Partial<BackupSchedule>): Promise<void> {
    const folder = this.state?.folder
    if (folder === undefined) return
    const { every, keep } = { ...folder, ...change }
    await this.#attempt(t.choosingFolder, async () =>
      this.#show(await this.#agent.backups.setSchedule({ every, keep })),
    )
  }

  /** By the person's click: the browser may ask for the permission. */
  async backUpIntoFolder(): Promise<void> {
    if (this.working) return
    await this.#attempt(t.backingUp, async () => {
      const { folder } = this.state ?? (await this.#agent.backups.state())
      if (folder === undefined) return
      if ((await folder.handle.requestPermission({ mode: 'readwrite' })) !== 'granted') {
        this.problem = { message: t.mayNotWrite(folder.handle.name), hint: t.allowWhenAsked }
        return
      }
      await this.#make(() => this.#agent.backups.backUpIntoFolder())
    })
  }

  /** Looks from time to time whether a backup is due; returns what ends that. */
  keepSchedule(isBusy: () => boolean): () => void {
    const look = () => {
      if (readBacksUp() && !isBusy() && !this.working) void this.#backUpWhenDue()
    }
    const first = setTimeout(look, BACKUP_FIRST_LOOK_MS)
    const next = setInterval(look, BACKUP_LOOK_MS)
    return () => {
      clearTimeout(first)
      clearInterval(next)
    }
  }

  async #backUpWhenDue(): Promise<void> {
    try {
      const outcome = await this.#agent.backups.backUpWhenDue()
      if (outcome === undefined) return
      this.#show(await this.#agent.backups.state())
      this.stopped = this.state?.folder?.problem
    } catch (error) {
      this.stopped = { message: unexpected(t.backingUp, error).message, needsPermission: false }
    }
  }

  cancel(): void {
    void this.#agent.backups.cancel()
  }

  /** Looks at a backup, and asks what of it is to be restored. */
  async inspect(file: File): Promise<void> {
    if (this.restoring.status === 'checking' || this.restoring.status === 'restoring') return
    this.restoring = { status: 'checking', name: file.name }
    this.takesSettings = false
    this.takesRules = false
    this.takesNotes = false
    this.ownsNotes = false
    await this.#restore(t.looking, async () => {
      const looked = await this.#agent.backups.inspect(file)
      if (!looked.ok) return this.#failed(looked.error)
      if (this.#isClosed()) return
      const { sessions, notes } = looked.value
      this.ticked = new Set(sessions.filter(comesUnasked).map(({ id }) => id))
      // Nothing that is here is replaced by them.
      this.takesNotes = countNotes(notes) > 0
      this.restoring = { status: 'list', contents: looked.value }
    })
  }

  tick(ids: readonly string[], isTicked: boolean): void {
    const next = new Set(this.ticked)
    for (const id of ids) {
      if (isTicked) next.add(id)
      else next.delete(id)
    }
    this.ticked = next
  }

  /** Restores what is ticked. */
  async restore(): Promise<void> {
    const choice = {
      sessions: [...this.ticked],
      settings: this.takesSettings,
      rules: this.takesRules,
      notes: this.takesNotes,
      ownNotes: this.takesNotes && this.ownsNotes,
    }
    this.restoring = { status: 'restoring' }
    await this.#restore(t.restoring, async () => {
      const restored = await this.#agent.backups.restore(choice)
      if (!restored.ok) return this.#failed(restored.error)
      this.restoring = { status: 'done', outcome: restored.value }
      if (restored.value.settings > 0) this.onSettings()
    })
  }

  closeRestore(): void {
    if (this.restoring.status === 'checking' || this.restoring.status === 'restoring') this.cancel()
    // The sessions that were restored by then are told when it has ended.
    if (this.restoring.status !== 'restoring') this.restoring = { status: 'closed' }
  }

  #isClosed(): boolean {
    return this.restoring.status === 'closed'
  }

  #failed({ kind, message, hint }: { kind: string; message: string; hint?: string | undefined }): void {
    const isDismissed = kind === 'cancelled' || this.#isClosed()
    this.restoring = isDismissed ? { status: 'closed' } : { status: 'failed', problem: { message, hint } }
  }

  async #make(make: () => Promise<Result<BackUpOutcome>>): Promise<BackUpOutcome | undefined> {
    this.working = true
    this.made = undefined
    try {
      const made = await make()
      if (made.ok) this.made = made.value
      else if (made.error.kind !== 'cancelled')
        this.problem = { message: made.error.message, hint: made.error.hint }
      if (made.ok) this.stopped = undefined
      this.#show(await this.#agent.backups.state())
      return this.made
    } finally {
      this.working = false
    }
  }

  #show(state: BackupState): void {
    this.state = state
    writeBacksUp(state.folder !== undefined)
  }

  async #attempt(what: string, work: () => Promise<void>): Promise<void> {
    this.problem = undefined
    try {
      await work()
    } catch (error) {
      this.problem = unexpected(what, error)
    }
  }

  async #restore(what: string, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      this.restoring = { status: 'failed', problem: unexpected(what, error) }
    }
  }
}

/** Something would be added; of what is deleted here only the person knows whether it is wanted. */
function comesUnasked({ plan }: BackedUpSession): boolean {
  return plan.kind === 'new' || plan.kind === 'continues' || plan.kind === 'copy'
}

/** Notes that would be added or changed. */
export function countNotes(memories: readonly BackedUpNotes[]): number {
  return memories.reduce((sum, { notes }) => sum + notes, 0)
}

/** True when restoring it does anything. */
export function canRestore({ plan }: BackedUpSession): boolean {
  return plan.kind !== 'same' && plan.kind !== 'ahead' && plan.kind !== 'damaged'
}
