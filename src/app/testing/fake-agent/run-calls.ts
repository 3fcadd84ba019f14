/** The runs of the fake agent: what the test makes of them. */
import type { FakeAgent, Inside } from './fake-agent.ts'
import type { RunsApi, QueueOptions } from '../../../agent/protocol/runs.ts'
import type { ImageBlock } from '../../../agent/protocol/messages.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { UserAnswer } from '../../../agent/protocol/questions.ts'
import type { Settings } from '../../../agent/protocol/settings.ts'

export function runCalls(fake: FakeAgent, { log }: Inside): RunsApi {
  return {
    send: async (prompt: string, _: unknown, images: readonly ImageBlock[] = []) => {
      fake.calls.push(`send: ${prompt}`)
      fake.images.push(...images)
      await fake.onSend(prompt)
      return ok({ terminal: 'completed' as const })
    },
    tryAgain: async () => {
      fake.calls.push('try again')
      return ok({ terminal: 'completed' as const })
    },
    compact: async (keep: string) => {
      fake.calls.push(`compact: ${keep}`)
      return ok({ terminal: 'completed' as const })
    },
    stopJob: async (id: string) => {
      fake.calls.push(`stop job: ${id}`)
      return ok(undefined)
    },
    queue: async (text: string, { urgent, images = [], untilOnline }: QueueOptions) => {
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
    hurryQueued: async (messageId: string) => {
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
    setMode: async (mode: Settings['permissionMode']) => {
      fake.emit({ type: 'mode_changed', mode })
      return ok(undefined)
    },
  }
}
