/** Pass, fail or neither of a check that has ended: from the exit code where that is the check's own, else from its output. */
import type { CheckLine } from './check-line.ts'
import { ranNothing, verdictIn, type Verdict } from './check-verdict.ts'

/** A command's end; the text may have the lines that frame it for the model. */
export interface CheckEnd {
  readonly failed: boolean
  readonly text: string
}

/** Undefined: neither is known. */
export function outcomeOf(line: CheckLine, { failed, text }: CheckEnd): Verdict | undefined {
  if (/^Error: the command (?:was not run|broke off)/.test(text)) return undefined
  if (failed && (line.otherIsFailure || /^\[timed out after /m.test(text))) return 'failed'
  if (!failed && line.zeroIsPass) return passedUnlessEmpty(text)
  return printedVerdict(line, text) ?? echoedVerdict(line, text) ?? silentVerdict(line, text)
}

/** A pass is no pass where the line has its words in it (`echo "4 passed"`). */
function printedVerdict({ text: command, isFiltered }: CheckLine, text: string): Verdict | undefined {
  const verdict = verdictIn(text, isFiltered)
  if (verdict !== 'passed') return verdict
  const others = text.split('\n').filter((line) => line.trim() === '' || !command.includes(line.trim()))
  return verdictIn(others.join('\n'), isFiltered) === 'passed' ? 'passed' : undefined
}

/** The exit code that the line prints behind the check: the last line that is as `echo` was told. */
function echoedVerdict({ echoed }: CheckLine, text: string): Verdict | undefined {
  if (echoed === undefined) return undefined
  const { before, after } = echoed
  const codes = text.split('\n').flatMap((line) => {
    const isIt = line.startsWith(before) && line.endsWith(after)
    const code = isIt ? line.slice(before.length, line.length - after.length).trim() : ''
    return /^\d{1,3}$/.test(code) ? [code] : []
  })
  const code = codes.at(-1)
  if (code === undefined) return undefined
  return code === '0' ? passedUnlessEmpty(text) : 'failed'
}

/** An exit code of 0 is no pass where no test ran. */
function passedUnlessEmpty(text: string): Verdict | undefined {
  return ranNothing(text) ? undefined : 'passed'
}

/** Filtered output proves nothing: the other lines may have said something. */
function silentVerdict(line: CheckLine, text: string): Verdict | undefined {
  return line.isSilentWhenRight && !line.isFiltered && isSilent(text) ? 'passed' : undefined
}

const FRAMES =
  /^(?:\(no (?:new )?output\)|\[exit code \d+.*\]|\[It (?:still )?runs .* in the background .*\]|\[\w+ has ended with .*\])$/gm

function isSilent(text: string): boolean {
  return text.replace(FRAMES, '').trim() === ''
}
