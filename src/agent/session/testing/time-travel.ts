/** A workspace as a person would keep it in mind, and random calls of tools with what they do to it. */
import type { ScriptedCall } from '../../model/scripted.ts'

interface File {
  readonly text: string
  readonly mode: number
}

/** By path. A folder ends with a slash; a link's text begins with an arrow, as in a listing. */
export type Files = Readonly<Record<string, File>>

export interface NextCall {
  /** One, or a read before it: an existing file is read before it is written. */
  readonly calls: readonly ScriptedCall[]
  readonly after: Files
}

const FOLDERS = ['', 'src/', 'src/deep/', 'docs/'] as const
const NAMES = ['a.txt', 'b.txt', 'c with space.txt', 'ü.md'] as const
const FOLDER: File = { text: '', mode: 0o755 }
const FILE_MODE = 0o644

export class WorkspaceModel {
  files: Files = {}
  #state: number
  #count = 0

  constructor(seed: number) {
    this.#state = Math.imul(seed, 2_654_435_761) >>> 0
  }

  /** Below a number, at random. */
  chance(below: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((this.#state / 2 ** 32) * below)
  }

  any<T>(items: readonly T[]): T {
    const item = items[this.chance(items.length)]
    if (item === undefined) throw new Error('There is nothing to choose from.')
    return item
  }

  tree(): Record<string, string> {
    return this.treeOf(this.files)
  }

  /** In the form of the sandbox's `treeOf`. */
  treeOf(files: Files): Record<string, string> {
    const shown = ([path, { text, mode }]: [string, File]): [string, string] => {
      if (path.endsWith('/')) return [path, mode.toString(8)]
      if (text.startsWith('-> ')) return [path, text]
      const bytes = Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0'))
      return [path, `${mode.toString(8)} ${bytes.join('')}`]
    }
    return Object.fromEntries(Object.entries(files).map(shown))
  }

  /** Changes `files` as the call will. */
  nextCall(): NextCall {
    const plain = Object.keys(this.files).filter((path) => this.#isPlain(path))
    const choice = plain.length === 0 ? 0 : this.chance(10)
    const calls =
      choice < 3 ? this.#write() : choice < 5 ? this.#edit(this.any(plain)) : this.#shell(choice, plain)
    return { calls, after: this.files }
  }

  #isPlain(path: string): boolean {
    return !path.endsWith('/') && this.files[path]?.text.startsWith('-> ') === false
  }

  #write(): ScriptedCall[] {
    const path = this.any(FOLDERS) + this.any(NAMES)
    if (path in this.files && !this.#isPlain(path)) return this.#shellCall('true')
    const text = this.#newText()
    const reading = path in this.files ? [read(path)] : []
    this.#set(path, { text, mode: this.files[path]?.mode ?? FILE_MODE })
    return [...reading, { name: 'Write', input: { file_path: `/workspace/${path}`, content: text } }]
  }

  /** The first line becomes another. */
  #edit(path: string): ScriptedCall[] {
    const file = this.#file(path)
    const [first = '', ...rest] = file.text.split('\n')
    const line = `edited ${this.#count++}`
    this.#set(path, { ...file, text: [line, ...rest].join('\n') })
    const input = { file_path: `/workspace/${path}`, old_string: `${first}\n`, new_string: `${line}\n` }
    return [read(path), { name: 'Edit', input }]
  }

  #shell(choice: number, plain: readonly string[]): ScriptedCall[] {
    const path = this.any(plain)
    const file = this.#file(path)
    const to = this.any(FOLDERS) + this.any(NAMES)
    const folder = to.slice(0, to.lastIndexOf('/') + 1)
    const isFree = to !== path && (!(to in this.files) || this.#isPlain(to))
    const inFolder = folder === '' ? '' : `mkdir -p ${quoted(folder)} && `
    if (choice === 5) {
      this.#set(path, { ...file, text: `${file.text}more ${this.#count}\n` })
      return this.#shellCall(`echo "more ${this.#count++}" >> ${quoted(path)}`)
    }
    if (choice === 6) {
      this.#remove(path)
      return this.#shellCall(`rm ${quoted(path)}`)
    }
    if (choice === 7 && isFree) {
      this.#remove(path)
      this.#set(to, file)
      return this.#shellCall(`${inFolder}mv ${quoted(path)} ${quoted(to)}`)
    }
    if (choice === 8 && isFree && !(to in this.files)) {
      this.#set(to, { text: `-> ${path}`, mode: 0o777 })
      return this.#shellCall(`${inFolder}ln -s ${quoted(path)} ${quoted(to)}`)
    }
    const mode = this.any([0o755, 0o600, FILE_MODE])
    this.#set(path, { ...file, mode })
    return this.#shellCall(`chmod ${mode.toString(8)} ${quoted(path)}`)
  }

  #shellCall(command: string): ScriptedCall[] {
    // Each is another one: a run pauses when the same call is made again and again.
    const input = { command: `${command} # ${this.#count++}`, description: 'Change the files' }
    return [{ name: 'Bash', input }]
  }

  #file(path: string): File {
    const file = this.files[path]
    if (!file) throw new Error(`There is no ${path}.`)
    return file
  }

  #newText(): string {
    return Array.from({ length: 1 + this.chance(6) }, () => `line ${this.#count++}\n`).join('')
  }

  #set(path: string, file: File): void {
    const parts = path.split('/').slice(0, -1)
    const folders = parts.map((_, index) => `${parts.slice(0, index + 1).join('/')}/`)
    const made = folders
      .filter((folder) => !(folder in this.files))
      .map((folder) => [folder, FOLDER] as const)
    this.files = { ...this.files, ...Object.fromEntries(made), [path]: file }
  }

  #remove(path: string): void {
    const { [path]: _, ...rest } = this.files
    this.files = rest
  }
}

function read(path: string): ScriptedCall {
  return { name: 'Read', input: { file_path: `/workspace/${path}` } }
}

function quoted(path: string): string {
  return `'${path}'`
}
