/**
 * Transcripts of others, made into a log: ours as `write-transcript` writes them, and Claude Code's. They are hostile until
 * proven otherwise: every line is checked, what comes of it is checked against the log's schema, and what is not
 * understood is counted and told. Nothing of it runs, and nothing of it is a permission.
 */
import { z } from 'zod'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import { RECORDING_EVENT_BYTES, RECORDING_EVENTS, TITLE_CHARS, TRANSCRIPT_LINES } from '../../limits.ts'
import { unsignedSignature } from '../../model/unsigned-thinking.ts'
import { eventBody, LOG_VERSION } from '../../protocol/events.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { imageBlock } from '../../protocol/messages.ts'
import { carriedLines } from './carried-lines.ts'
import type { AssistantBlock, ImageBlock, TextBlock, ToolUseBlock } from '../../protocol/messages.ts'

export interface ReadTranscript {
  readonly title: string
  /** Numbered from 1 without holes; each call has exactly one result. */
  readonly events: readonly AgentEvent[]
  readonly messages: number
  /** Parts that were left out, e.g. `3 lines of a sidechain`. */
  readonly left: readonly string[]
}

const text = z.looseObject({ type: z.literal('text'), text: z.string() })
const image = z.looseObject({ type: z.literal('image'), source: imageBlock.shape.source })
const result = z.looseObject({
  type: z.literal('tool_result'),
  tool_use_id: z.string(),
  content: z.union([z.string(), z.array(z.unknown())]).optional(),
  is_error: z.boolean().nullish(),
})
const thinking = z.looseObject({ type: z.literal('thinking'), thinking: z.string() })
const call = z.looseObject({
  type: z.literal('tool_use'),
  id: z.string(),
  name: z.string().max(200),
  input: z.record(z.string(), z.unknown()),
})
const line = z.looseObject({
  type: z.string(),
  timestamp: z.string().optional(),
  isSidechain: z.boolean().optional(),
  isMeta: z.boolean().optional(),
  title: z.string().optional(),
  summary: z.string().optional(),
  message: z
    .looseObject({
      content: z.union([z.string(), z.array(z.unknown())]),
      model: z.string().optional(),
    })
    .optional(),
})
type Line = z.infer<typeof line>

/** Fails for what is no transcript, or too large; reads past single lines that are damaged. */
export function readTranscript(content: string): Result<ReadTranscript> {
  const lines = carriedLines(content)
    .split('\n')
    .filter((each) => each.trim() !== '')
  if (lines.length > TRANSCRIPT_LINES) {
    return fail(
      'too_large',
      `This transcript has ${lines.length} lines; at most ${TRANSCRIPT_LINES} can be opened.`,
    )
  }
  const builder = new LogBuilder()
  for (const each of lines) builder.take(each)
  const built = builder.end()
  if (built.messages === 0) {
    return fail('corrupt', 'No message was found in this file; it is no transcript. Nothing was opened.', {
      hint: 'Transcripts have one JSON object a line, as Vivarium and Claude Code write them; a page or a Markdown text that Vivarium has written has them at its end.',
    })
  }
  if (built.events.length > RECORDING_EVENTS)
    return fail('too_large', `This transcript has more than ${RECORDING_EVENTS} events.`)
  return ok(built)
}

class LogBuilder {
  readonly #events: AgentEvent[] = []
  readonly #left = new Map<string, number>()
  readonly #calls = new Set<string>()
  #title = ''
  #at = 0
  #messages = 0
  #turns = 0
  #run: { readonly runId: string; readonly from: number } | undefined
  #turn: { readonly turnId: string; blocks: number; readonly open: Map<string, ToolUseBlock> } | undefined

  take(source: string): void {
    if (source.length > RECORDING_EVENT_BYTES) return this.#leave('line that is too long')
    const parsed = line.safeParse(parseJson(source))
    if (!parsed.success) return this.#leave('line that is no JSON object of a transcript')
    const each = parsed.data
    const at = each.timestamp === undefined ? NaN : Date.parse(each.timestamp)
    // Clocks that go back do not turn the order round.
    if (!Number.isNaN(at)) this.#at = Math.max(this.#at, at)
    if (this.#events.length === 0) {
      this.#add({ type: 'session_created', logVersion: LOG_VERSION, appVersion: 'transcript' })
    }
    this.#take(each)
  }

