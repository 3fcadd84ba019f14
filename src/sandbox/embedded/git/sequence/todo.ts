/** The list of a rebase's steps: read with the words that git has for what is wrong in it, and written. */
import { subjectOf } from '../make-commit.ts'
import type { Repository } from '../repository.ts'
import { peel, tryResolve } from '../revision/resolve.ts'
import { ShortNames } from '../revision/short-name.ts'
import { EMPTY_TREE } from '../store/objects.ts'

const LETTERS = {
  p: 'pick',
  r: 'reword',
  e: 'edit',
  s: 'squash',
  f: 'fixup',
  x: 'exec',
  b: 'break',
  d: 'drop',
  l: 'label',
  t: 'reset',
  m: 'merge',
  u: 'update-ref',
} as const
type CommitWord = 'pick' | 'reword' | 'edit' | 'squash' | 'fixup' | 'drop'
const COMMIT_WORDS: readonly string[] = ['pick', 'reword', 'edit', 'squash', 'fixup', 'drop']
/** They are git's, and not built here. */
const MISSING_WORDS: readonly string[] = ['label', 'reset', 'merge', 'update-ref']

export type Step =
  | {
      readonly word: CommitWord
      readonly oid: string
      /** Text after the commit's name: its subject. */
      readonly rest: string
      /** Flag of `fixup`: `-C` takes its message, `-c` also opens an editor. */
      readonly flag?: '-C' | '-c'
    }
  | { readonly word: 'exec'; readonly command: string }
  | { readonly word: 'break' | 'noop' }

export interface Todo {
  readonly steps: readonly Step[]
  /** Git's messages about malformed lines, each with its newline. */
  readonly errors: string
  /** A step that git knows and this one does not. */
  readonly missing: string | undefined
}

export function parseTodo(repository: Repository, text: string, hasPrevious = false): Todo {
  const steps: Step[] = []
  let [errors, missing]: [string, string | undefined] = ['', undefined]
  let canMeld = hasPrevious
  for (const [at, line] of text.split('\n').entries()) {
    const bare = line.replace(/^[ \t]+/, '').replace(/\r$/, '')
    if (bare === '' || bare.startsWith('#')) continue
    const step = parseStep(repository, bare)
    if (typeof step === 'string') {
      if (MISSING_WORDS.includes(step)) missing ??= step
      else errors += `${step}error: invalid line ${at + 1}: ${line}\n`
      continue
    }
    if ((step.word === 'fixup' || step.word === 'squash') && !canMeld)
      errors += `error: cannot '${step.word}' without a previous commit\n`
    if (step.word !== 'noop' && step.word !== 'break' && step.word !== 'exec' && step.word !== 'drop')
      canMeld = true
    steps.push(step)
  }
  return { steps, errors, missing }
}

/** A step, what is wrong with it (lines, maybe none), or the word that is missing here. */
function parseStep(repository: Repository, line: string): Step | string {
  const [, first = '', after = ''] = /^(\S+)([^]*)$/.exec(line) ?? []
  const word = Object.entries(LETTERS).find(([letter]) => letter === first)?.[1] ?? first
  if (MISSING_WORDS.includes(word)) return word
  const rest = after.trim()
  if (word === 'break' || word === 'noop')
    return rest === '' ? { word } : `error: ${word} does not accept arguments: '${rest}'\n`
  if (word !== 'exec' && !isCommitWord(word)) return ''
  if (rest === '') return `error: missing arguments for ${word}\n`
  if (word === 'exec') return { word, command: rest }
  const flag = word === 'fixup' ? /^(-[Cc])\s+/.exec(rest) : null
  const [, name = '', subject = ''] = /^(\S+)\s*([^]*)$/.exec(rest.slice(flag?.[0].length ?? 0)) ?? []
  const found = tryResolve(repository, name)
  const oid = found === undefined ? undefined : peel(repository, found, 'commit')
  if (oid === undefined) return `error: could not parse '${name}'\n`
  const [, letter] = flag ?? []
  return { word, oid, rest: subject, ...((letter === '-C' || letter === '-c') && { flag: letter }) }
}

function isCommitWord(word: string): word is CommitWord {
  return COMMIT_WORDS.includes(word)
}

export function isMeld(step: Step | undefined): boolean {
  return step?.word === 'fixup' || step?.word === 'squash'
}

export function pickOf(repository: Repository, oid: string): Step {
  const { objects } = repository
  const { message, parents, tree } = objects.commit(oid)
  const [parent] = parents
  const before = parent === undefined ? EMPTY_TREE : objects.commit(parent).tree
  return { word: 'pick', oid, rest: subjectOf(message) + (before === tree ? ' # empty' : '') }
}

/** One line a step; `short` as people edit it, else with whole names. */
export function formatTodo(
  repository: Repository,
  steps: readonly Step[],
  style: { readonly short?: boolean; readonly letters?: boolean } = {},
): string {
  const names = new ShortNames(repository)
  const wordOf = (word: string): string =>
    (style.letters ? Object.entries(LETTERS).find(([, long]) => long === word)?.[0] : undefined) ?? word
  const lines = steps.map((step) => {
    if (step.word === 'exec') return `${wordOf('exec')} ${step.command}\n`
    if (!('oid' in step)) return `${wordOf(step.word)}\n`
    const flag = step.flag === undefined ? '' : `${step.flag} `
    return `${wordOf(step.word)} ${flag}${style.short ? names.of(step.oid) : step.oid}${step.rest === '' ? '' : ` ${step.rest}`}\n`
  })
  return lines.join('')
}
