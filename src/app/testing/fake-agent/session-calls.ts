/** The sessions of the fake agent, and what they take of the storage. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { SessionChange, SessionSummary } from '../../../agent/protocol/calls/sessions.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { FakeAgent, Inside } from './fake-agent.ts'
import { summary } from './session-summary.ts'

const READER = { id: '0a0b0c0d-0001', role: 'reader' }

export function sessionCalls(
  fake: FakeAgent,
  { log, ready, open, id }: Inside,
): Pick<AgentApi, 'sessions' | 'storage'> {
  return {
    sessions: {
      list: async () => [...fake.sessions.values()],
      create: async () => {
        await ready
        const next = `s${fake.sessions.size + 1}`
        fake.sessions.set(next, summary(next, ''))
        return open(next)
      },
      open: async (wanted?: string) => {
        await ready
        const target = wanted ?? fake.sessions.keys().next().value ?? id()
        if (fake.sessions.has(target)) return ok(open(target))
        return fail('not_found', `There is no session ${target} in this browser.`, {
          hint: 'It may be deleted.',
        })
      },
      rename: async (target: string, title: string) => {
        fake.sessions.set(target, summary(target, title))
        return ok(undefined)
      },
      change: async (target: string, { pinned, archived }: SessionChange) => {
        const change = {
          ...(pinned === undefined ? {} : { pinned }),
          ...(archived === undefined
            ? {}
            : { state: archived ? ('archived' as const) : ('listed' as const) }),
        }
        return changed(fake, target, change)
      },
      delete: async (target: string) => {
        fake.calls.push(`delete: ${target}`)
        return changed(fake, target, { state: 'deleted' })
      },
      undelete: async (target: string) => changed(fake, target, { state: 'listed' }),
      purge: async (targets: readonly string[]) => {
        fake.calls.push(`purge: ${targets.join(' ')}`)
        for (const target of targets) fake.sessions.delete(target)
        return ok(undefined)
      },
      search: async (question: string) => ({
        found: [...fake.sessions.values()].flatMap(({ id, title, updatedAt }) =>
          title.includes(question)
            ? [
                {
                  session: id,
                  seq: 0,
                  at: updatedAt,
                  role: 'title' as const,
                  before: '',
                  match: question,
                  after: '',
                },
                {
                  session: id,
                  seq: 4,
                  at: updatedAt,
                  role: 'tool' as const,
                  tool: 'Bash',
                  before: '…npm test: ',
                  match: question,
                  after: ' is 29 days long in a leap year, and the test expects 28',
                },
              ]
            : [],
        ),
        cut: false,
        problems: [],
      }),
      takeOver: async () => {
        fake.role = 'leader'
        fake.notice({ type: 'role', role: 'leader' })
        return ok(undefined)
      },
      events: async (fromSeq: number) => log.filter((event) => event.seq >= fromSeq),
    },
    storage: {
      overview: async () => fake.stored,
      verifyLogs: async () => [
        {
          id: 's1',
          title: 'Whole',
          verdict: { state: 'intact' as const, events: 9, from: 1 },
          copy: { state: 'behind' as const, seq: 7, events: 9 },
        },
        {
          id: 's0',
          title: 'Old work',
          verdict: { state: 'altered' as const, seq: 4, how: 'changed' as const },
          copy: { state: 'damaged' as const, seq: 2, events: 4, mended: 'not' as const },
        },
        {
          id: 's2',
          title: 'With agents',
          verdict: { state: 'altered' as const, seq: 3, how: 'missing' as const, thread: READER },
          copy: { state: 'damaged' as const, seq: 0, events: 5, mended: 'now' as const, thread: READER },
        },
      ],
      checkRoom: async () => (fake.hasRoom ? ok(undefined) : fail('quota', 'There is no room.')),
      cleanUp: async () => {
        const { freeableBytes } = fake.stored
        fake.stored = {
          ...fake.stored,
          freeableBytes: 0,
          contentBytes: fake.stored.contentBytes - freeableBytes,
          usageBytes: fake.stored.usageBytes - freeableBytes,
        }
        return ok({ freedBytes: freeableBytes, leftBytes: 0 })
      },
    },
  }
}

function changed(fake: FakeAgent, id: string, change: Partial<SessionSummary>): Result<void> {
  const known = fake.sessions.get(id)
  if (!known) return fail('not_found', `There is no session ${id}.`)
  fake.sessions.set(id, { ...known, ...change })
  return ok(undefined)
}
