/** The program's list of calls that are left out of a conversation: the tools, their targets, how often, how they ended. Pure. */
import { CALLS_CHARS, DECISION_CHARS, DECISIONS_CHARS } from '../../limits.ts'
import type { ToolResultBlock, ToolUseBlock } from '../../protocol/messages.ts'
import { RECALL_TOOL } from '../../protocol/recall.ts'
import { isOfNotes } from './of-notes.ts'
import type { ConversationResults } from './results.ts'

export interface MadeCall {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly isError: boolean
  /** The user's own words about it. */
  readonly comment: string | undefined
  readonly result: ToolResultBlock
}

/** Tools whose results are the user's decisions. */
const ASKING: ReadonlySet<string> = new Set(['AskUserQuestion', 'ExitPlanMode'])

/** Fields that name the target of a call, the telling ones first. */
const TARGETS = ['file_path', 'notebook_path', 'command', 'pattern', 'path', 'url', 'query'] as const
const TARGET_CHARS = 80

/** Calls of one tool to one target. */
interface Group {
  readonly target: string
  calls: number
  failed: number
}

/** One line a tool, in the order in which they came; cut at `CALLS_CHARS`. '' where there are none. */
export function callsText(calls: readonly MadeCall[]): string {
  const tools = new Map<string, Map<string, Group>>()
  for (const { tool, input, isError } of calls) {
    // The user's notes are in no recording, which has this list.
    if (tool === RECALL_TOOL || isOfNotes(input)) continue
    const targets = tools.get(tool) ?? new Map<string, Group>()
    tools.set(tool, targets)
    const target = targetOf(input)
    const group = targets.get(target) ?? { target, calls: 0, failed: 0 }
    targets.set(target, group)
    group.calls++
    if (isError) group.failed++
  }
  const lines = [...tools].map(([tool, targets]) => `- ${tool}${targetsText([...targets.values()])}`)
  return cut(lines.join('\n'))
}

/** Answered calls, in the order of their results, also those whose results were cleared. */
export function madeCalls({ messages, results }: ConversationResults): readonly MadeCall[] {
  const asked = new Map<string, ToolUseBlock>()
  const made: MadeCall[] = []
  for (const { content } of messages) {
    for (const block of content) {
      if (block.type === 'tool_use') asked.set(block.id, block)
      if (block.type !== 'tool_result') continue
      const call = asked.get(block.tool_use_id)
      if (!call) continue
      const { tool = call.name, comment } = results.get(call.id) ?? {}
      made.push({ tool, input: call.input, isError: block.is_error, comment, result: block })
    }
  }
  return made
}

/** The user's answers and comments at these calls, word for word; the newest ones where there are too many. '' without any. */
export function decisionsText(calls: readonly MadeCall[]): string {
  let room = DECISIONS_CHARS
  const lines: string[] = []
  for (const call of calls.toReversed()) {
    for (const line of decisionsAt(call).toReversed()) {
      room -= line.length
      if (room < 0) return lines.join('\n')
      lines.unshift(line)
    }
  }
  return lines.join('\n')
}

function decisionsAt({ tool, input, comment, isError, result }: MadeCall): readonly string[] {
  if (isOfNotes(input)) return []
  const said = result.content.flatMap((block) => (block.type === 'text' ? [block.text] : [])).join(' ')
  const about = `${tool} ${targetOf(input)}`.trim()
  return [
    ...(ASKING.has(tool) ? [`- ${tool}: ${shortened(said)}`] : []),
    ...(comment === undefined
      ? []
      : [`- about ${about}${isError ? ', which was refused or failed' : ''}: ${shortened(comment)}`]),
  ]
}

function shortened(text: string): string {
  const line = text
    .slice(0, 2 * DECISION_CHARS)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > DECISION_CHARS ? `${line.slice(0, DECISION_CHARS).toWellFormed()}…` : line
}

function targetsText(groups: readonly Group[]): string {
  return groups.length === 1 && groups[0]?.target === ''
    ? timesOf(groups[0])
    : `: ${groups.map((group) => `${group.target === '' ? '(no target)' : group.target}${timesOf(group)}`).join(', ')}`
}

function timesOf({ calls, failed }: Group): string {
  const parts = [
    ...(calls > 1 ? [`${calls} times`] : []),
    ...(failed === 0 ? [] : [failed === calls ? 'failed' : `${failed} failed`]),
  ]
  return parts.length === 0 ? '' : ` (${parts.join(', ')})`
}

function targetOf(input: MadeCall['input']): string {
  const found = TARGETS.map((name) => input[name]).find((value) => typeof value === 'string' && value !== '')
  if (typeof found !== 'string') return ''
  const line = found
    .slice(0, 4 * TARGET_CHARS)
    .replace(/\s+/g, ' ')
    .trim()
  return line.length > TARGET_CHARS ? `${line.slice(0, TARGET_CHARS)}…` : line
}

function cut(text: string): string {
  if (text.length <= CALLS_CHARS) return text
  const end = text.lastIndexOf(', ', CALLS_CHARS)
  return `${text.slice(0, end > CALLS_CHARS / 2 ? end : CALLS_CHARS)}, and more`.toWellFormed()
}
