/**
 * Analyses a command line: each command in it with its kind, the files it touches, and the parts that could
 * not be followed.
 */
import { isOutOfStack } from '../../../sandbox/languages/out-of-stack.ts'
import { WORKSPACE_ROOT, resolve } from '../../../sandbox/contract/path.ts'
import { isWithheldFile } from '../../../sandbox/contract/withheld-file.ts'
import { SHELL_COMMAND_CHARS, SHELL_WRAPPERS } from '../../limits.ts'
import { isSteeringFile } from '../../../sandbox/contract/steering-file.ts'
import { actsOf, type Act } from './judge/acts.ts'
import type { CommandClass, FileWord, Judgement } from './words/classes.ts'
import { Walker, type FoundCommand } from './walk/commands.ts'
import { ANY, type Stars } from './words/guarded-pattern.ts'
import { judge } from './judge/judge.ts'
import { judgedSafely, messageOf, type Judge, type JudgeFailure } from './judge/judged-safely.ts'
import { one } from './words/judgement.ts'
import { Scope } from './words/scope.ts'
import { steers } from './words/steering.ts'
import { parseCommand } from './words/syntax.ts'
import { innerOf } from './judge/unwrap.ts'
import { knownWord, type WordValue } from './words/word-value.ts'

/** A place in the file system that a command names; `undefined` is one that only a run can tell. */
export interface TouchedPlace {
  readonly access: 'read' | 'write'
  /** All absolute paths that it may be. A pattern keeps its stars. */
  readonly paths: readonly string[] | undefined
  readonly isPattern: boolean
  /**
   * Absolute patterns for a place that only a run can tell, which fits one of them; `ANY` stands for unknown
   * parts.
   */
  readonly like?: readonly string[]
}

export interface Leaf {
  /** As the shell will have it; `…` stands for what it builds. */
  readonly text: string
  /** Undefined words are built by the shell. The first is the name. */
  readonly words: readonly (string | undefined)[]
  readonly class: CommandClass
  /** Continues a sentence that begins with the command's name. */
  readonly reason: string
  readonly touches: readonly TouchedPlace[]
  readonly directories: readonly string[] | undefined
  /** The program that it runs where it is installed, and fetches where it is not (`npx`). */
  readonly fetched?: string
  readonly acts?: readonly Act[]
  /** See `Judgement`. */
  readonly steers?: string
}

export interface Analysis {
  readonly leaves: readonly Leaf[]
  /** The weightiest of the leaves; `unknown` where something could not be followed. */
  readonly class: CommandClass
  /** Why something could not be followed, as in "it …". */
  readonly problems: readonly string[]
  /** False: nothing of the line is known, not even which commands are in it. */
  readonly isReadable: boolean
  /** Errors of the judge's own code; none, but for a bug. Their commands are `unknown`. */
  readonly failures: readonly JudgeFailure[]
  /** How its patterns match. */
  readonly stars?: Stars
}

const WEIGHT: readonly CommandClass[] = [
  'read-only',
  'workspace-write',
  'program',
  'destructive',
  'egress',
  'unknown',
]

const CACHED = 200
const cache = new Map<string, Analysis>()

/** Pure, and remembered: a decision asks for the same line several times. Never throws. */
export function analyse(command: string, cwd: string = WORKSPACE_ROOT): Analysis {
  // A line that is not read costs nothing, and is not remembered: it may be very long.
  if (command.length > SHELL_COMMAND_CHARS) return analysisOf(command, cwd)
  // The name of a folder may hold any character.
  const key = JSON.stringify([cwd, command])
  const known = cache.get(key)
  if (known !== undefined) return known
  if (cache.size >= CACHED) cache.clear()
  const made = analysisOf(command, cwd)
  cache.set(key, made)
  return made
}

/** `judgeOne` judges a command: tests hand in one that throws. Never throws. */
export function analysisOf(command: string, cwd: string, judgeOne: Judge = judge): Analysis {
  const failures: JudgeFailure[] = []
  try {
    return { ...analysisBy(command, cwd, { judge: judgeOne, failures }), failures }
  } catch (error) {
    const message = messageOf(error)
    const problem = isOutOfStack(error) ? 'is nested too deeply' : `could not be read (${message})`
    if (!isOutOfStack(error)) failures.push({ message })
    return { ...unread(problem), failures }
  }
}

