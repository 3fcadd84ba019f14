/** Git's colours: how settings name them, and whether they are wanted. There is no terminal: `auto` means none. */
import { errorFailure, GitFailure, usageFailure } from './failure.ts'
import type { Options } from './options.ts'
import { parseBoolean, type Config } from './store/config.ts'

export const RESET = '\x1b[m'

const NAMES = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white', '', 'default']
const ATTRIBUTES: Readonly<Record<string, readonly [on: number, off: number]>> = {
  bold: [1, 22],
  dim: [2, 22],
  italic: [3, 23],
  ul: [4, 24],
  blink: [5, 25],
  reverse: [7, 27],
  strike: [9, 29],
}

/** The escape sequence of a description like `bold red blue`; undefined when it is none. */
export function parseColor(text: string): string | undefined {
  const words = text.trim().toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return ''
  if (words.length === 1 && words[0] === 'reset') return RESET
  const attributes = new Set<number>()
  const colors: string[] = []
  for (const word of words) {
    const color = colors.length < 2 ? colorCode(word, colors.length === 0 ? 30 : 40) : undefined
    const [on, off] = ATTRIBUTES[word.replace(/^no-?/, '')] ?? []
    const attribute = word.startsWith('no') ? off : on
    if (color !== undefined) colors.push(color)
    else if (attribute !== undefined) attributes.add(attribute)
    else return undefined
  }
  const codes = [...[...attributes].sort((a, b) => a - b), ...colors.filter((code) => code !== '')]
  return codes.length === 0 ? '' : `\x1b[${codes.join(';')}m`
}

/** `base` is 30 for letters, 40 for what is behind them; '' for the usual colour. */
function colorCode(word: string, base: 30 | 40): string | undefined {
  if (word === 'normal' || word === '-1') return ''
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(word) ?? []
  if (red !== undefined && green !== undefined && blue !== undefined)
    return `${base + 8};2;${[red, green, blue].map((part) => Number.parseInt(part, 16)).join(';')}`
  const name = NAMES.indexOf(word.replace(/^bright/, ''))
  if (name >= 0 && word !== '') return String(base + name + (word.startsWith('bright') ? 60 : 0))
  const number = /^\d{1,3}$/.test(word) ? Number(word) : 256
  if (number > 255) return undefined
  if (number < 16) return String(base + (number < 8 ? number : number - 8 + 60))
  return `${base + 8};5;${number}`
}

/** Whether to colour, by `--no-color`, `--color`, `color.<name>` and `color.ui`, in this order. */
export function wantsColor(config: Config, name: string, options?: Options): boolean {
  if (options?.has('no-color') || options?.isUnset('color')) return false
  const given = options?.value('color')
  if (given !== undefined) {
    if (given === '' || given === 'always') return true
    if (given === 'never' || given === 'auto') return false
    throw usageFailure('option `color\' expects "always", "auto", or "never"')
  }
  const key = config.get(`color.${name}`) === undefined ? 'color.ui' : `color.${name}`
  const value = config.get(key)
  if (value === 'always') return true
  if (value !== undefined && value !== 'never' && value !== 'auto' && parseBoolean(value) === undefined)
    throw new GitFailure(`bad boolean config value '${value}' for '${key}'`)
  return false
}

/** The colours of a command's parts, as settings may change them. */
export class Palette<Part extends string> {
  readonly #codes: Readonly<Record<Part, string>>

  constructor(codes: Readonly<Record<Part, string>>) {
    this.#codes = codes
  }

  code(part: Part): string {
    return this.#codes[part]
  }

  /** Ended even where the colour is the usual one. */
  wrap(part: Part, text: string): string {
    return `${this.code(part)}${text}${RESET}`
  }

  /** As it is, where there is nothing to colour. */
  paint(part: Part, text: string): string {
    return text === '' || this.code(part) === '' ? text : this.wrap(part, text)
  }
}

function readPalette<Part extends string>(
  config: Config,
  section: string,
  defaults: Readonly<Record<Part, string>>,
): Palette<Part> {
  const codes: Record<string, string> = {}
  for (const [part, usual] of Object.entries<string>(defaults)) {
    const key = `color.${section}.${part.toLowerCase()}`
    const text = config.get(key) ?? usual
    const code = parseColor(text)
    if (code === undefined)
      throw errorFailure(`invalid color value: ${text}\nfatal: unable to parse '${key}'`, 128)
    codes[part] = code
  }
  // Every part of `defaults` has got its code.
  return new Palette(codes as Record<Part, string>)
}

export type DiffPart = 'context' | 'meta' | 'frag' | 'func' | 'old' | 'new' | 'commit' | 'whitespace'
export type DecoratePart = 'branch' | 'remoteBranch' | 'tag' | 'stash' | 'HEAD' | 'grafted'
export type StatusPart =
  | 'added'
  | 'changed'
  | 'untracked'
  | 'unmerged'
  | 'branch'
  | 'nobranch'
  | 'localBranch'
  | 'remoteBranch'
export type BranchPart = 'current' | 'local' | 'remote' | 'upstream' | 'worktree'
export type GrepPart =
  | 'filename'
  | 'linenumber'
  | 'column'
  | 'separator'
  | 'match'
  | 'function'
  | 'selected'
  | 'context'

export const diffPalette = (config: Config): Palette<DiffPart> =>
  readPalette(config, 'diff', {
    context: '',
    meta: 'bold',
    frag: 'cyan',
    func: '',
    old: 'red',
    new: 'green',
    commit: 'yellow',
    whitespace: 'normal red',
  })

export const decoratePalette = (config: Config): Palette<DecoratePart> =>
  readPalette(config, 'decorate', {
    branch: 'bold green',
    remoteBranch: 'bold red',
    tag: 'bold yellow',
    stash: 'bold magenta',
    HEAD: 'bold cyan',
    grafted: 'bold blue',
  })

export const statusPalette = (config: Config): Palette<StatusPart> =>
  readPalette(config, 'status', {
    added: 'green',
    changed: 'red',
    untracked: 'red',
    unmerged: 'red',
    branch: '',
    nobranch: 'red',
    localBranch: 'green',
    remoteBranch: 'red',
  })

export const branchPalette = (config: Config): Palette<BranchPart> =>
  readPalette(config, 'branch', {
    current: 'green',
    local: '',
    remote: 'red',
    upstream: 'blue',
    worktree: 'cyan',
  })

export const grepPalette = (config: Config): Palette<GrepPart> =>
  readPalette(config, 'grep', {
    filename: 'magenta',
    linenumber: 'green',
    column: 'green',
    separator: 'cyan',
    match: 'bold red',
    function: '',
    selected: '',
    context: '',
  })
