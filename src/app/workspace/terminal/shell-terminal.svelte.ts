/** One terminal of the user's: a prompt when nothing runs, else the program's. */
import type { FromTerminal } from '../../../agent/protocol/calls/terminals.ts'
import type { ShellInput, TerminalSize } from '../../../sandbox/contract/contract.ts'
import { COMPLETIONS_SHOWN } from '../../limits.ts'
import { commonStart, complete, inColumns, type CompletionSource } from './completion.ts'
import { LEAVE_ALTERNATE, RESET } from './guard.ts'
import { isIncomplete } from './incomplete.ts'
import { decodeKeys, type Key } from './keys.ts'
import { LineEditor, type Effect } from './line-editor.ts'
import { pasteText } from './paste.ts'
import { PromptView } from './prompt-view.ts'
import { Screen } from './screen.ts'
import { ShellLink, type Shells } from './shell-link.ts'
import { directoryLabel, promptOf, textWidth } from './shell-prompt.ts'
import { TypedLine } from './typed-line.ts'
import { formatNumber } from '../../ui/format.ts'
import { terminal as t } from '../../language/en/terminal.ts'

export interface ShellTerminalOptions {
  readonly shells: Shells
  readonly id: string
  readonly name: string
  readonly cwd: string
  /** Shared by the terminals of a session, oldest first. */
  readonly history: string[]
  readonly source: CompletionSource
  /** A line has begun or ended: what is kept of the terminals has changed. */
  readonly onChange: () => void
  /** The person has left the shell by `exit` or Ctrl-D. */
  readonly onLeft: () => void
  /** Asks before several lines are pasted. */
  readonly onManyLines: (text: string, paste: () => void) => void
}

/** State of the shell. */
type Phase = 'starting' | 'prompt' | 'running' | 'closed'

const encoder = new TextEncoder()

export class ShellTerminal {
  readonly kind = 'shell'
  readonly id: string
  readonly screen: Screen
  name = $state('')
  cwd = $state('')
  phase = $state<Phase>('starting')
  /** The command that runs; empty when none does. */
  command = $state('')
  /** Set by a Ctrl key on the screen: the next letter is a control character, and this is told. */
  nextIsControl: (() => void) | undefined
  readonly #options: ShellTerminalOptions
  readonly #link: ShellLink
  readonly #editor: LineEditor
  readonly #view: PromptView
  readonly #typed: TypedLine
  #isRaw = false
  /** Nothing was printed since a key was last echoed. */
  #isEchoLast = false
  #exitCode = 0
  /** Commands that wait for a prompt. */
  readonly #commands: string[] = []
  /** Sent to a program that did not read it; a line's end is a newline or a return. */
  #returned = ''
  /** Typed after that while nothing could take it, as it came. */
  #ahead = ''
  /** Something was sent to the program of the line. */
  #isInputSent = false
  #onSettled: () => void = () => undefined
  #completedAt: string | undefined
  /** Keys are taken one after the other, also while a completion looks at files. */
  #keys: Promise<void> = Promise.resolve()
  #starts = 0

  constructor(options: ShellTerminalOptions) {
    this.#options = options
    this.id = options.id
    this.name = options.name
    this.cwd = options.cwd
    this.#link = new ShellLink(options.shells)
    this.#editor = new LineEditor(() => options.history)
    this.screen = new Screen({
      readOnly: false,
      label: options.name,
      isRaw: () => this.#isRaw,
      onData: (data) => this.type(data),
      onPaste: (text) => this.paste(text),
      onResize: (size) => this.#resized(size),
    })
    this.#view = new PromptView(this.screen.width)
    this.#typed = new TypedLine((text) => textWidth(text, this.screen.width))
  }

  /** Starts a shell in the terminal's directory; `note` is said before its first prompt. */
  async start(note?: string): Promise<void> {
    this.phase = 'starting'
    this.#isRaw = false
    this.#exitCode = 0
    this.#starts += 1
    if (note !== undefined) await this.screen.write(`\x1b[2m${note}\x1b[0m\r\n`)
    const { columns, rows } = this.screen.size
    const { history } = this.#options
    const request = { id: `${this.id}-${this.#starts}`, cwd: this.cwd, columns, rows, history: [...history] }
    const problem = await this.#link.open(request, (message) => this.#receive(message))
    if (problem !== undefined) return this.#closed(problem)
    await this.#showPrompt()
  }

