/**
 * One shell of the container at a terminal of its own: `jsh`, told to mark what it does. A line is typed at its prompt;
 * what it prints between the marks of the command is the line's output, and all else is its prompt and what it echoes.
 * Lines that are typed ahead, and that no program has read, are run by the shell itself: they belong to the line.
 */
import type { WebContainerProcess } from '@webcontainer/api'
import type { TerminalSize } from '../contract/contract.ts'
import {
  CONTAINER_SHELL_ECHO_CHARS,
  CONTAINER_SHELL_IDLE_MS,
  CONTAINER_SHELL_QUIET_MS,
  CONTAINER_SHELL_TYPED_CHARS,
} from '../contract/limits.ts'
import { ShellMarks } from './shell-marks.ts'
import type { ShellMark } from './shell-marks.ts'

const INTERRUPT = '\x03'
const END_OF_INPUT = '\x04'

export interface ShellLineEnd {
  readonly exitCode: number
  /** The shell has ended with the line. */
  readonly hasExited: boolean
  /** The shell has run lines after it that were typed ahead. */
  readonly hasGoneOn: boolean
  /** Typed while it ran, and read by nobody. */
  readonly unread: string
}

interface Line {
  readonly onText: (text: string) => void
  readonly done: (end: ShellLineEnd) => void
  /** A command of it runs, so that what is printed is its output. */
  isInCommand: boolean
  hasBegun: boolean
  hasGoneOn: boolean
  exitCode: number
  /** Printed before any command began: the line as it was typed, and what the shell says when it runs nothing. */
  echo: string
  /** Typed since it was entered, or since the last interrupt, which forgets what was typed. */
  typed: string
  /** Printed since its commands have ended: the prompt, and what the shell has at it. */
  prompt: string
  /** Ends it, unless a command begins before. */
  idle: ReturnType<typeof setTimeout> | undefined
}

export class ContainerShell {
  readonly #process: WebContainerProcess
  readonly #writer: WritableStreamDefaultWriter<string>
  readonly #marks = new ShellMarks()
  readonly #ready = Promise.withResolvers<void>()
  readonly #exit = Promise.withResolvers<number>()
  #seen = { interactive: false, prompt: false }
  #line: Line | undefined

  constructor(process: WebContainerProcess) {
    this.#process = process
    this.#writer = process.input.getWriter()
    void this.#listen(process.output).catch(() => undefined)
    process.exit.then(
      (exitCode) => this.#ended(exitCode),
      () => this.#ended(1),
    )
  }

  /** Settles when it reads lines, and never when it says no mark. */
  get ready(): Promise<void> {
    return this.#ready.promise
  }

  /** Resolves with its exit code. */
  get exit(): Promise<number> {
    return this.#exit.promise
  }

  /** One line without control characters; only when no other runs. */
  run(text: string, onText: (text: string) => void): Promise<ShellLineEnd> {
    return new Promise((done) => {
      this.#line = {
        onText,
        done,
        isInCommand: false,
        hasBegun: false,
        hasGoneOn: false,
        exitCode: 0,
        echo: '',
        typed: '',
        prompt: '',
        idle: undefined,
      }
      this.#write(`${text}\n`)
    })
  }

  type(text: string): void {
    const line = this.#line
    if (line) {
      const typed = line.typed + text
      line.typed = typed.slice(typed.lastIndexOf(INTERRUPT) + 1).slice(-CONTAINER_SHELL_TYPED_CHARS)
      // It has come to the prompt: the shell gets time to show it there.
      if (line.idle !== undefined) this.#endWhenIdle(line)
    }
    this.#write(text)
  }

  endInput(): void {
    this.#write(END_OF_INPUT)
  }

  interrupt(): void {
    this.type(INTERRUPT)
  }

  resize({ columns, rows }: TerminalSize): void {
    this.#process.resize({ cols: columns, rows })
  }

  kill(): void {
    this.#process.kill()
  }

  async #listen(output: ReadableStream<string>): Promise<void> {
    const reader = output.getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      for (const piece of this.#marks.split(value)) {
        if (typeof piece === 'string') this.#text(piece)
        else this.#mark(piece)
      }
    }
  }

  #write(text: string): void {
    this.#writer.write(text).catch(() => undefined) // it has ended, which is told by itself
  }

  #text(text: string): void {
    const line = this.#line
    if (line?.isInCommand) line.onText(text)
    else if (line?.hasBegun) line.prompt = (line.prompt + text).slice(-CONTAINER_SHELL_ECHO_CHARS)
    else if (line) line.echo = (line.echo + text).slice(0, CONTAINER_SHELL_ECHO_CHARS)
  }

  #mark(mark: ShellMark): void {
    const line = this.#line
    switch (mark.kind) {
      case 'interactive':
        return this.#starting({ ...this.#seen, interactive: true })
      case 'prompt':
        this.#starting({ ...this.#seen, prompt: true })
        if (line?.hasBegun && line.typed === '') return this.#lineEnded(line)
        if (line) this.#endWhenIdle(line)
        return
      case 'begin':
        if (!line) return
        line.hasGoneOn ||= line.hasBegun && line.idle !== undefined
        clearTimeout(line.idle)
        line.idle = undefined
        line.isInCommand = line.hasBegun = true
        return
      case 'end':
        if (!line) return
        line.isInCommand = false
        line.prompt = ''
        line.hasBegun = true
        line.exitCode = mark.exitCode
        return
      default:
        mark satisfies never
    }
  }

  /** It says that it is there and that it asks, in one order or the other. */
  #starting(seen: { interactive: boolean; prompt: boolean }): void {
    this.#seen = seen
    if (seen.interactive && seen.prompt) this.#ready.resolve()
    else setTimeout(() => this.#ready.resolve(), CONTAINER_SHELL_QUIET_MS)
  }

  /**
   * It is at its prompt: of a line that has begun, it may run next what was typed ahead; of one that has not, the prompt
   * may be that of an interrupt which came too late for the line before.
   */
  #endWhenIdle(line: Line): void {
    clearTimeout(line.idle)
    const after = line.hasBegun ? CONTAINER_SHELL_IDLE_MS : CONTAINER_SHELL_QUIET_MS
    line.idle = setTimeout(() => this.#lineEnded(line), after)
  }

  #lineEnded(line: Line): void {
    if (this.#line !== line) return
    this.#line = undefined
    const { exitCode, hasGoneOn } = line
    const unread = unreadAt(line.hasBegun ? line.prompt : line.echo, line.typed)
    // Else it would stand before the next line.
    if (unread !== '') this.interrupt()
    // It has run nothing: what it has said of the line stands below it.
    const said = line.hasBegun ? '' : line.echo.replace(/^[^\n]*\n?/, '')
    if (said !== '') line.onText(said)
    line.done({ exitCode, hasExited: false, hasGoneOn, unread })
  }

  #ended(exitCode: number): void {
    this.#exit.resolve(exitCode)
    const line = this.#line
    this.#line = undefined
    clearTimeout(line?.idle)
    line?.done({ exitCode, hasExited: true, hasGoneOn: line.hasGoneOn, unread: '' })
  }
}

/** The end of what was typed, as far as the shell has it at its prompt: a program that takes keys has read the others. */
function unreadAt(prompt: string, typed: string): string {
  const tail = /[^\r\n]*$/.exec(typed)?.[0] ?? ''
  for (let at = 0; at < tail.length; at += 1) {
    const rest = tail.slice(at)
    // A space may be the prompt's own.
    if (rest.trim() !== '' && prompt.endsWith(rest)) return rest
  }
  return ''
}
