/** Knowledge of a shell's variables, functions and directory at a place in a script. */
import { HOME } from '../../../../sandbox/contract/path.ts'
import type { FunctionDefNode } from '../generated/bash-parser.js'

/** More values of a word than this are not followed: it is then one that is not known. */
const VALUES = 12

/** `unknown`: set to something that only a run can tell. */
type Known = readonly string[] | 'unknown'

export interface KnownFunction {
  /** All that it may be. */
  readonly definitions: readonly FunctionDefNode[]
  /** False: the name may still be another command's. */
  readonly isSure: boolean
}

/** The shell sets them by itself. */
const OF_THE_SHELL =
  /^(_|RANDOM|SRANDOM|SECONDS|LINENO|REPLY|MAPFILE|PIPESTATUS|BASH_(REMATCH|COMMAND|LINENO|SOURCE|ARG[CV]|EXECUTION_STRING|SUBSHELL)|OPT(ARG|IND)|FUNCNAME|BASHPID|DIRSTACK|COPROC.*|COMP_.*|EPOCH.*|LINES|COLUMNS|SHLVL|HOSTNAME|E?UID|PPID|GROUPS)$/

/** Changed while a script is walked; `copy` before what may or may not happen, or happens in a subshell. */
export class Scope {
  /** Directories it may be in, the likeliest last; undefined: anywhere. */
  directories: readonly string[] | undefined
  functions = new Map<string, KnownFunction>()
  /** `local` fails elsewhere. */
  isInFunction = false
  #variables = new Map<string, Known>()
  /** Variables whose values differ from the assigned text: numbers, other cases, read-only. */
  #altered = new Set<string>()
  /** How values begin that are not known otherwise: those of a loop over names of files. */
  #starts = new Map<string, string>()
  #nothingIsKnown = false
  /**
   * Variables set here so far, and directories it has been in: a jump out of the middle may leave any of
   * them.
   */
  readonly #touched = new Set<string>()
  #visited: readonly string[] | undefined = []
  /** Variables set here whose values were not numbers each time. */
  readonly #notNumbers = new Set<string>()

  constructor(directories: readonly string[] | undefined) {
    this.directories = directories
  }

  copy(): Scope {
    const made = new Scope(this.directories)
    made.functions = new Map(this.functions)
    made.isInFunction = this.isInFunction
    made.#variables = new Map(this.#variables)
    made.#altered = new Set(this.#altered)
    made.#starts = new Map(this.#starts)
    made.#nothingIsKnown = this.#nothingIsKnown
    return made
  }

  set(name: string, values: Known): void {
    this.#touched.add(name)
    if (!isNumbers(values)) this.#notNumbers.add(name)
    const isKnown = values !== 'unknown' && values.length <= VALUES && !this.#altered.has(name)
    this.#variables.set(name, isKnown ? values : 'unknown')
    this.#starts.delete(name)
  }

