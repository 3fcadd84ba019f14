/** What a command line does: each command in it with its kind, the files it touches, and what could not be followed. */
import { isOutOfStack } from '../../../sandbox/languages/out-of-stack.ts'
import { WORKSPACE_ROOT, resolve } from '../../../sandbox/path.ts'
import { isWithheldFile } from '../../../sandbox/withheld-file.ts'
import { SHELL_COMMAND_CHARS, SHELL_WRAPPERS } from '../../limits.ts'
import { steersTheAgent } from '../scope.ts'
import type { CommandClass, FileWord, Judgement } from './classes.ts'
import { Walker, type FoundCommand } from './commands.ts'
import { judge } from './judge.ts'
import { judgedSafely, messageOf, type Judge, type JudgeFailure } from './judged-safely.ts'
import { one } from './judgement.ts'
import { Scope } from './scope.ts'
import { steers } from './steering.ts'
import { parseCommand } from './syntax.ts'
import { innerOf } from './unwrap.ts'
import { knownWord, type WordValue } from './word-value.ts'

/** A place in the file system that a command names; `undefined` is one that only a run can tell. */
export interface TouchedPlace {
  readonly access: 'read' | 'write'
  /** Absolute, all that it may be. Of a pattern: with its stars. */
  readonly paths: readonly string[] | undefined
  readonly isPattern: boolean
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
  const key = `${cwd}\n${command}`
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
  return { leaves, class: kind, problems, isReadable: true, failures: [] }
}

/** More than these of one command are not looked at one by one. */
const ALTERNATIVES = 16

/** All that a command may be where its words may be several texts; too many of them, and those words are not known. */
function alternatives(words: readonly WordValue[]): readonly (readonly WordValue[])[] {
  const count = words.reduce((product, { texts }) => product * Math.max(1, texts?.length ?? 1), 1)
  if (count === 1) return [words]
  if (count > ALTERNATIVES)
    return [
      words.map((word) => ((word.texts?.length ?? 1) > 1 ? { texts: undefined, start: word.start } : word)),
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
    assigns.push(...inner.command.assigns)
  }
  const name = one(words[0])
  if (name !== undefined && !found.isFollowed) walker.functionNamed(name)
  const steering = assigns.find((assign) => steers(assign, name))
  const leaf = leafOf(words, found, judging)
  if (steering !== undefined)
    leaves.push({
      ...leaf,
      class: 'unknown',
      reason: `runs with ${steering} set, which can change what it is`,
    })
  else if (runsText)
    leaves.push({ ...leaf, class: 'read-only', reason: 'runs the commands in its arguments' })
  else leaves.push(leaf)
  return leaves
}

function leafOf(
  words: readonly WordValue[],
  found: FoundCommand,
  { judge: judgeOne, failures }: Judging,
): Leaf {
  const { redirects, directories } = found
  const input = found.isFed ? undefined : found.input
  const judged =
    words.length === 0
      ? { class: 'read-only' as const, reason: 'sets variables', reads: [], writes: [] }
      : secretAware(judgedSafely(judgeOne, { words, input }, failures), words, input)
  const fetched = 'fetched' in judged && judged.fetched !== undefined ? { fetched: judged.fetched } : {}
  const touches: TouchedPlace[] = []
  const add = (access: 'read' | 'write', file: FileWord) => touches.push(placeOf(access, file, directories))
  for (const file of judged.reads) add('read', file)
  for (const file of judged.writes) add('write', file)
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
      add(direction, target)
      if (direction === 'write') raise('workspace-write', 'writes a file')
    }
  }
  const texts = words.map(({ texts: known }) => (known?.length === 1 ? known[0] : undefined))
  const text = words
    .map(({ texts: known, pattern, start }) => known?.join('|') ?? pattern ?? `${start}…`)
    .join(' ')
  return { text, words: texts, class: judgedAs, reason, touches, directories, ...fetched }
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
  return names.some((name) => steersTheAgent(`/${name}`))
    ? { ...judgement, class: 'unknown', reason: 'names a file that sets what the agent may do' }
    : judgement
}

function placeOf(
  access: 'read' | 'write',
  { texts, pattern }: FileWord,
  directories: readonly string[] | undefined,
): TouchedPlace {
  const names = texts ?? (pattern === undefined ? undefined : [pattern])
  const isAbsolute = names?.every((name) => name.startsWith('/')) === true
  const bases = isAbsolute ? ['/'] : directories
  const paths =
    names === undefined || bases === undefined
      ? undefined
      : bases.flatMap((base) => names.map((name) => resolve(name, base)))
  return { access, paths, isPattern: texts === undefined }
}
