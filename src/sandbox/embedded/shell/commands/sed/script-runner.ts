/** Carries out a script: a cycle a line. */
import { WRITTEN_ESCAPES } from '../../../../languages/char-escapes.ts'
import type { Regex } from '../regex/posix-regex.ts'
import { CommandError } from '../../../../contract/command-error.ts'
import type { Action, Command, Script } from '../../../../languages/sed/script.ts'
import type { SedInput } from './sed-input.ts'
import type { SedOutput } from './sed-output.ts'
import { Selections, type Current } from './selection.ts'
import { substitute } from './substitute.ts'

export interface Surroundings {
  readonly input: SedInput
  /** Current destination of lines. */
  output(): SedOutput
  /** For `w`, by name. */
  file(name: string): SedOutput
  /** A whole file; empty when it cannot be read. */
  readFile(name: string): Promise<string>
  /** The next line of it, for `R`. */
  readLine(name: string): Promise<string | undefined>
  /** Runs a line of shell, and gives what it printed. */
  runLine(command: string): Promise<string>
  /** Lets what was written go out. */
  settle(): Promise<void> | undefined
}

export interface ScriptRunnerOptions {
  readonly isQuiet: boolean
  readonly separator: string
  readonly lineLength: number
  /** Does not print the pattern space at the end of input when `N` finds no line. */
  readonly isPosix: boolean
}

/** How the cycle ends: the next one, the next without reading, or the whole run with an exit code. */
type End = { readonly type: 'next' | 'again' } | { readonly type: 'quit'; readonly code: number }

const NEXT: End = { type: 'next' }

/** At once where nothing has to be waited for. */
type Done<T> = T | Promise<T>

type Substitute = Extract<Action<Regex>, { type: 's' }>

export class ScriptRunner {
  readonly #script: Script<Regex>
  readonly #options: ScriptRunnerOptions
  readonly #around: Surroundings
  readonly #selections = new Selections()
  readonly #current: Current
  #pattern = ''
  #hold = ''
  #isReplaced = false
  #lastRegex: Regex | undefined
  /** Writes deferred until the line was printed. */
  readonly #behind: (() => Promise<void> | void)[] = []

