/** The runs of the fake agent: what the test makes of them. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { FakeAgent, Inside } from './fake-agent.ts'
import type { CompactOptions, SayOptions } from '../../../agent/protocol/calls/runs.ts'
import type { AgentEvent } from '../../../agent/protocol/events.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { UserAnswer } from '../../../agent/protocol/questions.ts'

export function runCalls(fake: FakeAgent, { log }: Inside): Pick<AgentApi, 'runs'> {
  const begin = async (prompt: string) => {
    fake.calls.push(`send: ${prompt}`)
    await fake.onSend(prompt)
    return ok({ terminal: 'completed' as const })
  }
  return {
    runs: {
      run: (prompt: string) => begin(prompt),
      tryAgain: async () => {
        fake.calls.push('try again')
        return ok({ terminal: 'completed' as const })
      },
      compact: async (keep: string, options?: CompactOptions) => {
        fake.calls.push(`compact: ${keep}${options ? ` ${JSON.stringify(options)}` : ''}`)
        return ok({ terminal: 'completed' as const })
      },
      useDraft: async () => {
        fake.calls.push('use draft')
        return ok(undefined)
      },
      dropDraft: async () => {
        fake.calls.push('drop draft')
        fake.emit({ type: 'compaction_dropped' })
        return ok(undefined)
      },
      undoCompaction: async () => {
        fake.calls.push('undo compaction')
        fake.emit({ type: 'compaction_undone' })
        return ok(undefined)
      },
      stopJob: async (id: string) => {
        fake.calls.push(`stop job: ${id}`)
        return ok(undefined)
      },
      say: async (text: string, { urgent, images = [], untilOnline }: SayOptions = {}) => {
        if (!isRunning(log) && !untilOnline) {
          fake.images.push(...images)
          await begin(text)
          return ok(undefined)
        }
        fake.calls.push(`${urgent ? 'steer' : 'queue'}: ${text}`)
        const messageId = `queued-${log.length}`
        const later = untilOnline ? { untilOnline } : {}
        fake.emit({ type: 'message_queued', messageId, text, images: [...images], ...later })
        return ok(undefined)
      },
      resume: async () => {
        fake.calls.push('resume')
        return ok(undefined)
      },
      hurry: async (messageId: string) => {
        fake.calls.push(`hurry: ${messageId}`)
        return ok(undefined)
      },
      removeQueued: async (messageId: string) => {
        fake.emit({ type: 'message_unqueued', messageId })
        return ok(undefined)
      },
      stop: async () => {
        fake.calls.push('stop')
      },
      answerQuestion: async (toolUseId: string, answer: UserAnswer) => {
        fake.calls.push(`answer: ${toolUseId} ${JSON.stringify(answer)}`)
        return ok(undefined)
      },
    },
  }
}

function isRunning(log: readonly AgentEvent[]): boolean {
  return log.findLast(({ type }) => type === 'run_started' || type === 'run_ended')?.type === 'run_started'
}
