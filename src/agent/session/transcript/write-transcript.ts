/** A session as text for others: one message a line as JSON, or Markdown. (For a page: `html-page`.) */
import type { AssistantBlock, UserBlock } from '../../protocol/messages.ts'
import { linesInMarkdown } from './carried-lines.ts'
import type { TranscriptMessage } from './messages.ts'

export interface Transcript {
  readonly title: string
  readonly appVersion: string
  /** Milliseconds since the epoch. */
  readonly recordedAt: number
  readonly messages: readonly TranscriptMessage[]
}

const HEADLINE_CHARS = 120
const TRANSCRIPT_FORMAT = 'vivarium-transcript'

/** The first line says what it is; the others are shaped as Claude Code's transcripts are. */
export function writeJsonl({ title, appVersion, recordedAt, messages }: Transcript): string {
  const head = {
    type: 'session',
    format: TRANSCRIPT_FORMAT,
    version: 1,
    title,
    appVersion,
    at: iso(recordedAt),
  }
  const lines = messages.map((message) => {
    const { id, parent, at, role, content } = message
    const said = role === 'assistant' ? { id, role, model: message.model, content } : { role, content }
    return { type: role, uuid: id, parentUuid: parent, timestamp: iso(at), message: said }
  })
  return [head, ...lines].map((line) => `${JSON.stringify(line)}\n`).join('')
}

export function writeMarkdown(transcript: Transcript): string {
  const { title, recordedAt, messages } = transcript
  const parts = messages.map((message) => {
    const text = partsOf(message)
      .map(markdownOf)
      .filter((part) => part !== '')
    const isResults = message.content.every(({ type }) => type === 'tool_result')
    const name = message.role === 'assistant' ? '## Agent' : '## You'
    return [...(isResults ? [] : [name]), ...text].join('\n\n')
  })
  const text = [`# ${oneLine(title) || 'Untitled session'}`, `${iso(recordedAt)}`, ...parts].join('\n\n')
  return `${text}\n\n${linesInMarkdown(writeJsonl(transcript))}`
}

function markdownOf(part: Shown): string {
  switch (part.kind) {
    case 'text':
      return part.text
    case 'thinking':
      return quoted(part.text)
    case 'call':
      return `**${part.name}**\n\n${fenced(part.text)}`
    case 'result':
      return `${part.failed ? 'Failed:' : 'Result:'}\n\n${fenced(part.text)}`
    case 'other':
      return `*${part.text}*`
    default:
      return part satisfies never
  }
}

export type Shown =
  | { readonly kind: 'text' | 'thinking' | 'other'; readonly text: string }
  | { readonly kind: 'call'; readonly name: string; readonly text: string }
  | { readonly kind: 'result'; readonly failed: boolean; readonly text: string }

/** The readable form of a message: its blocks, then a line for each agent that started or ended after it. */
export function partsOf({ content, agents = [] }: TranscriptMessage): Shown[] {
  const blocks: readonly (AssistantBlock | UserBlock)[] = content
  return [...blocks.map(shown), ...agents.map((line) => ({ kind: 'other', text: oneLine(line) }) as const)]
}

/** The readable form of a block. */
function shown(block: AssistantBlock | UserBlock): Shown {
  switch (block.type) {
    case 'text':
      return { kind: 'text', text: block.text }
    case 'thinking':
      return { kind: 'thinking', text: block.thinking }
    case 'tool_use':
    case 'server_tool_use':
      return { kind: 'call', name: oneLine(block.name), text: inputText(block.input) }
    case 'tool_result': {
      const text = block.content
        .map((part) => (part.type === 'text' ? part.text : `(${part.type})`))
        .join('\n')
      return { kind: 'result', failed: block.is_error, text }
    }
    case 'image':
      return { kind: 'other', text: '(image)' }
    case 'redacted_thinking':
      return { kind: 'other', text: '(thinking that only the model reads)' }
    case 'advisor_tool_result':
      return { kind: 'other', text: '(advice of another model)' }
    default:
      return block satisfies never
  }
}

/** One line for a folded part: the call's first input, or the beginning of its result. */
export function headline({ kind, text }: Shown): string {
  const [first = ''] = text.split('\n').filter((line) => line.trim() !== '')
  // The first field of a call's input says most: a command, a path, a pattern.
  const line = kind === 'call' ? (/^\w+: ?(.*)$/.exec(text.split('\n')[0] ?? '')?.[1] ?? '') : first
  return oneLine(line).slice(0, HEADLINE_CHARS)
}

/** A command or a text as it is; other inputs field by field. */
function inputText(input: Readonly<Record<string, unknown>>): string {
  return Object.entries(input)
    .map(([name, value]) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
      return text.includes('\n') ? `${name}:\n${text}` : `${name}: ${text}`
    })
    .join('\n')
}

/** With a fence that is longer than any in it. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text}\n${fence}`
}

function quoted(text: string): string {
  return text.replaceAll(/^/gm, '> ')
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

function iso(at: number): string {
  return new Date(at).toISOString()
}
