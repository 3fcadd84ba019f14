/** How commits are shown, and what is known of the one that is. */
import type { DiffPart, Palette } from '../colors.ts'
import type { Repository } from '../repository.ts'
import type { DateStyle } from '../revision/format-date.ts'
import type { ShortNames } from '../revision/short-name.ts'
import type { CommitNotes } from './commit-notes.ts'
import type { Decorations } from './decorations.ts'
import type { Mailmap } from './mailmap.ts'

export interface PrettyStyle {
  /** A name (`medium`, `oneline`, …) or `format:…` or `tformat:…`. */
  readonly format: string
  readonly date: DateStyle
  readonly short: ShortNames
  /** Commit names cut short in heads. */
  readonly abbrevCommit: boolean
  /** Undefined: without colours. */
  readonly colors: Palette<DiffPart> | undefined
  readonly decorations: Decorations | undefined
  readonly mailmap: Mailmap
  /** Also in formats that have a name. */
  readonly mapsNames: boolean
  readonly parents: boolean
  readonly notes: readonly CommitNotes[]
  /** Below the message, in formats that have a name. */
  readonly showsNotes: boolean
}

export interface CommitMarks {
  /** `<`, `>`, `-` or '' in front of the name. */
  readonly side?: string
  /** Reflog entry, in a walk over a reflog. */
  readonly selector?: { readonly name: string; readonly person: string; readonly message: string }
}

export interface Printing {
  readonly repository: Repository
  readonly oid: string
  readonly style: PrettyStyle
  readonly marks: CommitMarks
}
