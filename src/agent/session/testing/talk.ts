/** A session's log, written turn by turn: for tests of what becomes of it. */
import type { EventBody, EventOf } from '../../protocol/events.ts'
import type { UserAnswer, UserQuestion } from '../../protocol/questions.ts'
import { conversationRestored } from '../time/timeline.ts'
import { LoggedSession } from './logged-session.ts'

const human = (text: string): EventBody => ({
  ...{ type: 'user_message', messageId: text, content: [{ type: 'text', text }], origin: 'human' },
})

/** A session of whole turns. */
export class Talk {
  readonly session = new LoggedSession()
  #turns = 0

  say(text: string): this {
    this.session.append(human(text))
    return this
  }

  answer(text: string): this {
    return this.#turn({ type: 'text', text }, [])
  }

  /** A call with the events in the middle of it, and its result; without one it was stopped. */
  call(
    name: string,
    {
      id,
      input = {},
      events = [],
      said = 'ok',
      outcome = 'done',
      exitCode,
      root,
    }: {
      readonly id: string
      readonly input?: Record<string, unknown>
      readonly events?: readonly EventBody[]
      readonly said?: string
      readonly outcome?: EventOf<'tool_result'>['outcome']
      /** The outcome of a command that has ended. */
      readonly exitCode?: number
      /** Files were changed to this tree. */
      readonly root?: string
    },
  ): this {
    const result: EventBody = {
      ...{ type: 'tool_result', turnId: this.#next, toolUseId: id, tool: name, outcome, durationMs: 1 },
      content: {
        ...{ type: 'tool_result', tool_use_id: id, content: [{ type: 'text', text: said }] },
        is_error: outcome !== 'done',
      },
      synthetic: outcome === 'cancelled',
      ...(exitCode === undefined
        ? {}
        : { display: { kind: 'process', exitCode, durationMs: 1, timedOut: false } as const }),
      ...(root === undefined ? {} : { root }),
    }
    return this.#turn({ type: 'tool_use', id, name, input }, [...events, result])
  }

  ask(id: string, question: UserQuestion, answer?: UserAnswer): this {
    const turnId = this.#next
    const events: EventBody[] = [
      { type: 'question_asked', turnId, toolUseId: id, question },
      ...(answer ? [{ type: 'question_answered', turnId, toolUseId: id, answer } as const] : []),
    ]
    return this.call('AskUserQuestion', { id, events, outcome: answer ? 'done' : 'cancelled' })
  }

  /** A call that the user was asked for. */
  decide(id: string, command: string, decided: Partial<EventOf<'permission_decided'>>): this {
    const of = { turnId: this.#next, toolUseId: id }
    const events: EventBody[] = [
      {
        ...{ type: 'permission_requested', ...of, tool: 'Bash', title: command, reason: '' },
        ...{ suggestedRule: '', destructive: false },
      },
      {
        ...{ type: 'permission_decided', ...of, behavior: 'deny', source: 'person', reason: '' },
        ...decided,
      },
    ]
    return this.call('Bash', { id, input: { command }, events })
  }

  restore(toSeq: number): this {
    this.session.append(conversationRestored(this.session.log, toSeq))
    return this
  }

  get #next(): string {
    return `t${this.#turns}`
  }

  #turn(content: EventOf<'assistant_block'>['content'], events: readonly EventBody[]): this {
    const turnId = this.#next
    this.session.append({ type: 'request_started', turnId, requestId: turnId, attempt: 1 })
    this.session.append({ type: 'assistant_block', turnId, block: 0, content })
    for (const event of events) this.session.append(event)
    this.session.append({ type: 'turn_committed', turnId, extra: [] })
    this.#turns++
    return this
  }
}

/** A command that ran in the foreground. */
export function ran(command: string, exitCode: number, said: string, root?: string) {
  return {
    input: { command },
    ...{ exitCode, said: `${said}\n[exit code ${exitCode}, 0.1 s]` },
    outcome: exitCode === 0 ? 'done' : 'failed',
    ...(root === undefined ? {} : { root }),
  } as const
}
