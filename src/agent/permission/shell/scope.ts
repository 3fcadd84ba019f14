/** What is known of a shell's variables, functions and directory at a place in a script. */
import { HOME } from '../../../sandbox/path.ts'
import type { CompoundCommandNode } from './generated/bash-parser.js'

/** More values of a word than this are not followed: it is then one that is not known. */
const VALUES = 12

/** `unknown`: set to something that only a run can tell. */
type Known = readonly string[] | 'unknown'

/** Changed while a script is walked; `copy` before what may or may not happen, or happens in a subshell. */
export class Scope {
  /** Where it may be by now, the likeliest last; undefined: anywhere. */
  directories: readonly string[] | undefined
  readonly functions: Map<string, CompoundCommandNode>
  readonly #variables: Map<string, Known>

  constructor(
    directories: readonly string[] | undefined,
    variables = new Map<string, Known>(),
    functions = new Map<string, CompoundCommandNode>(),
  ) {
    this.directories = directories
    this.#variables = variables
    this.functions = functions
  }

  copy(): Scope {
    return new Scope(this.directories, new Map(this.#variables), new Map(this.functions))
  }

  set(name: string, values: Known): void {
    this.#variables.set(name, values === 'unknown' || values.length > VALUES ? 'unknown' : values)
  }

  /** Its values as far as the script itself says; undefined for what comes from outside it. */
  get(name: string): Known | undefined {
    const known = this.#variables.get(name)
    if (known !== undefined) return known
    if (name === 'HOME') return [HOME]
    if (name === 'PWD') return this.directories ?? 'unknown'
    return undefined
  }

  /** Where `cd` leads; after `isSure` nothing runs if it fails. */
  enter(targets: readonly string[] | undefined, isSure: boolean): void {
    if (targets === undefined || this.directories === undefined) this.directories = undefined
    else {
      const all = isSure ? targets : [...this.directories, ...targets]
      const distinct = all.filter((path, at) => all.lastIndexOf(path) === at)
      this.directories = distinct.length > VALUES ? undefined : distinct
    }
  }
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
