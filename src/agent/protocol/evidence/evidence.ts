/** Statements of an answer about the work, and the program's verdict on each from results of calls in the log. */
import type { ToolOutcome } from '../events/call-events.ts'

/** A call that has ended, as evidence: facts of the program, whatever the model says of it. */
export interface Act {
  /** Id of the call. */
  readonly id: string
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly outcome: ToolOutcome
  /** The result as the model read it. */
  readonly result: string
  /** Exit code of a command, in the background too once that has ended. Undefined: none, or it still goes on. */
  readonly exitCode: number | undefined
  readonly timedOut: boolean
  /** It changed files of the workspace. */
  readonly changed: boolean
}

/** `ran`: a command was run. `file`: something stands in a file, or was done to it. `fixed`: a fault is gone. */
export type StatementKind = 'tests' | 'build' | 'lint' | 'types' | 'fixed' | 'file' | 'ran'

export interface Statement {
  readonly kind: StatementKind
  /** The sentence, on one line, without marks of Markdown. */
  readonly text: string
  /** Number of tests that it says have passed. */
  readonly count?: number
  /** The file that it speaks of, as it is written there. */
  readonly path?: string
  /** The statement about the file. */
  readonly about?: FileStatement
  /** The command that it names. */
  readonly command?: string
}

export type FileStatement =
  /** All these texts stand in it, word for word. */
  | { readonly type: 'has'; readonly texts: readonly string[] }
  | { readonly type: 'lines'; readonly count: number }
  | { readonly type: 'changed' | 'created' | 'deleted' }

/** Why a verdict is what it is; `command`, `said` and `found` are shown to the person. */
export type Reason =
  /** The call says so. */
  | { readonly type: 'passed' | 'shown' | 'done' }
  /** It failed before this change, and has passed after it. */
  | { readonly type: 'mended' }
  | { readonly type: 'failed'; readonly exitCode?: number }
  /** Other numbers, e.g. of tests, or of lines. */
  | { readonly type: 'differs'; readonly said: number; readonly found: number }
  /** The file was shown, and not with this text. */
  | { readonly type: 'absent'; readonly text: string }
  /** No call of the kind is in the log. */
  | { readonly type: 'none' }
  /** It was run, but files have changed since. */
  | { readonly type: 'stale' }
  /** Its outcome says nothing: it went through a pipe, or what fails was told to pass. */
  | { readonly type: 'hidden' }
  /** It still goes on, was stopped, or was refused. */
  | { readonly type: 'unfinished' }

export interface Evidence {
  readonly statement: Statement
  readonly verdict: 'verified' | 'contradicted' | 'unverified'
  readonly reason: Reason
  /** The call that it rests on, and its command or path. */
  readonly by?: { readonly id: string; readonly label: string }
}