  #take(each: Line): void {
    if (each.isSidechain === true) return this.#leave('line of a sub-agent’s conversation')
    if (each.isMeta === true) return this.#leave('line that only the program wrote')
    if (each.type === 'summary' || each.type === 'session') {
      this.#title = each.summary ?? each.title ?? this.#title
      return
    }
    if (each.type === 'user' && each.message) return this.#user(each.message.content)
    if (each.type === 'assistant' && each.message) {
      return this.#assistant(each.message.content, each.message.model ?? 'unknown')
    }
    this.#leave(`line of the kind ${JSON.stringify(each.type.slice(0, 40))}`)
  }

  #user(given: string | readonly unknown[]): void {
    const blocks = typeof given === 'string' ? [{ type: 'text', text: given }] : given
    const said: (TextBlock | ImageBlock)[] = []
    for (const block of blocks) {
      const [asText, asImage, asResult] = [
        text.safeParse(block),
        image.safeParse(block),
        result.safeParse(block),
      ]
      if (asText.success) said.push({ type: 'text', text: asText.data.text })
      else if (asImage.success) said.push({ type: 'image', source: asImage.data.source })
      else if (asResult.success) this.#result(asResult.data)
      else this.#leave('part of a message')
    }
    if (said.length === 0) return
    this.#endRun()
    this.#messages += 1
    this.#add({ type: 'user_message', messageId: `u${this.#messages}`, content: said, origin: 'human' })
    if (this.#title === '') this.#title = said.find((block) => block.type === 'text')?.text.trim() ?? ''
  }

  #assistant(given: string | readonly unknown[], model: string): void {
    // Calls that have no result by now never get one: another answer begins.
    if (this.#turn && this.#turn.open.size === 0 && this.#calledBefore) this.#endTurn()
    this.#run ??= this.#startRun(model)
    this.#turn ??= { turnId: `t${++this.#turns}`, blocks: 0, open: new Map() }
    const blocks = typeof given === 'string' ? [{ type: 'text', text: given }] : given
    for (const block of blocks) {
      const content = assistantBlockOf(block)
      if (!content) this.#leave('part of an answer')
      else if (content.type === 'tool_use' && this.#calls.has(content.id))
        this.#leave('call that stands twice')
      else this.#block(content)
    }
  }

  /** A call of this turn has been answered: the model's next message is another turn. */
  #calledBefore = false

  #block(content: AssistantBlock): void {
    const turn = this.#turn
    if (!turn) return
    const { turnId } = turn
    this.#messages += turn.blocks === 0 ? 1 : 0
    this.#add({ type: 'assistant_block', turnId, block: turn.blocks++, content })
    if (content.type !== 'tool_use') return
    this.#calls.add(content.id)
    turn.open.set(content.id, content)
    const { id: toolUseId, name: tool, input } = content
    this.#add({ type: 'tool_started', turnId, toolUseId, tool, input, title: titleOfCall(input) })
  }

  #result({ tool_use_id: id, content, is_error: isError }: z.infer<typeof result>): void {
    const called = this.#turn?.open.get(id)
    if (!called) return this.#leave('result without its call')
    const parts = typeof content === 'string' ? [{ type: 'text', text: content }] : (content ?? [])
    const kept = parts.flatMap((part): (TextBlock | ImageBlock)[] => {
      const [asText, asImage] = [text.safeParse(part), image.safeParse(part)]
      if (asText.success) return [{ type: 'text', text: asText.data.text }]
      if (asImage.success) return [{ type: 'image', source: asImage.data.source }]
      this.#leave('part of a result')
      return []
    })
    this.#finish(called, { content: kept, failed: isError === true, synthetic: false })
  }

  #finish(
    { id, name: tool }: ToolUseBlock,
    how: { content: (TextBlock | ImageBlock)[]; failed: boolean; synthetic: boolean },
  ): void {
    const turn = this.#turn
    if (!turn) return
    turn.open.delete(id)
    this.#calledBefore = true
    this.#add({
      type: 'tool_result',
      turnId: turn.turnId,
      toolUseId: id,
      tool,
      outcome: how.synthetic ? 'cancelled' : how.failed ? 'failed' : 'done',
      content: { type: 'tool_result', tool_use_id: id, content: how.content, is_error: how.failed },
      durationMs: 0,
      synthetic: how.synthetic,
    })
  }

  #startRun(model: string): { runId: string; from: number } {
    const runId = `r${this.#turns + 1}`
    this.#add({ type: 'run_started', runId, model: model.slice(0, 200), mode: 'default' })
    return { runId, from: this.#turns }
  }

  #endTurn(): void {
    const turn = this.#turn
    if (!turn) return
    for (const open of [...turn.open.values()]) {
      const content = [{ type: 'text' as const, text: 'The transcript has no result of this call.' }]
      this.#finish(open, { content, failed: true, synthetic: true })
    }
    if (turn.blocks > 0) this.#add({ type: 'turn_committed', turnId: turn.turnId, extra: [] })
    this.#turn = undefined
    this.#calledBefore = false
  }

  #endRun(): void {
    this.#endTurn()
    if (!this.#run) return
    const { runId, from } = this.#run
    this.#run = undefined
    this.#add({ type: 'run_ended', runId, terminal: 'completed', turns: this.#turns - from })
  }

  end(): ReadTranscript {
    this.#endRun()
    const title = this.#title.split('\n')[0]?.slice(0, TITLE_CHARS) ?? ''
    const left = [...this.#left].map(([what, count]) => (count === 1 ? `1 ${what}` : `${count} × ${what}`))
    return { title, events: this.#events, messages: this.#messages, left }
  }

  /** Adds the event only if the log itself could have written it. */
  #add(body: EventBody): void {
    const checked = eventBody.safeParse(body)
    if (checked.success) this.#events.push({ ...checked.data, seq: this.#events.length + 1, at: this.#at })
    else this.#leave('event that no log has')
  }

  #leave(what: string): void {
    this.#left.set(what, (this.#left.get(what) ?? 0) + 1)
  }
}

function assistantBlockOf(block: unknown): AssistantBlock | undefined {
  const [asText, asThinking, asCall] = [
    text.safeParse(block),
    thinking.safeParse(block),
    call.safeParse(block),
  ]
  if (asText.success) return { type: 'text', text: asText.data.text }
  // Another's signature proves nothing to a service; unsigned, it is never sent to one that would check.
  if (asThinking.success)
    return { type: 'thinking', thinking: asThinking.data.thinking, signature: unsignedSignature('content') }
  if (!asCall.success) return undefined
  const { id, name, input } = asCall.data
  return { type: 'tool_use', id, name, input }
}

function titleOfCall(input: Readonly<Record<string, unknown>>): string {
  const told =
    input['command'] ?? input['file_path'] ?? input['path'] ?? input['pattern'] ?? input['description']
  return typeof told === 'string' ? told.slice(0, TITLE_CHARS) : ''
}

function parseJson(source: string): unknown {
  try {
    return JSON.parse(source)
  } catch {
    return undefined
  }
}
