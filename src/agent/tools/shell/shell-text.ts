/** A finished command as the model reads it: its output, and how it ended. */
import type { ExecResult } from '../../../sandbox/contract/contract.ts'
import { WORKSPACE_ROOT, isWithin } from '../../../sandbox/contract/path.ts'
import { RESULT_CHARS } from '../../limits.ts'
import { plainWords } from '../../permission/shell/rules/words.ts'
import { withoutSequences } from '../../protocol/text/escape-sequences.ts'
import { count, cutEnd } from '../results/result-budget.ts'

/** Characters for the lines around the output. */
const FRAME_CHARS = 1_000

/** All that it printed, on both streams. */
export function outputText(result: ExecResult): string {
  const out = readable(result.stdout)
  const err = readable(result.stderr)
  const parts = [
    out,
    err === '' ? '' : `[stderr]\n${err}`,
    out === '' && err === '' ? '(no output)' : '',
    result.droppedBytes > 0 ? droppedText(result.droppedBytes) : '',
  ]
  return parts.filter((part) => part !== '').join('\n')
}

/** How it ended, said after its output. */
export function endingText(result: ExecResult, timeoutMs: number | undefined): string {
  const end = endText(result, timeoutMs)
  return isWithin(result.cwd, WORKSPACE_ROOT) ? end : `${end}\n${leftText(result.cwd)}`
}

/** A command's output so far, without frames. */
export function unreadText({ text, dropped }: { text: string; dropped: number }): string {
  const said = withoutSequences(text)
  if (said === '' && dropped === 0) return '(no new output)'
  const shown = cutEnd(said, RESULT_CHARS.shell - FRAME_CHARS)
  const left = dropped + said.length - shown.length
  return left === 0 ? shown : `[${count(left)} characters before this are not kept.]\n${shown}`
}

/** Some commands answer a question with exit code 1: that is no failure. */
export function isFailure(command: string, { exitCode, timedOut }: ExecResult): boolean {
  if (exitCode === 0 && !timedOut) return false
  if (exitCode !== 1) return true
  const [name = ''] = plainWords(command) ?? []
  return !/^(grep|egrep|fgrep|rg|diff|cmp|test|\[)$/.test(name)
}

/** Text without colours and cursor movements, and without a last line end. */
function readable(bytes: Uint8Array): string {
  return withoutSequences(new TextDecoder().decode(bytes))
}

function droppedText(bytes: number): string {
  return `[${count(bytes)} bytes from the middle of the output were dropped. Send long output to a file.]`
}

function endText(
  { exitCode, signal, durationMs, timedOut }: ExecResult,
  timeoutMs: number | undefined,
): string {
  const time = `${(durationMs / 1000).toFixed(1)} s`
  if (timedOut) {
    const after = (timeoutMs ?? durationMs) / 1000
    return `[timed out after ${after} s; the command and all it had started were killed. Run a smaller part, or leave the timeout out: what takes long then goes on in the background.]`
  }
  const killed = signal === undefined ? '' : ` (${signal})`
  return `[exit code ${exitCode}${killed}, ${time}]`
}

function leftText(cwd: string): string {
  return `[The command ended in ${cwd}; the next one starts in ${WORKSPACE_ROOT} again.]`
}
