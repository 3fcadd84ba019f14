/** Builtins that set variables by names in their arguments. */
import type { Scope } from './scope.ts'
import type { WordValue } from './word-value.ts'

export const SETTERS: ReadonlySet<string> = new Set(
  'declare export getopts let local mapfile printf read readarray readonly typeset unset'.split(' '),
)

/** Variables that builtins set: known where it is `name=value`, else not. */
export function setNames(args: readonly WordValue[], scope: Scope): void {
  for (const { texts, start } of args) {
    const [text] = texts ?? [start]
    const [, name, value] =
      /^([A-Za-z_]\w*)(?:\+?=(.*))?$/s.exec(text ?? '') ?? /^([A-Za-z_]\w*)\+?=/.exec(start) ?? []
    if (name === undefined) continue
    const isKnown = texts?.length === 1 && value !== undefined && !(text ?? '').startsWith(`${name}+`)
    scope.set(name, isKnown ? [value] : 'unknown')
  }
}
