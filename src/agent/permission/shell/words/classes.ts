/** The kinds of commands, and the judgement of one. */

/**
 * `unknown`: its effect cannot be told, so the user is asked. `program`: the project's or some other code,
 * whose name says nothing of what it does; a back end that contains it keeps it in, elsewhere it is as good
 * as unknown.
 */
export type CommandClass = 'read-only' | 'workspace-write' | 'destructive' | 'program' | 'egress' | 'unknown'

export interface Judgement {
  readonly class: CommandClass
  /** Continues a sentence that begins with the command's name, e.g. "reaches out to the network". */
  readonly reason: string
  /** As the words name them. */
  readonly reads: readonly FileWord[]
  readonly writes: readonly FileWord[]
  /** The program that `npx` runs where it is installed, and fetches where it is not. */
  readonly fetched?: string
  /** Words that it acts on, as far as they are paths: not all of them need be written. */
  readonly acts?: readonly FileWord[]
  /** A setting that it changes and that names a program, a host or a token; continues a sentence like `reason`. */
  readonly steers?: string
}

/** A word that names a file; undefined texts: built by the shell. */
export interface FileWord {
  readonly texts: readonly string[] | undefined
  readonly pattern?: string
  /** Patterns of a word that is not known: see `WordValue`. */
  readonly like?: readonly string[]
}
