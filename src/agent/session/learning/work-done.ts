/**
 * A stretch of work as an agent that takes notes is told it: the user's own words, and between them facts that the program has, such
 * as command lines and how they ended. No word of an answer, of a file or of an output is in it. Pure.
 */
import { conversationEvents } from '../../context/compression/conversation-events.ts'
import { isOfNotes } from '../../context/compression/of-notes.ts'
import { LEARN_CHARS, LEARN_LINE_CHARS, LEARN_SAID_CHARS, LEARN_WORDS } from '../../limits.ts'
import { oneLine } from '../../memory/notes/one-line.ts'
import type { AgentEvent, EventOf } from '../../protocol/events.ts'
import { shortInput } from '../../protocol/text/short-input.ts'
import { untrustedText } from '../../protocol/text/untrusted-text.ts'
import { saidIn } from '../side-queries/said-in.ts'
import { ownEvents } from './own-events.ts'

export interface WorkDone {
  /** Number of its last event; 0 without any. */
  readonly upTo: number
  /** A run has ended in it, and none goes on. */
  readonly isOver: boolean
  /** The user has said enough that something could be noted. */
  readonly hasWords: boolean
  /** The agent has written notes in it by itself. */
  readonly hasNotes: boolean
  /** Lines of the user behind `>`, and of the program behind `-`; oldest first, the latest where not all has room. */
  readonly text: string
}

/** `events`: those of the main thread since the last look. */
export function workDone(events: readonly AgentEvent[]): WorkDone {
  const own = conversationEvents(ownEvents(events))
  const reader = new WorkReader()
  for (const event of own) reader.note(event)
  const ended = own.findLastIndex(({ type }) => type === 'run_ended')
  return {
    upTo: events.at(-1)?.seq ?? 0,
    isOver: ended >= 0 && ended > own.findLastIndex(({ type }) => type === 'run_started'),
    hasWords: reader.words >= LEARN_WORDS,
    hasNotes: reader.hasNotes,
    text: reader.text(),
  }
}

/** Results of which nothing need be told when all went well: they only looked. */
const OUTCOMES: Partial<Record<EventOf<'tool_result'>['outcome'], string>> = {
  failed: 'failed',
  denied: 'refused',
  cancelled: 'stopped',
}
/** Spoken to the user by the question itself. */
const ASKS: ReadonlySet<AgentEvent['type']> = new Set(['permission_requested', 'question_asked'] as const)
const WRITES: ReadonlySet<string> = new Set(['Write', 'Edit', 'MultiEdit'])
const WORD = /\p{L}{2,}/gu

class WorkReader {
  words = 0
  hasNotes = false
  readonly #blocks: string[] = []
  readonly #calls = new Map<string, EventOf<'tool_started'>>()
  readonly #asked: AgentEvent[] = []

  /** The latest blocks that have room. */
  text(): string {
    let room = LEARN_CHARS
    const kept = this.#blocks.toReversed().filter((block) => (room -= block.length + 1) >= 0)
    const left = this.#blocks.length - kept.length
    const more = left === 0 ? [] : [`- (${left} earlier lines are left out)`]
    return [...more, ...kept.toReversed()].join('\n')
  }

  note(event: AgentEvent): void {
    if (ASKS.has(event.type)) this.#asked.push(event)
    switch (event.type) {
      case 'user_message':
      case 'permission_decided':
      case 'question_answered':
        return this.#said(event)
      case 'tool_started':
        this.#calls.set(event.toolUseId, event)
        return
      case 'tool_result':
        return this.#noteResult(event)
      case 'job_ended':
        return this.#noteJob(event)
      case 'run_ended':
        return this.#fact(
          event.terminal === 'completed' ? 'the agent had finished' : `the work ended: ${event.terminal}`,
        )
      default:
        return
    }
  }

  #said(event: AgentEvent): void {
    for (const words of saidIn([...this.#asked, event], [])) {
      this.words += words.match(WORD)?.length ?? 0
      const lines = cutMiddle(untrustedText(words).toWellFormed()).split(/\r\n?|\n/)
      this.#blocks.push(lines.map((line) => `> ${line}`).join('\n'))
    }
  }

  #noteResult({ toolUseId, tool, outcome, display }: EventOf<'tool_result'>): void {
    const call = this.#calls.get(toolUseId)
    const input = call?.input ?? {}
    if (isOfNotes(input)) {
      if (outcome === 'done' && WRITES.has(tool)) this.hasNotes = true
      return
    }
    if (tool === 'Bash') return this.#fact(`ran ${quoted(shortInput(input))}${endOf(outcome, display)}`)
    if (outcome === 'done' && display?.kind === 'diff')
      return this.#fact(
        `changed ${quoted(display.path)}: ${display.added} lines more, ${display.removed} less`,
      )
    const ended = OUTCOMES[outcome]
    if (ended !== undefined) this.#fact(`${tool} ${quoted(shortInput(input))}: ${ended}`)
  }

  #noteJob({ toolUseId, exitCode, how }: EventOf<'job_ended'>): void {
    const command = shortInput(this.#calls.get(toolUseId)?.input ?? {})
    const ended = how === 'exited' ? `exit code ${exitCode}` : how
    this.#fact(`in the background, ${quoted(command)}: ${ended}`)
  }

  /** The same again at once is counted, not repeated. */
  #fact(text: string): void {
    const line = `- ${text}`
    if (this.#blocks.at(-1) !== line) this.#blocks.push(line)
  }
}

function endOf(
  outcome: EventOf<'tool_result'>['outcome'],
  display: EventOf<'tool_result'>['display'],
): string {
  const ended = OUTCOMES[outcome]
  if (display?.kind === 'process')
    return `: exit code ${display.exitCode}${display.timedOut ? ', timed out' : ''}`
  if (display?.kind === 'job') return ' in the background'
  return ended === undefined ? '' : `: ${ended}`
}

/** One line that cannot end its quotation marks. */
function quoted(text: string): string {
  return `"${untrustedText(oneLine(text, LEARN_LINE_CHARS)).replaceAll('"', "'")}"`
}

function cutMiddle(text: string): string {
  if (text.length <= LEARN_SAID_CHARS) return text
  const half = LEARN_SAID_CHARS / 2
  return `${text.slice(0, half).toWellFormed()}\n[…]\n${text.slice(-half).toWellFormed()}`
}
