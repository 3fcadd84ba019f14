/** What a script of sed is made of. */
import type { Regex } from '../regex/posix-regex.ts'

export type Address =
  | { readonly type: 'line'; readonly line: number }
  | { readonly type: 'step'; readonly first: number; readonly step: number }
  | { readonly type: 'last' }
  /** Undefined: the expression that was used last. */
  | { readonly type: 'match'; readonly regex: Regex | undefined }

export type RangeEnd =
  | Address
  | { readonly type: 'more'; readonly lines: number }
  | { readonly type: 'multiple'; readonly of: number }

export interface Selection {
  readonly from: Address
  readonly to?: RangeEnd | undefined
}

export type ReplacementPart =
  | { readonly type: 'text'; readonly text: string }
  /** 0 is the whole match. */
  | { readonly type: 'group'; readonly index: number }
  /** `U`, `L`: until `E`; `u`, `l`: the next letter. */
  | { readonly type: 'case'; readonly to: 'U' | 'L' | 'E' | 'u' | 'l' }

export interface Substitution {
  readonly type: 's'
  readonly regex: Regex | undefined
  readonly replacement: readonly ReplacementPart[]
  /** Replaced is the match of this number, and all that follow when `isGlobal`. */
  readonly nth: number
  readonly isGlobal: boolean
  readonly prints: number
  readonly runs: boolean
  readonly file: string | undefined
}

export type Action =
  | Substitution
  | { readonly type: 'y'; readonly map: ReadonlyMap<string, string> }
  | { readonly type: 'a' | 'i' | 'c'; readonly text: string }
  | { readonly type: 'r' | 'R' | 'w' | 'W'; readonly file: string }
  | { readonly type: 'q' | 'Q'; readonly code: number }
  | { readonly type: 'l'; readonly width: number | undefined }
  | { readonly type: 'e'; readonly command: string }
  /** Goes on there; empty: at the end of the script. */
  | { readonly type: 'b'; readonly label: string }
  /** The same if something was replaced since the last line or jump, or if nothing was. */
  | { readonly type: 't' | 'T'; readonly label: string }
  /** What is behind its end goes on at `end`. */
  | { readonly type: '{'; end: number }
  | {
      readonly type:
        | 'd'
        | 'D'
        | 'g'
        | 'G'
        | 'h'
        | 'H'
        | 'n'
        | 'N'
        | 'p'
        | 'P'
        | 'x'
        | 'z'
        | '='
        | 'F'
        | 'nothing'
    }

export interface Command {
  readonly selection: Selection | undefined
  readonly isInverted: boolean
  readonly action: Action
}

export interface Script {
  readonly commands: readonly Command[]
  readonly labels: ReadonlyMap<string, number>
  /** Begins with `#n`. */
  readonly isQuiet: boolean
}
