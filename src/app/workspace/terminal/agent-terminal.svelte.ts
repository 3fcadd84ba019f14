/** The agent's shell commands, as they would look in a terminal. Nothing can be typed. */
import type { ScreenState, ToolView } from '../../../agent/protocol/view/screen-state.ts'
import { RESET } from './guard.ts'
import { withoutControls } from '../../ui/plain-text.ts'
import { Screen } from './screen.ts'
import { names } from '../../language/en/names.ts'
import { formatNumber } from '../../ui/format.ts'
import { terminal as t } from '../../language/en/terminal.ts'

/** ANSI's green and cyan; all else went wrong, and is red. */
const COLOURS: Partial<Record<ToolView['state'], number>> = { done: 32, held: 36 }

export class AgentTerminal {
  readonly kind = 'agent'
  readonly id = 'agent'
  readonly screen: Screen
  /** State of the newest command, in words; empty before the first. */
  state = $state('')
  /** Commands whose end is on the screen, and what of the next one is. */
  #done: readonly string[] = []
  #shown = { id: '', parts: 0, chars: 0 }

  constructor() {
    this.screen = new Screen({
      readOnly: true,
      label: t.agentCommands,
      isRaw: () => false,
      onData: () => undefined,
      onPaste: () => undefined,
      onResize: () => undefined,
    })
  }

  /** Shows what has been added to the session. Another session, or the same from its start, begins anew. */
  update(view: ScreenState): void {
    const calls = commandsOf(view)
    const isSame = this.#done.every((id, index) => calls[index]?.id === id)
    if (!isSame) this.#restart()
    const newest = calls.at(-1)
    this.state = newest === undefined ? '' : newest.state
    for (const call of calls.slice(this.#done.length)) {
      this.#write(call)
      if (call.state === 'running') return
      this.#end(call)
    }
  }

  dispose(): void {
    this.screen.dispose()
  }

  #restart(): void {
    this.#done = []
    this.#shown = { id: '', parts: 0, chars: 0 }
    this.screen.terminal.reset()
  }

  #write(call: ToolView): void {
    if (this.#shown.id !== call.id) {
      if (call.startedAt === undefined && call.state === 'running') return
      this.#shown = { id: call.id, parts: 0, chars: 0 }
      void this.screen.write(`\x1b[1;35m$\x1b[0m \x1b[1m${plain(call.title)}\x1b[0m\r\n`)
    }
    call.output.forEach(({ text }, index) => {
      const from = index === this.#shown.parts ? this.#shown.chars : 0
      if (index < this.#shown.parts || from >= text.length) return
      this.#shown = { id: call.id, parts: index, chars: text.length }
      void this.screen.write(text.slice(from))
    })
  }

  #end(call: ToolView): void {
    this.#done = [...this.#done, call.id]
    if (this.#shown.id !== call.id) return
    const seconds = call.durationMs === undefined ? '' : t.inSeconds(formatNumber(call.durationMs / 1000, 1))
    const exit = call.display?.kind === 'process' ? t.exitCode(call.display.exitCode) : ''
    const colour = COLOURS[call.state] ?? 31
    void this.screen.write('').then(() => {
      const { cursorX } = this.screen.terminal.buffer.active
      const newline = cursorX > 0 ? '\r\n' : ''
      return this.screen.write(
        `${RESET}${newline}\x1b[${colour}m${names.toolStates[call.state]}\x1b[0;2m${seconds}${exit}\x1b[0m\r\n\r\n`,
      )
    })
  }
}

function commandsOf({ items }: ScreenState): ToolView[] {
  return items.flatMap((item) =>
    item.kind === 'assistant'
      ? item.blocks.filter((block): block is ToolView => block.kind === 'tool' && block.tool === 'Bash')
      : [],
  )
}

function plain(text: string): string {
  return withoutControls(text).replace(/\n/g, '\r\n> ')
}