function unread(problem: string): Analysis {
  return { leaves: [], class: 'unknown', problems: [problem], isReadable: false, failures: [] }
}

/** How a line's commands are judged, and where errors of that are put. */
interface Judging {
  readonly judge: Judge
  readonly failures: JudgeFailure[]
}

function analysisBy(command: string, cwd: string, judging: Judging): Analysis {
  const parsed = parseCommand(command)
  if (!parsed.ok) return unread(parsed.obstacle)
  const walker = new Walker()
  const leaves: Leaf[] = []
  walker.script(parsed.script, new Scope([cwd]))
  // Scripts within words of a command are found while commands are looked at.
  for (let at = 0; at < walker.found.length || walker.end(); at += 1) {
    const found = walker.found[at]
    if (found === undefined) continue
    for (const words of alternatives(found.words))
      leaves.push(...leavesOf({ ...found, words }, walker, judging))
  }
  const problems = [...walker.problems]
  const heaviest = Math.max(0, ...leaves.map((leaf) => WEIGHT.indexOf(leaf.class)))
  const kind = problems.length > 0 ? 'unknown' : (WEIGHT[heaviest] ?? 'unknown')
  // Wrappers, too, can set the option.
  const stars = /nocaseglob/.test(command)
    ? 'nocase'
    : walker.matchesDots || /dotglob|GLOBIGNORE/.test(command)
      ? 'dotglob'
      : 'shell'
  return { leaves, class: kind, problems, isReadable: true, failures: [], stars }
}

/** More than these of one command are not looked at one by one. */
const ALTERNATIVES = 16

/** All that a command may be where its words may be several texts; too many of them, and those words are not known. */
function alternatives(words: readonly WordValue[]): readonly (readonly WordValue[])[] {
  const count = words.reduce((product, { texts }) => product * Math.max(1, texts?.length ?? 1), 1)
  if (count === 1) return [words]
  if (count > ALTERNATIVES)
    return [
      words.map(({ texts, start, ...word }) =>
        (texts?.length ?? 1) > 1
          ? { texts: undefined, start, like: texts ?? [ANY] }
          : { texts, start, ...word },
      ),
    ]
  return words.reduce<readonly (readonly WordValue[])[]>(
    (all, word) => {
      const each = word.texts === undefined ? [word] : word.texts.map(knownWord)
      return all.flatMap((before) => each.map((next) => [...before, next]))
    },
    [[]],
  )
}

function leavesOf(found: FoundCommand, walker: Walker, judging: Judging): Leaf[] {
  const leaves: Leaf[] = []
  let { words } = found
  let isIn: readonly string[] | undefined
  const assigns = [...found.assigns]
  let runsText = false
  for (let wrappers = 0; ; wrappers += 1) {
    const inner = innerOf(words, found.isFed ? undefined : found.input)
    if (inner === undefined) break
    if (wrappers === SHELL_WRAPPERS) {
      walker.problems.add('is nested too deeply')
      break
    }
    if (inner.kind === 'problem') {
      walker.problems.add(inner.problem)
      break
    }
    if (inner.kind === 'script') {
      runsText = true
      if (!found.isFollowed) walker.nested(inner.text, new Scope(found.directories))
      break
    }
    if (inner.andItself) leaves.push(leafOf(words, found, judging))
    words = inner.command.words
    isIn = inner.command.isIn ?? isIn
    assigns.push(...inner.command.assigns)
  }
  const name = one(words[0])
  if (name !== undefined && !found.isFollowed) walker.functionNamed(name)
  const steering = assigns.find((assign) => steers(assign, name))
  const leaf = leafOf(words, found, { ...judging, isIn })
  if (steering !== undefined)
    leaves.push({
      ...leaf,
      class: 'unknown',
      reason: `runs with ${steering} set, which can change what it is`,
    })
  else if (runsText)
    leaves.push({ ...leaf, class: 'read-only', reason: 'runs the commands in its arguments', acts: [] })
  else leaves.push(leaf)
  return leaves
}

