/** Tab: what the word at the cursor may become. Reads files and names; runs nothing. */
import type { DirectoryEntry } from '../../../sandbox/contract/contract.ts'
import { HOME, resolve } from '../../../sandbox/contract/path.ts'
import { GIT_BRANCH_COMMANDS, GIT_COMMANDS, NPM_COMMANDS, SHELL_WORDS } from './command-words.ts'

/** Files that completion reads. Both answer empty for a missing path. */
export interface CompletionSource {
  list(path: string): Promise<readonly DirectoryEntry[]>
  readText(path: string): Promise<string | undefined>
}

export interface Completion {
  /** Start of the word that is replaced, up to the cursor. */
  readonly from: number
  /** Texts for that place, quoted where needed; sorted. */
  readonly candidates: readonly string[]
  /** The same as a person reads them. */
  readonly labels: readonly string[]
}

const PROGRAM_FOLDERS = ['/usr/local/bin', '/usr/bin']
const NONE: Completion = { from: 0, candidates: [], labels: [] }

interface Candidate {
  readonly text: string
  readonly label: string
}

export async function complete(
  text: string,
  cursor: number,
  cwd: string,
  source: CompletionSource,
): Promise<Completion> {
  const before = text.slice(0, cursor)
  const { from, word, words } = wordAt(before)
  const look = new Look(cwd, source)
  const found = await candidatesFor(words, word, look)
  if (found.length === 0) return NONE
  const sorted = found.toSorted((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0))
  const unique = sorted.filter(({ text: own }, index) => own !== sorted[index - 1]?.text)
  return {
    from,
    candidates: unique.map((candidate) => candidate.text),
    labels: unique.map(({ label }) => label),
  }
}

/** The longest beginning that all of them share. */
export function commonStart(candidates: readonly string[]): string {
  const [first = '', ...rest] = candidates
  let length = first.length
  for (const other of rest) {
    let same = 0
    while (same < length && other.charAt(same) === first.charAt(same)) same += 1
    length = same
  }
  return first.slice(0, length)
}

/** Names side by side, as `ls` puts them. */
export function inColumns(labels: readonly string[], columns: number): string {
  const width = Math.max(...labels.map(({ length }) => length)) + 2
  const perRow = Math.max(1, Math.floor(columns / width))
  const rows = Math.ceil(labels.length / perRow)
  return Array.from({ length: rows }, (_, row) =>
    labels
      .filter((_label, index) => index % rows === row)
      .map((label) => label.padEnd(width))
      .join('')
      .trimEnd(),
  ).join('\r\n')
}

async function candidatesFor(
  words: readonly string[],
  word: string,
  look: Look,
): Promise<readonly Candidate[]> {
  const [command, sub] = words
  if (command === undefined) return word.includes('/') ? look.files(word) : look.commands(word)
  if (command === 'git' && words.length === 1) return named(GIT_COMMANDS, word)
  if (command === 'git' && sub !== undefined && GIT_BRANCH_COMMANDS.has(sub) && !words.includes('--')) {
    const branches = named(await look.branches(), word)
    if (branches.length > 0) return branches
  }
  if (command === 'npm' && words.length === 1) return named(NPM_COMMANDS, word)
  if (command === 'npm' && (sub === 'run' || sub === 'run-script') && words.length === 2)
    return named(await look.scripts(), word)
  if (['which', 'type', 'command', 'man', 'sudo', 'xargs', 'time'].includes(command)) {
    if (!word.includes('/')) return look.commands(word)
  }
  const files = await look.files(word)
  return command === 'cd' || command === 'rmdir' ? files.filter(({ text }) => text.endsWith('/')) : files
}

function named(names: readonly string[], word: string): Candidate[] {
  return names
    .filter((name) => name.startsWith(word))
    .map((name) => ({ text: `${quoted(name)} `, label: name }))
}

class Look {
  readonly #cwd: string
  readonly #source: CompletionSource

  constructor(cwd: string, source: CompletionSource) {
    this.#cwd = cwd
    this.#source = source
  }