  /** Takes typed data, as the terminal reports it. */
  type(typed: string): void {
    const data = this.nextIsControl === undefined ? typed : controlOf(typed)
    this.nextIsControl?.()
    this.nextIsControl = undefined
    if (this.phase === 'running' && this.#isRaw)
      return this.#input({ type: 'bytes', data: encoder.encode(data) })
    this.#keys = this.#keys.then(async () => {
      for (const key of decodeKeys(data)) await this.#press(key)
    })
  }

  /** Runs a command of one or more lines as if it had been pasted and entered, at the next prompt. */
  runCommand(text: string): void {
    this.#commands.push(pasteText(text))
    if (this.phase === 'prompt') this.#runNext()
  }

  #runNext(): void {
    const command = this.#commands.shift()
    if (command === undefined) return
    this.#keys = this.#keys.then(async () => {
      this.#editor.insert(command)
      this.#draw()
      await this.#carryOut('submit')
    })
  }

  paste(text: string): void {
    const pasted = pasteText(text)
    if (this.phase === 'running') {
      const { bracketedPasteMode } = this.screen.terminal.modes
      if (this.#isRaw)
        return this.type(bracketedPasteMode ? `\x1b[200~${pasted}\x1b[201~` : pasted.replace(/\n/g, '\r'))
      return this.type(pasted.replace(/\n/g, '\r'))
    }
    const insert = () => {
      this.#keys = this.#keys.then(() => {
        this.#editor.insert(pasted)
        this.#draw()
      })
    }
    // A last newline would only run it at once, and that is the person's to do.
    if (pasted.trimEnd().includes('\n')) this.#options.onManyLines(pasted, insert)
    else insert()
  }

  /** Ctrl-C, by button. */
  interrupt(): void {
    if (this.phase === 'running') this.#link.send({ type: 'interrupt' })
  }

  clear(): void {
    this.screen.terminal.clear()
  }

  dispose(): void {
    this.#link.close()
    this.screen.dispose()
  }

  async #press(key: Key): Promise<void> {
    if (this.phase === 'running') return this.#pressInProgram(key)
    if (this.phase === 'closed') {
      if (key.type === 'action' && key.action === 'submit') await this.start()
      return
    }
    if (this.phase === 'starting') {
      this.#ahead += key.type === 'text' ? key.text : key.typed
      return
    }
    const effect = this.#editor.press(key)
    if (effect !== 'complete') this.#completedAt = undefined
    await this.#carryOut(effect)
  }

  #pressInProgram(key: Key): void {
    // It has begun to take keys since this one was pressed.
    if (this.#isRaw) {
      const typed = key.type === 'text' ? key.text : key.typed
      return this.#input({ type: 'bytes', data: encoder.encode(typed) })
    }
    const { echo, send, interrupt } = this.#typed.press(key)
    this.#isEchoLast = true
    if (echo !== '') void this.screen.write(echo)
    if (interrupt) return this.#link.send({ type: 'interrupt' })
    if (send === 'end') this.#input({ type: 'end' })
    else if (send !== undefined) this.#input({ type: 'bytes', data: encoder.encode(send) })
  }

  async #carryOut(effect: Effect): Promise<void> {
    switch (effect) {
      case 'none':
        return this.#draw()
      case 'bell':
        return this.#draw()
      case 'submit':
        if (isIncomplete(this.#editor.text)) this.#editor.insert('\n')
        else return this.#run(this.#editor.text)
        return this.#draw()
      case 'interrupt':
        await this.screen.write(this.#view.leave(this.screen.size.columns).replace(/\r\n$/, '^C\r\n'))
        this.#editor.reset()
        return this.#draw()
      case 'end':
        this.#editor.set('exit')
        this.#draw()
        return this.#run('exit')
      case 'clear':
        await this.screen.write(`${this.#view.erase(this.screen.size.columns)}\x1b[2J\x1b[H`)
        return this.#draw()
      case 'complete':
        return this.#complete()
      default:
        return effect satisfies never
    }
  }

  async #run(line: string): Promise<void> {
    const { history, onChange } = this.#options
    await this.screen.write(this.#view.leave(this.screen.size.columns))
    this.#editor.reset()
    if (line.trim() === '') return this.#draw()
    // As bash with HISTCONTROL=ignoreboth: a leading space keeps a line out of it.
    if (!line.startsWith(' ') && history.at(-1) !== line) history.push(line)
    this.phase = 'running'
    this.command = line
    this.#link.send({ type: 'line', text: line })
    onChange()
  }

  async #complete(): Promise<void> {
    const { text, cursor } = this.#editor
    const { from, candidates, labels } = await complete(text, cursor, this.cwd, this.#options.source)
    const start = commonStart(candidates)
    if (candidates.length > 0 && start.length > cursor - from) {
      this.#editor.set(text.slice(0, from) + start + text.slice(cursor), from + start.length)
      return this.#draw()
    }
    // The second Tab shows what there is.
    if (candidates.length > 1 && this.#completedAt === `${cursor} ${text}`) {
      const { columns } = this.screen.size
      const more = labels.length - COMPLETIONS_SHOWN
      const list = inColumns(labels.slice(0, COMPLETIONS_SHOWN).map(directoryLabel), columns)
      const rest = more > 0 ? `\r\n… ${t.more(more)}` : ''
      await this.screen.write(`${this.#view.leave(columns)}${list}${rest}\r\n`)
    }
    this.#completedAt = `${cursor} ${text}`
    this.#draw()
  }

  #receive(message: FromTerminal): void {
    switch (message.type) {
      case 'output':
        this.#isEchoLast = false
        void this.screen.write(message.data).then(() => this.#link.send({ type: 'drawn' }))
        return
      case 'background':
        return void this.#background(message)
      case 'mode':
        return this.#setRaw(message.raw)
      case 'unread':
        return this.#takeBack(new TextDecoder().decode(message.data))
      case 'problem':
        return void this.screen.write(`\x1b[31m${message.message}\x1b[0m\r\n`)
      case 'settled':
        return this.#onSettled()
      case 'line_end':
        this.#exitCode = message.exitCode
        this.cwd = message.cwd ?? this.cwd
        this.#ahead += this.#typed.take()
        // Text typed from here on is for the prompt, which is drawn in a moment.
        this.phase = 'starting'
        return void this.#showPrompt()
      case 'closed':
        this.#onSettled()
        if (message.message === '') this.#options.onLeft()
        return void this.#closed(message.message === '' ? t.shellEnded : message.message)
      default:
        return message satisfies never
    }
  }

  /**
   * A program that takes each key as it is pressed gets at once what was typed of a line before, as from a terminal's
   * driver. That is taken from the screen, where it stands last: such a program shows by itself what it reads.
   */
  #setRaw(isRaw: boolean): void {
    this.#isRaw = isRaw
    if (!isRaw || this.phase !== 'running') return
    const { echo, text } = this.#typed.handOver()
    if (echo !== '' && this.#isEchoLast) void this.screen.write(echo)
    if (text !== '') this.#input({ type: 'bytes', data: encoder.encode(text) })
  }

  /** It was typed for a program that has ended meanwhile, before all that waits for the prompt. */
  #takeBack(text: string): void {
    if (this.phase === 'prompt') this.type(text.replace(/\n/g, '\r'))
    else this.#returned += text
  }

  /** Resolves when all that the program was sent has been read, or has come back. */
  async #settled(): Promise<void> {
    if (!this.#isInputSent) return
    this.#isInputSent = false
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#onSettled = resolve
    this.#link.send({ type: 'settle' })
    await promise
  }

  /** Ends what the program may have left on the screen, and asks for the next line. */
  async #showPrompt(): Promise<void> {
    const { buffer } = this.screen.terminal
    this.#isRaw = false
    await this.screen.write('')
    const isAlternate = buffer.active.type === 'alternate'
    await this.screen.write((isAlternate ? LEAVE_ALTERNATE : '') + RESET)
    if (buffer.active.cursorX > 0) await this.screen.write('\r\n')
    await this.#settled()
    // The shell may have ended meanwhile.
    if (this.phase !== 'starting') return
    this.phase = 'prompt'
    this.command = ''
    this.#options.onChange()
    this.#draw()
    const typed = this.#returned + this.#ahead
    this.#returned = ''
    this.#ahead = ''
    if (typed !== '') this.type(typed.replace(/\n/g, '\r'))
    this.#runNext()
  }

  async #closed(message: string): Promise<void> {
    this.phase = 'closed'
    this.command = ''
    this.#isRaw = false
    await this.screen.write(
      `${RESET}\r\n\x1b[2m${message} ${t.pressEnter(directoryLabel(this.cwd))}\x1b[0m\r\n`,
    )
  }

  async #background({ data, droppedBytes }: Extract<FromTerminal, { type: 'background' }>): Promise<void> {
    const isAtPrompt = this.phase === 'prompt'
    if (isAtPrompt) await this.screen.write(this.#view.erase(this.screen.size.columns))
    await this.screen.write(data)
    if (droppedBytes > 0)
      await this.screen.write(`\r\n\x1b[2m… ${t.bytesNotShown(formatNumber(droppedBytes))}\x1b[0m`)
    if (!isAtPrompt) return
    const { cursorX } = this.screen.terminal.buffer.active
    await this.screen.write(`${RESET}${cursorX > 0 ? '\r\n' : ''}`)
    this.#draw()
  }

  #draw(): void {
    if (this.phase !== 'prompt') return
    const { columns } = this.screen.size
    const { text, cursor, searching } = this.#editor
    const { width } = this.screen
    const label = searching && (searching.failed ? t.historyNothing : t.historySearch)(searching.query)
    const prompt = label
      ? { prompt: `\x1b[33m${label}\x1b[0m`, promptWidth: textWidth(label, width) }
      : promptOf(this.cwd, this.#exitCode, columns, width)
    void this.screen.write(this.#view.draw({ ...prompt, text, cursor }, columns))
  }

  #input(input: ShellInput): void {
    if (input.type !== 'size') this.#isInputSent = true
    this.#link.send({ type: 'input', input })
  }

  #resized(size: TerminalSize): void {
    this.#input({ type: 'size', ...size })
    this.#draw()
  }
}

/** The control character of a letter. */
function controlOf(data: string): string {
  return /^[@-_a-z]$/.test(data) ? String.fromCharCode(data.toUpperCase().charCodeAt(0) - 64) : data
}
