/** Results too long for the conversation: the whole text is stored beside the log, the model gets a preview and the path. */
import type { ResultFile } from '../../../sandbox/contract/contract.ts'
import { join, RESULTS } from '../../../sandbox/contract/path.ts'
import { RESULT_PREVIEW_CHARS, TURN_RESULT_CHARS } from '../../limits.ts'
import type { Tool, ToolOutput } from '../contract.ts'
import type { CallContext } from '../deps.ts'
import { failureLines } from './failure-lines.ts'
import { count, cutEnd, cutStart, headAndTail } from './result-budget.ts'

interface Result {
  readonly turnId: string
  readonly input: Readonly<Record<string, unknown>>
  readonly output: ToolOutput
}

/**
 * The result as it goes into the conversation. Decided here once; every later request sends the logged
 * result. `undefined`: nothing of it fits any more, and the tool's texts are never stored.
 */
export async function withinBudget(
  { turnId, input, output }: Result,
  tool: Pick<Tool, 'name' | 'maxResultChars' | 'previewEnd'>,
  { results, state }: Pick<CallContext, 'results' | 'state'>,
): Promise<ToolOutput | undefined> {
  const { ending, content, ...rest } = output
  const text = content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const whole = ending === undefined ? text : `${text}\n${ending}`
  const others = content.filter((block) => block.type !== 'text')
  const left = TURN_RESULT_CHARS - state.shownIn(turnId)
  const boundsItself = tool.maxResultChars === Infinity
  // A tool that limits its own output is never cut: a response's first result has room, whatever its
  // length.
  const hasRoom = boundsItself && left === TURN_RESULT_CHARS
  if (hasRoom || whole.length <= Math.min(tool.maxResultChars, left)) {
    state.show(turnId, whole.length)
    return ending === undefined ? output : { ...rest, content: [{ type: 'text', text: whole }, ...others] }
  }
  if (boundsItself) return undefined
  // A program's output ends with a line end, which the conversation does without.
  const kept = ending === undefined ? text : `${text}\n`
  const stored = await results?.keep({ tool: tool.name, input, text: kept })
  const shown = stored
    ? preview({ text, whole }, stored, tool.previewEnd)
    : headAndTail(whole, Math.max(RESULT_PREVIEW_CHARS, Math.min(tool.maxResultChars, left)))
  state.show(turnId, shown.length)
  return { ...rest, content: [{ type: 'text', text: shown }, ...others], ...(stored && { stored }) }
}

/** `whole` has the ending behind the text. */
function preview(
  { text, whole }: { readonly text: string; readonly whole: string },
  { name }: ResultFile,
  atEnd: boolean,
): string {
  const lines = text.split('\n').length
  const part = atEnd ? cutEnd(whole, RESULT_PREVIEW_CHARS) : cutStart(whole, RESULT_PREVIEW_CHARS)
  // An output whose end matters is a command's.
  const failures = atEnd ? failureLines(whole, whole.length - part.length) : ''
  return [
    '<persisted-output>',
    `The result has ${count(text.length)} characters in ${count(lines)} lines, too many to be shown. All of it is in ${join(RESULTS, name)}: search it with Grep, or show a part with Read (offset, limit).`,
    '',
    `Its ${atEnd ? 'end' : 'beginning'}:`,
    part,
    ...(failures === '' ? [] : ['', failures]),
    '</persisted-output>',
  ].join('\n')
}