  async files(word: string): Promise<Candidate[]> {
    const slash = word.lastIndexOf('/') + 1
    const [folder, start] = [word.slice(0, slash), word.slice(slash)]
    const path = folder.startsWith('~/') ? HOME + folder.slice(1) : folder
    const entries = await this.#source.list(resolve(path === '' ? '.' : path, this.#cwd))
    const meant = entries.filter(
      ({ name }) => name.startsWith(start) && (start.startsWith('.') || !name.startsWith('.')),
    )
    return Promise.all(
      meant.map(async (entry) => {
        const isFolder = await this.#isFolder(entry, resolve(path + entry.name, this.#cwd))
        const tail = isFolder ? '/' : ' '
        // A tilde that is quoted is a file's name.
        const shownFolder = folder.startsWith('~/') ? `~/${quoted(folder.slice(2))}` : quoted(folder)
        return { text: shownFolder + quoted(entry.name) + tail, label: entry.name + (isFolder ? '/' : '') }
      }),
    )
  }

  async commands(word: string): Promise<Candidate[]> {
    const folders = await Promise.all(PROGRAM_FOLDERS.map((folder) => this.#source.list(folder)))
    const programs = folders.flat().map(({ name }) => name)
    const visible = [...SHELL_WORDS, ...programs].filter((name) => !name.startsWith('.'))
    return named(visible, word)
  }

  /** Branches and tags of the directory's repository. */
  async branches(): Promise<string[]> {
    const git = await this.#gitFolder()
    if (git === undefined) return []
    const packed = (await this.#source.readText(`${git}/packed-refs`)) ?? ''
    const fromPacked = [...packed.matchAll(/^[0-9a-f]+ refs\/(?:heads|tags)\/(.+)$/gm)].map(
      ([, name = '']) => name,
    )
    const loose = await Promise.all(
      ['heads', 'tags'].map((kind) => this.#namesBelow(`${git}/refs/${kind}`, '')),
    )
    return [...loose.flat(), ...fromPacked]
  }

  async scripts(): Promise<string[]> {
    const text = await this.#source.readText(resolve('package.json', this.#cwd))
    try {
      const parsed: unknown = JSON.parse(text ?? '{}')
      if (typeof parsed !== 'object' || parsed === null || !('scripts' in parsed)) return []
      const { scripts } = parsed
      return typeof scripts === 'object' && scripts !== null ? Object.keys(scripts) : []
    } catch {
      // Being edited: there is nothing to offer until it is whole.
      return []
    }
  }

  async #gitFolder(): Promise<string | undefined> {
    for (let path = this.#cwd; path !== '/'; path = resolve('..', path)) {
      const entries = await this.#source.list(path)
      if (entries.some(({ name, kind }) => name === '.git' && kind === 'directory')) return `${path}/.git`
    }
    return undefined
  }

  async #namesBelow(path: string, prefix: string): Promise<string[]> {
    const entries = await this.#source.list(path)
    const names = await Promise.all(
      entries.map(({ name, kind }) =>
        kind === 'directory' ? this.#namesBelow(`${path}/${name}`, `${prefix}${name}/`) : [prefix + name],
      ),
    )
    return names.flat()
  }

  async #isFolder({ kind }: DirectoryEntry, path: string): Promise<boolean> {
    if (kind !== 'symlink') return kind === 'directory'
    return (await this.#source.list(path)).length > 0
  }
}

/** The word that ends here, and those before it in the same simple command, each without its quotes. */
export function wordAt(before: string): { from: number; word: string; words: readonly string[] } {
  let words: string[] = []
  let word = ''
  let from = before.length
  let inWord = false
  const begin = (at: number) => {
    if (!inWord) from = at
    inWord = true
  }
  const end = () => {
    // An assignment before a command is not its name.
    if (inWord && !(words.length === 0 && /^\w+=/.test(word))) words.push(word)
    word = ''
    inWord = false
  }
  const pieces = /\\([^])|'([^']*)'?|"((?:[^"\\]|\\[^])*)"?|([ \t]+)|(\$?\(|[;&|\n`(){}<>!]+)|([^])/g
  for (const piece of before.matchAll(pieces)) {
    const [, escaped, single, double, space, operator, plain] = piece
    if (space !== undefined) end()
    else if (operator !== undefined) {
      end()
      // A redirection's file is a word like others; all else begins a command.
      if (!/[<>]/.test(operator)) words = []
    } else {
      begin(piece.index)
      word += escaped ?? single ?? double?.replace(/\\([\\"$`])/g, '$1') ?? plain ?? ''
    }
  }
  return { from: inWord ? from : before.length, word: inWord ? word : '', words }
}

function quoted(text: string): string {
  return text.replace(/[\s\\'"`$&|;<>()*?[\]{}!#~]/g, (letter) =>
    letter === '\n' ? `$'\\n'` : `\\${letter}`,
  )
}
