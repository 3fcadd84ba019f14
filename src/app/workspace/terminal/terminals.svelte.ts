/** The terminals of the open session: the user's own, and one that shows the agent's commands. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { TabNotice } from '../../../agent/protocol/tab-notice.ts'
import type { ScreenState } from '../../../agent/protocol/view/screen-state.ts'
import { resolve } from '../../../sandbox/contract/path.ts'
import { TERMINALS_MAX } from '../../limits.ts'
import { readReaderMode, writeReaderMode } from '../../tab-storage.ts'
import type { AgentTerminal } from './agent-terminal.svelte.ts'
import type { CompletionSource } from './completion.ts'
import { directoryLabel } from './shell-prompt.ts'
import type { ShellTerminal } from './shell-terminal.svelte.ts'
import { terminal as t } from '../../language/en/terminal.ts'

/** Lines that wait until the person has said that they are meant. */
export interface PasteQuestion {
  readonly text: string
  readonly paste: () => void
}

export class TerminalsModel {
  shells = $state.raw<readonly ShellTerminal[]>([])
  agentTerminal = $state.raw<AgentTerminal>()
  /** Id of what is shown: a terminal, or `processes`. */
  active = $state('')
  question = $state.raw<PasteQuestion>()
  problem = $state('')
  readerMode = $state(readReaderMode())
  readonly shown = $derived(this.shells.find(({ id }) => id === this.active))

  readonly #agent: AgentApi
  #session = ''
  #history: string[] = []
  #isOpen = false
  #isReady = false

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  /** Another session is on the screen. */
  reset(session: string): void {
    if (session === this.#session) return
    this.#session = session
    for (const shell of this.shells) shell.dispose()
    this.agentTerminal?.dispose()
    this.agentTerminal = undefined
    this.shells = []
    this.#history = []
    if (!this.#isOpen) return
    this.#isOpen = false
    void this.open()
  }

  notice(notice: TabNotice): void {
    if (notice.type === 'sandbox') this.#isReady = notice.state.status === 'ready'
  }

  /** Opens what the session had open, or a first terminal. Calls after the first do nothing. */
  async open(): Promise<void> {
    if (this.#isOpen) return
    this.#isOpen = true
    const session = this.#session
    const [memory, { AgentTerminal }] = await Promise.all([
      this.#agent.terminals.memory(),
      import('./agent-terminal.svelte.ts'),
    ])
    if (session !== this.#session) return
    this.agentTerminal = new AgentTerminal()
    this.agentTerminal.screen.readerMode = this.readerMode
    this.#history = [...memory.history]
    const kept = memory.terminals.slice(0, TERMINALS_MAX)
    if (kept.length === 0) return this.add()
    for (const { name, cwd } of kept) {
      if (session !== this.#session) return
      await this.#start(name, cwd, reopened(cwd))
    }
    if (session !== this.#session) return
    this.active = this.shells[0]?.id ?? 'agent'
  }

  async add(): Promise<void> {
    if (this.shells.length >= TERMINALS_MAX) {
      this.problem = t.tooMany(TERMINALS_MAX)
      return
    }
    const used = new Set(this.shells.map(({ name }) => name))
    let number = 1
    while (used.has(t.shell(number))) number += 1
    await this.#start(t.shell(number), this.shown?.cwd ?? resolve('.'), undefined)
  }

  /** Runs a command in a shell that waits for one: the shown one first, a new one when all are busy. */
  async run(command: string): Promise<void> {
    await this.open()
    const waits = ({ phase }: ShellTerminal) => phase === 'prompt' || phase === 'starting'
    let shell = this.shown && waits(this.shown) ? this.shown : this.shells.find(waits)
    if (!shell) {
      await this.add()
      shell = this.shown
    }
    if (!shell) return
    this.active = shell.id
    shell.runCommand(command)
  }

  close(id: string): void {
    const index = this.shells.findIndex((shell) => shell.id === id)
    this.shells[index]?.dispose()
    this.shells = this.shells.filter((shell) => shell.id !== id)
    this.problem = ''
    this.active = (this.shells[index] ?? this.shells.at(-1))?.id ?? 'agent'
    this.#keep()
  }

  rename(id: string, name: string): void {
    const shell = this.shells.find((own) => own.id === id)
    if (shell === undefined || name.trim() === '') return
    shell.name = name.trim().slice(0, 40)
    this.#keep()
  }

  setReaderMode(isOn: boolean): void {
    this.readerMode = isOn
    writeReaderMode(isOn)
    for (const { screen } of this.shells) screen.readerMode = isOn
    if (this.agentTerminal) this.agentTerminal.screen.readerMode = isOn
  }

  showAgent(view: ScreenState): void {
    this.agentTerminal?.update(view)
  }

  async #start(name: string, cwd: string, note: string | undefined): Promise<void> {
    const session = this.#session
    const { ShellTerminal } = await import('./shell-terminal.svelte.ts')
    // Another session came while the code was loading, and has terminals of its own.
    if (session !== this.#session) return
    const id = `terminal-${crypto.randomUUID()}`
    const shell = new ShellTerminal({
      shells: this.#agent.terminals,
      id,
      name,
      cwd,
      history: this.#history,
      source: completionSource(this.#agent),
      onChange: () => this.#keep(),
      onLeft: () => {
        if (this.shells.length > 1) this.close(id)
      },
      onManyLines: (text, paste) => (this.question = { text, paste }),
    })
    shell.screen.readerMode = this.readerMode
    this.problem = ''
    this.shells = [...this.shells, shell]
    this.active = id
    this.#keep()
    void shell.start(note ?? (this.#isReady ? undefined : t.sandboxStarts))
  }

  #keep(): void {
    const terminals = this.shells.map(({ name, cwd }) => ({ name, cwd }))
    void this.#agent.terminals.keepMemory(this.#session, { terminals, history: [...this.#history] })
  }
}

function reopened(cwd: string): string {
  return t.openedAnew(directoryLabel(cwd))
}

function completionSource({ files }: AgentApi): CompletionSource {
  return {
    list: async (path) => {
      const listed = await files.list(path)
      return listed.ok ? listed.value : []
    },
    readText: async (path) => {
      const read = await files.read(path)
      return read.ok ? new TextDecoder().decode(read.value) : undefined
    },
  }
}