  /** Each of its values begins so. */
  setStart(name: string, start: string): void {
    this.set(name, 'unknown')
    if (!this.#altered.has(name)) this.#starts.set(name, start)
  }

  startOf(name: string): string {
    return this.#starts.get(name) ?? ''
  }

  /** From now on its value is not what is assigned; `declare -i`, `readonly`. */
  alter(name: string): void {
    this.#altered.add(name)
  }

  /** Its values as far as the script itself says; undefined for what comes from outside it. */
  get(name: string): Known | undefined {
    if (OF_THE_SHELL.test(name)) return 'unknown'
    const known = this.#variables.get(name)
    if (known !== undefined) return known
    if (this.#nothingIsKnown) return 'unknown'
    if (name === 'HOME') return [HOME]
    if (name === 'PWD') return this.#altered.has(name) ? 'unknown' : (this.directories ?? 'unknown')
    return undefined
  }

  /** Moves to the possible targets of a `cd`. */
  enter(targets: readonly string[] | undefined): void {
    const distinct = targets?.filter((path, at) => targets.lastIndexOf(path) === at)
    this.directories = distinct === undefined || distinct.length > VALUES ? undefined : distinct
    this.#visited = united(this.#visited, this.directories)
    // The shell sets both.
    this.#variables.delete('PWD')
    this.set('OLDPWD', 'unknown')
  }

  /**
   * Whether `cd` has not moved where it fails. It moves and fails where it cannot print its target (`cd -`) or cannot
   * set its variables.
   */
  staysWhereCdFails(): boolean {
    return this.directories !== undefined && !this.#altered.has('PWD') && !this.#altered.has('OLDPWD')
  }

  /** Whether a variable was set in it, or it has moved. */
  isTouched(): boolean {
    return this.#touched.size > 0
  }

  /** Assumes that a file read into this shell may have done anything. */
  forget(): void {
    for (const name of this.#variables.keys()) this.set(name, 'unknown')
    this.#nothingIsKnown = true
    this.enter(undefined)
    this.doubtFunctions()
  }

  /** Each may have been taken away, or not yet be there. */
  doubtFunctions(): void {
    for (const [name, { definitions }] of this.functions)
      this.functions.set(name, { definitions, isSure: false })
  }

  /** Afterwards it is as here, or as there. */
  merge(other: Scope): void {
    const names = new Set([...this.#variables.keys(), ...other.#variables.keys()])
    for (const name of names) {
      const [ours, theirs] = [this.get(name), other.get(name)]
      if (ours === undefined || theirs === undefined || ours === 'unknown' || theirs === 'unknown')
        this.set(name, 'unknown')
      else if (ours.join('\0') !== theirs.join('\0')) this.set(name, [...new Set([...ours, ...theirs])])
    }
    this.directories = united(this.directories, other.directories)
    this.#absorb(other)
  }

  /**
   * Afterwards any part of what ran there has run, in any number: it may have left in its middle. Whether something is less
   * known by that.
   */
  blur(other: Scope): boolean {
    const before = this.#summary()
    // A variable that was a number before, and whenever it was set, is a number in every case.
    for (const name of other.#touched)
      this.set(name, isNumbers(this.get(name)) && !other.#notNumbers.has(name) ? ['0'] : 'unknown')
    this.directories = united(united(this.directories, other.#visited), other.directories)
    this.#absorb(other)
    return this.#summary() !== before
  }

  /** Takes over the other scope's effects except variables and directory. */
  #absorb(other: Scope): void {
    for (const name of other.#touched) this.#touched.add(name)
    for (const name of other.#notNumbers) this.#notNumbers.add(name)
    for (const name of other.#altered) this.#altered.add(name)
    this.#visited = united(this.#visited, other.#visited)
    this.#nothingIsKnown ||= other.#nothingIsKnown
    for (const [name, { definitions }] of this.functions)
      if (!other.functions.has(name)) this.functions.set(name, { definitions, isSure: false })
    for (const [name, theirs] of other.functions) {
      const ours = this.functions.get(name)
      const definitions = [...new Set([...(ours?.definitions ?? []), ...theirs.definitions])]
      this.functions.set(name, { definitions, isSure: ours?.isSure === true && theirs.isSure })
    }
  }

  /** Another one when something is less known. */
  #summary(): string {
    const unknown = [...this.#variables].filter(([, known]) => known === 'unknown').map(([name]) => name)
    const functions = [...this.functions].map(([name, known]) => [
      name,
      known.isSure,
      known.definitions.length,
    ])
    return JSON.stringify([
      unknown.toSorted(),
      this.directories?.toSorted() ?? null,
      functions,
      [...this.#altered],
      this.#nothingIsKnown,
    ])
  }
}

function isNumbers(values: Known | undefined): boolean {
  return values !== undefined && values !== 'unknown' && values.every((value) => /^\d+$/.test(value))
}

/** Undefined is everything. */
function united(
  ours: readonly string[] | undefined,
  theirs: readonly string[] | undefined,
): readonly string[] | undefined {
  if (ours === undefined || theirs === undefined) return undefined
  const all = [...ours, ...theirs]
  const distinct = all.filter((path, at) => all.lastIndexOf(path) === at)
  return distinct.length > VALUES ? undefined : distinct
}

/** Every text that is one of each list, in order; undefined when they are too many. */
export function combined(lists: readonly (readonly string[])[]): readonly string[] | undefined {
  let texts: readonly string[] = ['']
  for (const list of lists) {
    texts = texts.flatMap((text) => list.map((next) => text + next))
    if (texts.length > VALUES) return undefined
  }
  return texts
}
