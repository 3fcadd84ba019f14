/** The syntax tree of a sed script. `R` is a compiled regular expression: the executor's, or of one that only judges the script. */

export type Address<R> =
  | { readonly type: 'line'; readonly line: number }
  | { readonly type: 'step'; readonly first: number; readonly step: number }
  | { readonly type: 'last' }
  /** Undefined: the expression that was used last. */
  | { readonly type: 'match'; readonly regex: R | undefined }

export type RangeEnd<R> =
  | Address<R>
  | { readonly type: 'more'; readonly lines: number }
  | { readonly type: 'multiple'; readonly of: number }

export interface Selection<R> {
  readonly from: Address<R>
  readonly to?: RangeEnd<R> | undefined
}

export type ReplacementPart =
  | { readonly type: 'text'; readonly text: string }
  /** 0 is the whole match. */
  | { readonly type: 'group'; readonly index: number }
  /** `U`, `L`: until `E`; `u`, `l`: the next letter. */
  | { readonly type: 'case'; readonly to: 'U' | 'L' | 'E' | 'u' | 'l' }

export interface Substitution<R> {
  readonly type: 's'
  readonly regex: R | undefined
  readonly replacement: readonly ReplacementPart[]
  /** Replaced is the match of this number, and all that follow when `isGlobal`. */
  readonly nth: number
  readonly isGlobal: boolean
  readonly prints: number
  readonly runs: boolean
  readonly file: string | undefined
}

export type Action<R> =
  | Substitution<R>
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
  /** If it does not match, the script continues after its closing brace, at `end`. */
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

export interface Command<R> {
  readonly selection: Selection<R> | undefined
  readonly isInverted: boolean
  readonly action: Action<R>
}

export interface Script<R> {
  readonly commands: readonly Command<R>[]
  readonly labels: ReadonlyMap<string, number>
  /** Begins with `#n`. */
  readonly isQuiet: boolean
}
