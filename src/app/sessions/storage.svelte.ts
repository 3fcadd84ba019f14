/** Stored data in this browser, as of when the dialog is open. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { CopyVerdict, LogVerdict, StorageOverview } from '../../agent/protocol/calls/storage.ts'
import type { LostThing } from '../../agent/protocol/lost-values.ts'
import type { TabNotice } from '../../agent/protocol/tab-notice.ts'
import { ASK_TO_KEEP_MS } from '../limits.ts'
import { unexpected, type Problem } from '../problem.ts'
import { readAskedToKeep, writeAskedToKeep } from '../tab-storage.ts'
import { formatBytes } from '../ui/format.ts'
import { sessionName } from './session-name.ts'
import { sessions as t } from '../language/en/sessions.ts'

export class StorageModel {
  /** Undefined until it has been counted once. */
  overview = $state.raw<StorageOverview>()
  problem = $state.raw<Problem>()
  working = $state(false)
  /** Result of the last action. */
  outcome = $state<string>()
  /** With it, a sentence on each second copy that is not as it should be. */
  copyFaults = $state.raw<readonly string[]>([])

  /** False where the browser lets this page store nothing: all of it goes with the tab. */
  isKept = $state(true)
  /** The person has read that. */
  isToldOf = $state(false)
  /** Sessions that the browser had lost, on their way or there again, until the person has read that. */
  lost = $state.raw<Extract<TabNotice, { readonly type: 'bringing_back' | 'brought_back' }>>()
  /** Values to be entered again, until the person has read that. */
  lostValues = $state.raw<readonly LostThing[]>([])
  /** When the browser was last asked to keep all of it, as a date; undefined: never. */
  asked = $state.raw(readAskedToKeep())

  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  /** Shows the result of an action in place of that of another; nothing when it is undefined. */
  say(outcome: string | undefined, copyFaults: readonly string[] = []): void {
    this.outcome = outcome
    this.copyFaults = copyFaults
  }

  async load(): Promise<void> {
    try {
      this.overview = await this.#agent.storage.overview()
    } catch (error) {
      this.problem = unexpected(t.countingStored, error)
    }
  }

  async cleanUp(): Promise<void> {
    this.working = true
    this.problem = undefined
    try {
      const done = await this.#agent.storage.cleanUp()
      if (done.ok) this.say(t.freed(formatBytes(done.value.freedBytes)))
      else this.problem = { message: done.error.message, hint: done.error.hint }
    } catch (error) {
      this.problem = unexpected(t.cleaning, error)
    }
    await this.load()
    this.working = false
  }

  /** Compares every log with its chain of hashes, and with its second copy. */
  async verify(): Promise<void> {
    this.working = true
    try {
      const logs = await this.#agent.storage.verifyLogs()
      const altered = logs.flatMap(({ title, verdict }) =>
        verdict.state === 'altered' ? [logFault(sessionName(title), verdict)] : [],
      )
      const old = logs.filter(({ verdict }) => verdict.state === 'unchained').length
      const covered = t.checkedOf(logs.length - old, logs.length)
      this.say(
        altered.length === 0 ? t.asWritten(covered) : t.notAsWritten(covered, altered.join('; ')),
        logs.flatMap(({ title, copy }) => (copy ? copyFault(title, copy) : [])),
      )
    } catch (error) {
      this.problem = unexpected(t.checkingLogs, error)
    }
    this.working = false
  }

  /**
   * There is something now that is worth keeping: asks the browser not to remove it by itself. Some browsers ask the
   * person in turn, so that one that did not agree is asked again only after a week.
   */
  async keepWhatCame(): Promise<void> {
    if (!this.isKept) return
    if (this.asked !== undefined && Date.now() - this.asked.getTime() < ASK_TO_KEEP_MS) return
    this.#remember()
    try {
      if (!(await navigator.storage.persisted())) await navigator.storage.persist()
    } catch {
      // Not in every browser; "Storage" says what came of it.
    }
  }

  /** The person has read which values were lost. */
  async dismissLost(): Promise<void> {
    this.lostValues = []
    try {
      await this.#agent.credentials.dismissLost()
    } catch (error) {
      this.problem = unexpected(t.dismissingLost, error)
    }
  }

  /** Asks the browser not to remove anything by itself; it may ask the person, or decide alone. */
  async keep(): Promise<void> {
    this.#remember()
    const kept = await navigator.storage.persist().catch(() => false)
    this.say(kept ? t.keepsIt : t.didNotAgree)
    await this.load()
  }

  #remember(): void {
    this.asked = new Date()
    writeAskedToKeep(this.asked)
  }
}

function logFault(name: string, { how, seq, thread }: Extract<LogVerdict, { state: 'altered' }>): string {
  if (thread)
    return how === 'missing'
      ? t.agentEventMissing(name, thread.role, seq)
      : t.agentEventChanged(name, thread.role, seq)
  return how === 'missing' ? t.eventMissing(name, seq) : t.eventChanged(name, seq)
}

/** Nothing of one that is whole. */
function copyFault(title: string, copy: CopyVerdict): string[] {
  const name = sessionName(title)
  switch (copy.state) {
    case 'whole':
      return []
    case 'behind':
      return [copy.seq === 0 ? t.copyMissing(name) : t.copyBehind(name, copy.seq, copy.events)]
    case 'ahead':
      return [t.copyAhead(name, copy.seq, copy.events)]
    case 'damaged': {
      const { seq, events, thread } = copy
      const damaged = thread ? t.agentCopyDamaged(name, thread.role) : t.copyDamaged(name, seq, events)
      return [`${damaged} ${t.copyMended[copy.mended]}`]
    }
    case 'other':
      return [t.copyOther(name)]
    case 'newer':
      return [t.copyNewer(name)]
    case 'unread':
      return [t.copyUnread(name, copy.message)]
  }
  return copy satisfies never
}
