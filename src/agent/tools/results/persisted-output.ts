/** Results too long for the conversation: the whole text goes to a file, the model gets a preview and the path. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { RESULT_PREVIEW_CHARS, TURN_RESULT_CHARS } from '../../limits.ts'
import type { Tool, ToolOutput } from '../contract.ts'
import { failureLines } from './failure-lines.ts'
import { count, cutEnd, cutStart, headAndTail } from './result-budget.ts'
import type { ToolState } from '../state.ts'

/** Scratch space: not part of the workspace, readable by Read and Grep. */
const FOLDER = '/tmp/tool-results'

interface Result {
  readonly toolUseId: string
  readonly turnId: string
  readonly output: ToolOutput
}

/**
 * The result as it goes into the conversation. Decided here once; every later request sends the logged
 * result. `undefined`: nothing of it fits any more, and the tool's texts are never put into files.
 */
export async function withinBudget(
  { toolUseId, turnId, output }: Result,
  tool: Pick<Tool, 'maxResultChars' | 'previewEnd'>,
  { sandbox, state }: { readonly sandbox: Sandbox; readonly state: ToolState },
): Promise<ToolOutput | undefined> {
  const text = output.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join('\n')
  const left = TURN_RESULT_CHARS - state.shownIn(turnId)
  const boundsItself = tool.maxResultChars === Infinity
  // A tool that limits its own output is never cut: a response's first result has room, whatever its
  // length.
  const hasRoom = boundsItself && left === TURN_RESULT_CHARS
  if (hasRoom || text.length <= Math.min(tool.maxResultChars, left)) {
    state.show(turnId, text.length)
    return output
  }
  if (boundsItself) return undefined
  const persisted = await persist(sandbox, { toolUseId, text, previewEnd: tool.previewEnd })
  const shown =
    persisted ?? headAndTail(text, Math.max(RESULT_PREVIEW_CHARS, Math.min(tool.maxResultChars, left)))
  state.show(turnId, shown.length)
  const others = output.content.filter((block) => block.type !== 'text')
  return { ...output, content: [{ type: 'text', text: shown }, ...others] }
}

/** Undefined when it could not be written. */
async function persist(
  sandbox: Sandbox,
  { toolUseId, text, previewEnd }: { toolUseId: string; text: string; previewEnd: boolean },
): Promise<string | undefined> {
  const path = `${FOLDER}/${toolUseId.replace(/[^\w-]/g, '_')}.txt`
  const written = await sandbox.writeFile({ path, data: new TextEncoder().encode(text) })
  if (!written.ok) return undefined
  const lines = text.split('\n').length
  const preview = previewEnd ? cutEnd(text, RESULT_PREVIEW_CHARS) : cutStart(text, RESULT_PREVIEW_CHARS)
  // An output whose end matters is a command's.
  const failures = previewEnd ? failureLines(text, text.length - preview.length) : ''
  return [
    '<persisted-output>',
    `The result has ${count(text.length)} characters in ${count(lines)} lines, too many to be shown. All of it is in ${path}: search it with Grep, or show a part with Read (offset, limit).`,
    '',
    `Its ${previewEnd ? 'end' : 'beginning'}:`,
    preview,
    ...(failures === '' ? [] : ['', failures]),
    '</persisted-output>',
  ].join('\n')
}