/** `isIn`: patterns of the directories that it runs in, where they are others than the line's. */
function leafOf(
  words: readonly WordValue[],
  found: FoundCommand,
  { judge: judgeOne, failures, isIn }: Judging & { readonly isIn?: readonly string[] | undefined },
): Leaf {
  const { redirects, directories } = found
  const input = found.isFed ? undefined : found.input
  const plain: Judgement =
    words.length === 0
      ? { class: 'read-only', reason: 'sets variables', reads: [], writes: [] }
      : judgedSafely(judgeOne, { words, input }, failures)
  const judged = secretAware(plain, words, input)
  const fetched = judged.fetched !== undefined ? { fetched: judged.fetched } : {}
  const touches: TouchedPlace[] = []
  const named = (access: 'read' | 'write') => (file: FileWord) =>
    touches.push(isIn === undefined ? placeOf(access, file, directories) : placeIn(access, file, isIn))
  judged.reads.forEach(named('read'))
  judged.writes.forEach(named('write'))
  let { class: judgedAs, reason } = judged
  const raise = (to: CommandClass, why: string) => {
    if (WEIGHT.indexOf(to) > WEIGHT.indexOf(judgedAs)) [judgedAs, reason] = [to, why]
  }
  for (const { direction, target } of redirects) {
    if (target.start.startsWith('/dev/tcp/') || target.start.startsWith('/dev/udp/'))
      raise('egress', 'opens a connection')
    else if (
      target.texts?.every((text) => /^\/dev\/(null|stdout|stderr|stdin|tty|fd\/\d+)$/.test(text)) !== true
    ) {
      touches.push(placeOf(direction, target, directories))
      if (direction === 'write') raise('workspace-write', 'writes a file')
    }
  }
  const acts = actsOf(words, plain, directories)
  const steers = judged.steers === undefined ? {} : { steers: judged.steers }
  const texts = words.map(({ texts: known }) => (known?.length === 1 ? known[0] : undefined))
  const text = words
    .map(({ texts: known, pattern, start }) => known?.join('|') ?? pattern ?? `${start}…`)
    .join(' ')
  return { text, words: texts, class: judgedAs, reason, touches, directories, acts, ...steers, ...fetched }
}

/** A program that is handed a file with secrets, by name or within its code; to load one into its environment is what it is for. */
function secretAware(
  judgement: Judgement,
  words: readonly WordValue[],
  input: string | undefined,
): Judgement {
  if (judgement.class !== 'program') return judgement
  const said = words
    .slice(1)
    .flatMap(({ texts }) => texts ?? [])
    .filter((text) => !text.startsWith('--env-file'))
  const names = [...said, input ?? ''].flatMap((text) => text.split(/[\s'"`()=,;:{}]+/))
  if (names.some(isWithheldFile))
    return { ...judgement, class: 'unknown', reason: 'is handed a file that holds secrets' }
  // Names that are words of their own are looked at where they stand.
  const code = [...said.filter((text) => /[\s'"`(]/.test(text)), input ?? '']
  return code.flatMap((text) => text.split(/[\s'"`()=,;:{}]+/)).some(isSteeringFile)
    ? { ...judgement, class: 'unknown', reason: 'names a file that sets what the agent may do' }
    : judgement
}

function placeOf(
  access: 'read' | 'write',
  { texts, pattern, like }: FileWord,
  directories: readonly string[] | undefined,
): TouchedPlace {
  const names = texts ?? (pattern === undefined ? undefined : [pattern])
  const isAbsolute = names?.every((name) => name.startsWith('/')) === true
  const bases = isAbsolute ? ['/'] : directories
  const paths =
    names === undefined || bases === undefined
      ? undefined
      : bases.flatMap((base) => names.map((name) => resolve(name, base)))
  if (texts !== undefined && like === undefined) return { access, paths, isPattern: false }
  const patterns = (like ?? [ANY]).flatMap((name) =>
    (directories ?? ['/']).map((base) => resolve(name, base)),
  )
  return { access, paths, isPattern: texts === undefined, like: patterns }
}

/** In directories of which only patterns are known. */
function placeIn(access: 'read' | 'write', file: FileWord, isIn: readonly string[]): TouchedPlace {
  const isAbsolute = file.texts?.every((text) => text.startsWith('/')) === true
  if (isAbsolute) return placeOf(access, file, undefined)
  const names = file.texts ?? file.like ?? [ANY]
  const like = isIn.flatMap((base) => names.map((name) => resolve(name, resolve(base))))
  return { access, paths: undefined, isPattern: true, like }
}
