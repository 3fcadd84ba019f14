/** Values that no file may have, and that a lost database has taken with it: they are to be entered again. */
type LostKind = 'key' | 'git_token' | 'program_key' | 'hidden' | 'share' | 'folder'

export interface LostThing {
  readonly kind: LostKind
  /** The person knows it by this: a provider, a host, a variable, a folder; '' where it has none. */
  readonly name: string
}
