/**
 * A shell at a terminal, as `jsh --osc` is seen from outside: it prompts, echoes, edits a little, and marks what it
 * does. The lines are run by the embedded sandbox's shell.
 */
import type { TerminalSize } from '../../contract/contract.ts'
import type { ProcessOperations } from '../../embedded/kernel.ts'

interface StandInShellOptions {
  readonly operations: ProcessOperations
  readonly id: string
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly size: TerminalSize
  readonly say: (data: Uint8Array | null) => void
  readonly onExit: (exitCode: number) => void
}

const encoder = new TextEncoder()
const INTERRUPT = '\x03'
const END_OF_INPUT = '\x04'
const BACKSPACE = '\x7f'

export class StandInShell {
  readonly #options: StandInShellOptions
  /** At the prompt or for the program, until Enter. */
  #typed = ''
  #isRaw = false
  #line: string | undefined
  #lines = 0
  #hasEnded = false

  constructor(options: StandInShellOptions) {
    this.#options = options
    const { operations, id, cwd, env, size } = options
    operations.onShell((event) => {
      if (event.type === 'shell_mode' && event.shell === id) this.#isRaw = event.raw
    })
    const opened = operations.openShell({ id, cwd, env, terminal: size })
    if (!opened.ok) this.#end(1)
    // The real one needs a while, and what it says comes cut anywhere.
    setTimeout(() => {
      this.#say('\x1b]654;inter')
      this.#say('active\x07')
      this.#prompt()
    }, 20)
  }

  write(text: string): void {
    for (const key of text) this.#press(key)
  }

  resize({ cols, rows }: { readonly cols: number; readonly rows: number }): void {
    this.#options.operations.writeShell(this.#options.id, { type: 'size', columns: cols, rows })
  }

  kill(): void {
    this.#options.operations.closeShell(this.#options.id)
    this.#end(129)
  }

  #press(key: string): void {
    const { operations, id } = this.#options
    if (this.#line !== undefined && this.#isRaw)
      return void operations.writeShell(id, { type: 'bytes', data: encoder.encode(key) })
    if (key === INTERRUPT) {
      this.#typed = ''
      this.#say('^C\r\n')
      if (this.#line === undefined) this.#prompt()
      else operations.kill(this.#line, 'SIGINT')
    } else if (key === END_OF_INPUT) {
      if (this.#line !== undefined) operations.writeShell(id, { type: 'end' })
    } else if (key === BACKSPACE) {
      this.#typed = this.#typed.slice(0, -1)
      this.#say('\b \b')
    } else if (key === '\r' || key === '\n') this.#enter()
    else {
      this.#typed += key
      this.#say(key)
    }
  }

  #enter(): void {
    const text = this.#typed
    this.#typed = ''
    this.#say('\r\n')
    if (this.#line === undefined) void this.#run(text)
    else
      this.#options.operations.writeShell(this.#options.id, {
        type: 'bytes',
        data: encoder.encode(`${text}\n`),
      })
  }

  async #run(command: string): Promise<void> {
    if (command.trim() === '') return this.#prompt()
    const { operations, id } = this.#options
    this.#lines += 1
    const line = `${id}-line-${this.#lines}`
    this.#line = line
    this.#say(`\x1b]654;pid=-${this.#lines}\x07`)
    const ran = await operations.exec({ id: line, command, shell: id }, ({ data }) =>
      // As a terminal does it for programs that have not asked for each key.
      this.#say(new TextDecoder().decode(data).replace(/\r?\n/g, '\r\n')),
    )
    this.#line = undefined
    if (!ran.ok) return this.#end(1)
    const { exitCode, unread } = ran.value
    const isThere = operations.writeShell(id, { type: 'bytes', data: new Uint8Array(0) })
    if (!isThere.ok && isThere.error.kind === 'not_found') return this.#end(exitCode)
    this.#say(`\x1b]654;exit=-${this.#lines}:${exitCode}\x07`)
    // Input that the line has not read is at the terminal still: the shell reads it now.
    const ahead = new TextDecoder().decode(unread) + this.#typed
    this.#typed = ''
    this.#prompt()
    this.write(ahead)
  }

  #prompt(): void {
    this.#say('\x1b]654;prompt\x07\r\x1b[K\x1b[35m❯\x1b[0m ')
  }

  #say(text: string): void {
    if (!this.#hasEnded) this.#options.say(encoder.encode(text))
  }

  #end(exitCode: number): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#options.say(null)
    this.#options.onExit(exitCode)
  }
}
