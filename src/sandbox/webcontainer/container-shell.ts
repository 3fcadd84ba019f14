/**
 * One shell of the container at a terminal of its own: `jsh`, told to mark what it does. A line is typed at its prompt;
 * what it prints between the marks of the command is the line's output, and all else is its prompt and what it echoes.
 */
import type { WebContainerProcess } from '@webcontainer/api'
import type { TerminalSize } from '../contract.ts'
import { CONTAINER_SHELL_ECHO_CHARS, CONTAINER_SHELL_QUIET_MS } from '../limits.ts'
import { ShellMarks } from './shell-marks.ts'
import type { ShellMark } from './shell-marks.ts'

const INTERRUPT = '\x03'
const END_OF_INPUT = '\x04'

export interface ShellLineEnd {
  readonly exitCode: number
  /** The shell has ended with the line. */
  readonly hasExited: boolean
}

interface Line {
  readonly onText: (text: string) => void
  readonly done: (end: ShellLineEnd) => void
  /** A command of it runs, so that what is printed is its output. */
  isInCommand: boolean
  hasBegun: boolean
  exitCode: number
  /** Printed before any command began: the line as it was typed, and what the shell says when it runs nothing. */
  echo: string
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
      this.#line = { onText, done, isInCommand: false, hasBegun: false, exitCode: 0, echo: '' }
      this.type(`${text}\n`)
    })
  }

  type(text: string): void {
    this.#writer.write(text).catch(() => undefined) // it has ended, which is told by itself
  }

  endInput(): void {
    this.type(END_OF_INPUT)
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

  #text(text: string): void {
    if (this.#line?.isInCommand) this.#line.onText(text)
    else if (this.#line && !this.#line.hasBegun)
      this.#line.echo = (this.#line.echo + text).slice(0, CONTAINER_SHELL_ECHO_CHARS)
  }

  #mark(mark: ShellMark): void {
    const line = this.#line
    switch (mark.kind) {
      case 'interactive':
        return this.#starting({ ...this.#seen, interactive: true })
      case 'prompt':
        this.#starting({ ...this.#seen, prompt: true })
        if (line?.hasBegun) return this.#lineEnded(line)
        // It may be that of an interrupt which came too late for the line before.
        if (line) setTimeout(() => line.hasBegun || this.#lineEnded(line), CONTAINER_SHELL_QUIET_MS)
        return
      case 'begin':
        if (line) line.isInCommand = line.hasBegun = true
        return
      case 'end':
        if (!line) return
        line.isInCommand = false
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

  #lineEnded(line: Line): void {
    if (this.#line !== line) return
    this.#line = undefined
    // It has run nothing: what it has said of the line stands below it.
    const said = line.hasBegun ? '' : line.echo.replace(/^[^\n]*\n?/, '')
    if (said !== '') line.onText(said)
    line.done({ exitCode: line.exitCode, hasExited: false })
  }

  #ended(exitCode: number): void {
    this.#exit.resolve(exitCode)
    const line = this.#line
    this.#line = undefined
    line?.done({ exitCode, hasExited: true })
  }
}