  constructor(script: Script<Regex>, options: ScriptRunnerOptions, around: Surroundings) {
    this.#script = script
    this.#options = options
    this.#around = around
    const { input } = around
    this.#current = {
      get line() {
        return input.lineNumber
      },
      isLast: () => input.isLast(),
      matches: (regex) => this.#regex(regex).find(this.#pattern, 0) !== undefined,
    }
    this.startFile()
  }

  /** Lines are counted anew. */
  startFile(): void {
    this.#selections.reset(this.#script.commands)
  }

  /** Returns the exit code. */
  async run(): Promise<number> {
    let isAgain = false
    for (;;) {
      if (!isAgain) {
        const { input } = this.#around
        const line = input.take() ?? (await input.next())
        if (line === undefined) return 0
        this.#pattern = line
      }
      this.#isReplaced = false
      const end = await this.#cycle()
      isAgain = end.type === 'again'
      if (end.type === 'quit') return end.code
      const wait = this.#around.settle()
      if (wait !== undefined) await wait
    }
  }

  #regex(regex: Regex | undefined): Regex {
    const used = regex ?? this.#lastRegex
    if (used === undefined) throw new CommandError('no previous regular expression')
    this.#lastRegex = used
    return used
  }

  async #cycle(): Promise<End> {
    const { commands } = this.#script
    for (let at = 0; at < commands.length; at += 1) {
      const command = commands[at]
      if (command === undefined) break
      const isSelected =
        command.selection === undefined
          ? !command.isInverted
          : await this.#selections.isSelected(command, this.#current)
      if (!isSelected) {
        if (command.action.type === '{') at = command.action.end - 1
        continue
      }
      const done = this.#do(command)
      // Most lines need no waiting.
      const next = done instanceof Promise ? await done : done
      if (typeof next === 'object') return next
      if (next !== undefined) at = next - 1
    }
    return this.#endOfCycle(NEXT)
  }

  /** The line is printed, and what waits behind it. */
  #endOfCycle(end: End): End | Promise<End> {
    if (!this.#options.isQuiet) this.#print(this.#pattern)
    return this.#endBehind(end)
  }

  #endBehind(end: End): End | Promise<End> {
    return this.#behind.length === 0 ? end : this.#writeBehind().then(() => end)
  }

  async #writeBehind(): Promise<void> {
    for (const write of this.#behind.splice(0)) await write()
  }

  #print(text: string): void {
    this.#around.output().line(text, this.#options.separator, this.#around.input.hadEnd)
  }

  /** The place of the command to go on with; undefined: the next one. */
  #do(command: Command<Regex>): Done<End | number | undefined> {
    const { action } = command
    switch (action.type) {
      case 's':
        return this.#substitute(action)
      case 'y':
        this.#pattern = [...this.#pattern].map((char) => action.map.get(char) ?? char).join('')
        return undefined
      case 'a':
        this.#behind.push(() => this.#around.output().text(action.text))
        return undefined
      case 'i':
        this.#around.output().text(action.text)
        return undefined
      case 'c':
        if (command.isInverted || !this.#selections.isWithin(command)) this.#around.output().text(action.text)
        return this.#endBehind(NEXT)
      case 'r':
      case 'R':
        this.#behind.push(() => this.#insertFile(action))
        return undefined
      case 'w':
        this.#around.file(action.file).line(this.#pattern, this.#options.separator, this.#around.input.hadEnd)
        return undefined
      case 'W':
        this.#around.file(action.file).line(this.#firstLine(), '\n')
        return undefined
      case 'q':
        return this.#endOfCycle({ type: 'quit', code: action.code })
      case 'Q':
        return { type: 'quit', code: action.code }
      case 'b':
        return this.#target(action.label)
      case 't':
      case 'T':
        return this.#branchIfReplaced(action)
      case 'e':
        return this.#execute(action.command)
      case 'l':
        this.#around.output().line(listed(this.#pattern, action.width ?? this.#options.lineLength), '\n')
        return undefined
      case '{':
      case 'nothing':
        return undefined
      default:
        return this.#simple(action.type)
    }
  }

  #simple(type: Exclude<Action<Regex>['type'], 's' | 'y'>): Done<End | undefined> {
    switch (type) {
      case 'd':
        return this.#endBehind(NEXT)
      case 'D':
        return this.#deleteFirstLine()
      case 'g':
        this.#pattern = this.#hold
        return undefined
      case 'G':
        this.#pattern += `\n${this.#hold}`
        return undefined
      case 'h':
        this.#hold = this.#pattern
        return undefined
      case 'H':
        this.#hold += `\n${this.#pattern}`
        return undefined
      case 'x':
        ;[this.#pattern, this.#hold] = [this.#hold, this.#pattern]
        return undefined
      case 'n':
        return this.#next()
      case 'N':
        return this.#append()
      case 'p':
        this.#print(this.#pattern)
        return undefined
      case 'P':
        this.#around.output().line(this.#firstLine(), this.#options.separator)
        return undefined
      case 'z':
        this.#pattern = ''
        return undefined
      case '=':
        this.#around.output().line(String(this.#around.input.lineNumber), '\n')
        return undefined
      default:
        this.#around.output().line(this.#around.input.fileName, '\n')
        return undefined
    }
  }

  #firstLine(): string {
    const end = this.#pattern.indexOf(this.#options.separator)
    return end < 0 ? this.#pattern : this.#pattern.slice(0, end)
  }

  async #deleteFirstLine(): Promise<End> {
    await this.#writeBehind()
    const end = this.#pattern.indexOf(this.#options.separator)
    if (end < 0) return NEXT
    this.#pattern = this.#pattern.slice(end + 1)
    return { type: 'again' }
  }

  async #next(): Promise<End | undefined> {
    if (await this.#around.input.isLast()) {
      if (this.#options.isPosix) return { type: 'quit', code: 0 }
      await this.#endOfCycle(NEXT)
      return this.#endOfFile()
    }
    await this.#endOfCycle(NEXT)
    this.#pattern = (await this.#around.input.next()) ?? ''
    return undefined
  }

  async #append(): Promise<End | undefined> {
    if (await this.#around.input.isLast()) {
      if (!this.#options.isPosix && !this.#options.isQuiet) this.#print(this.#pattern)
      await this.#writeBehind()
      return this.#endOfFile()
    }
    await this.#writeBehind()
    const line = await this.#around.input.next()
    this.#pattern += `${this.#options.separator}${line ?? ''}`
    return undefined
  }

  /** No line was left: in the next file there may be some, where files are apart. */
  #endOfFile(): End {
    return NEXT
  }

  #substitute(action: Substitute): Done<undefined> {
    const replaced = substitute(this.#pattern, this.#regex(action.regex), action)
    if (replaced === undefined) return undefined
    this.#pattern = replaced
    this.#isReplaced = true
    if (!action.runs) return this.#showReplaced(action)
    return this.#around.runLine(this.#pattern).then((said) => {
      this.#pattern = said.replace(/\n$/, '')
      return this.#showReplaced(action)
    })
  }

  #showReplaced(action: Substitute): undefined {
    for (let times = 0; times < action.prints; times += 1) this.#print(this.#pattern)
    if (action.file !== undefined)
      this.#around.file(action.file).line(this.#pattern, this.#options.separator, this.#around.input.hadEnd)
    return undefined
  }

  #target(label: string): number {
    return label === '' ? this.#script.commands.length : (this.#script.labels.get(label) ?? 0)
  }

  #branchIfReplaced({
    type,
    label,
  }: {
    readonly type: 't' | 'T'
    readonly label: string
  }): number | undefined {
    const was = this.#isReplaced
    this.#isReplaced = false
    return was === (type === 't') ? this.#target(label) : undefined
  }

  async #execute(command: string): Promise<undefined> {
    if (command === '') this.#pattern = (await this.#around.runLine(this.#pattern)).replace(/\n$/, '')
    else this.#around.output().text(await this.#around.runLine(command))
    return undefined
  }

  async #insertFile({
    type,
    file,
  }: {
    readonly type: 'r' | 'R' | 'w' | 'W'
    readonly file: string
  }): Promise<void> {
    if (type === 'R') {
      const line = await this.#around.readLine(file)
      if (line !== undefined) this.#around.output().line(line, this.#options.separator)
      return
    }
    const text = await this.#around.readFile(file)
    if (text !== '') this.#around.output().text(text)
  }
}

const encoder = new TextEncoder()

/** The text for the eye, in lines of at most `width` letters; 0 and 1: in one. */
function listed(text: string, width: number): string {
  const lines: string[] = []
  let line = ''
  for (const char of text) {
    const shown = WRITTEN_ESCAPES[char] ?? (/^[ -~]$/.test(char) ? char : octal(char))
    if (width > 1 && line.length + shown.length > width - 1) {
      lines.push(`${line}\\`)
      line = ''
    }
    line += shown
  }
  return [...lines, `${line}$`].join('\n')
}

function octal(char: string): string {
  const code = char.codePointAt(0) ?? 0
  const bytes = code >= 0xdc80 && code <= 0xdcff ? [code & 255] : [...encoder.encode(char)]
  return bytes.map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('')
}
