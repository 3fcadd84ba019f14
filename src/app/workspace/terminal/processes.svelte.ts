/** Processes in the sandbox: shells, programs, servers; and the end of each job's output. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { TabNotice } from '../../../agent/protocol/tab-notice.ts'
import type { ProcessInfo, Signal } from '../../../sandbox/contract/contract.ts'
import { withoutControls, withoutSequences } from '../../ui/plain-text.ts'

export class ProcessesModel {
  list = $state.raw<readonly ProcessInfo[]>([])
  /** The process whose job's output is shown. */
  selected = $state<number>()
  tail = $state('')
  problem = $state('')
  running = $state(0)
  readonly #agent: AgentApi
  #isShown = false
  #looks = 0

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  /** Called while the list is on the screen, and again with false when it is not. */
  show(isShown: boolean): void {
    this.#isShown = isShown
    if (isShown) void this.refresh()
  }

  notice(notice: TabNotice): void {
    if (notice.type === 'sandbox' && notice.state.status !== 'ready') this.running = 0
    if (notice.type !== 'processes_changed') return
    this.running = notice.running
    if (this.#isShown) void this.refresh()
  }

  async refresh(): Promise<void> {
    this.#looks += 1
    const look = this.#looks
    const listed = await this.#agent.terminals.processes()
    if (look !== this.#looks) return
    if (!listed.ok) {
      this.problem = listed.error.message
      return
    }
    this.list = listed.value
    const selected = listed.value.find(({ pid }) => pid === this.selected)
    if (selected !== undefined) await this.#readTail(selected.execId)
  }

  select(pid: number | undefined): void {
    this.selected = pid
    this.tail = ''
    void this.refresh()
  }

  async signal(pid: number, signal: Signal): Promise<void> {
    const sent = await this.#agent.terminals.signal({ pid }, signal)
    this.problem = sent.ok ? '' : sent.error.message
    await this.refresh()
  }

  async #readTail(execId: string): Promise<void> {
    const tail = await this.#agent.terminals.outputTail(execId)
    this.tail = tail.ok ? lastLines(new TextDecoder().decode(tail.value.data)) : ''
  }
}

/** As plain text: what a program prints must not act on the page's reader either. */
function lastLines(text: string): string {
  return withoutControls(withoutSequences(text)).split('\n').slice(-TAIL_LINES).join('\n')
}

/** Lines of a job's output beside the list. */
const TAIL_LINES = 40
