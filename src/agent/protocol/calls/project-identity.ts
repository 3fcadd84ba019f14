/** The question whether an import is a project that was imported before, and its answer. */

/** An earlier import of which a new one may be the continuation. */
export interface KnownProject {
  readonly id: string
  readonly name: string
  /** Milliseconds since the epoch, of its last import. */
  readonly importedAt: number
  /** Both have the same first commit. */
  readonly isSameHistory: boolean
  /** Git remotes that both name, as host and path. */
  readonly remotes: readonly string[]
  /** Part of its contents that the new import has, 0 to 1. */
  readonly share: number
  /** Paths of files that steer an agent, and differ. */
  readonly steering: readonly string[]
  /** Rules that allow something unasked there. */
  readonly allowed: readonly string[]
  /** Number of rules there that ask or deny, and of locks: they come along in any case. */
  readonly restrictions: number
  /** The settings that it brings were trusted. */
  readonly isTrusted: boolean
}

export interface ProjectQuestion {
  /** Root of the import. */
  readonly root: string
  readonly name: string
  /** The most likely first; at least one. */
  readonly known: readonly KnownProject[]
  /** Answer that is expected: the id of a project, or null for a new one. */
  readonly expected: string | null
}

export interface ProjectAnswer {
  /** Root of the question. */
  readonly root: string
  /** Id of the known project that goes on; null: it is a new one. */
  readonly project: string | null
  /** Take along the rules that allow something. */
  readonly takesRules: boolean
  /** Take along the trust in the settings that it brings, as they were then. */
  readonly takesTrust: boolean
}
