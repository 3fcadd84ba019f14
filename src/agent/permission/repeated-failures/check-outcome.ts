/** Pass, fail or neither of a check that has ended: from the exit code where that is the check's own, else from its output. */
import type { CheckLine } from './check-line.ts'
import { verdictIn, type Verdict } from './check-verdict.ts'

/** A command's end; the text may have the lines that frame it for the model. */
export interface CheckEnd {
  readonly failed: boolean
  readonly text: string
}

/** Undefined: neither is known. */
export function outcomeOf(line: CheckLine, { failed, text }: CheckEnd): Verdict | undefined {
  if (/^Error: the command (?:was not run|broke off)/.test(text)) return undefined
  if (failed && (line.otherIsFailure || /^\[timed out after /m.test(text))) return 'failed'
  if (!failed && line.zeroIsPass) return 'passed'
  return verdictIn(text, line.isFiltered) ?? (line.isSilentWhenRight && isSilent(text) ? 'passed' : undefined)
}

const FRAMES =
  /^(?:\(no (?:new )?output\)|\[exit code \d+.*\]|\[It (?:still )?runs .* in the background .*\]|\[\w+ has ended with .*\])$/gm

function isSilent(text: string): boolean {
  return text.replace(FRAMES, '').trim() === ''
}
