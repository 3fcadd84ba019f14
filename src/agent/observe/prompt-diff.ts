/** Changes between two requests, for the user: a unified diff, cut at a limit. */
import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { CACHE_DIFF_CHARS, DIFF_CHANGED_LINES } from '../limits.ts'
import type { ModelRequest } from '../model/contract.ts'
import type { Message } from '../protocol/messages.ts'
import type { PromptField } from '../protocol/prompt-cache.ts'
import { systemText, toolText } from './fingerprint.ts'

/** Characters of a line and of a text that are compared: a picture is one line. */
const LINE_CHARS = 400
const TEXT_CHARS = 400_000
/** Messages from the first that differs. */
const MESSAGES_SHOWN = 4

/** Undefined when nothing that can be shown as text changed. */
export function promptDiff(
  before: ModelRequest,
  now: ModelRequest,
  changed: readonly PromptField[],
): string | undefined {
  const parts = changed.flatMap((field) => {
    const texts = textsOf(field, before, now)
    return texts ? [patchOf(field, ...texts)] : []
  })
  const patch = parts.join('')
  if (patch === '') return undefined
  return patch.length > CACHE_DIFF_CHARS
    ? `${patch.slice(0, CACHE_DIFF_CHARS).toWellFormed()}\n[cut off here]\n`
    : patch
}

function patchOf(field: PromptField, before: string, now: string): string {
  const [old, fresh] = [shortened(before), shortened(now)]
  const options = { context: 2, maxEditLength: DIFF_CHANGED_LINES, headerOptions: FILE_HEADERS_ONLY }
  return (
    createTwoFilesPatch(`${field} before`, `${field} now`, old, fresh, undefined, undefined, options) ??
    `--- ${field} before\n+++ ${field} now\n[too much changed for a diff]\n`
  )
}

function textsOf(
  field: PromptField,
  before: ModelRequest,
  now: ModelRequest,
): readonly [before: string, now: string] | undefined {
  switch (field) {
    case 'model':
      return [before.model, now.model]
    case 'thinking':
      return [`${before.thinkingTokens} tokens`, `${now.thinkingTokens} tokens`]
    case 'choice':
      return [before.forcedTool ?? 'any tool', now.forcedTool ?? 'any tool']
    case 'system':
      return [systemText(before), systemText(now)]
    case 'tools':
      return [before.tools.map(toolText).join('\n\n'), now.tools.map(toolText).join('\n\n')]
    case 'messages':
      return messagesText(before.messages, now.messages)
    case 'markers':
      return [markers(before), markers(now)]
    // May have passwords in them.
    case 'service':
    case 'headers':
      return undefined
    default:
      return field satisfies never
  }
}

function markers({ system }: ModelRequest): string {
  return system
    .map(({ cache }, index) => `system block ${index + 1}: ${cache ? 'marked' : 'not marked'}`)
    .join('\n')
}

function messagesText(before: readonly Message[], now: readonly Message[]): readonly [string, string] {
  const first = before.findIndex(
    (message, index) => message !== now[index] && JSON.stringify(message) !== JSON.stringify(now[index]),
  )
  const from = first === -1 ? before.length : first
  const text = (messages: readonly Message[]) =>
    messages
      .slice(from, from + MESSAGES_SHOWN)
      .map((message, index) => `message ${from + index + 1}: ${JSON.stringify(message, undefined, 1)}`)
      .join('\n')
  return [text(before), text(now)]
}

function shortened(text: string): string {
  const lines = text.slice(0, TEXT_CHARS).split('\n')
  const short = lines.map((line) => (line.length > LINE_CHARS ? `${line.slice(0, LINE_CHARS)}…` : line))
  return `${short.join('\n').toWellFormed()}\n`
}
