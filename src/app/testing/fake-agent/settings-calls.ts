/** The settings of the fake agent, and its usage. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import { addUsage } from '../../../agent/protocol/usage.ts'
import type { ModelUsage } from '../../../agent/protocol/usage.ts'
import type { Settings } from '../../../agent/protocol/settings.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { FakeAgent } from './fake-agent.ts'

export function settingsCalls(fake: FakeAgent): Pick<AgentApi, 'settings' | 'usage'> {
  return {
    settings: {
      read: async () => fake.settingsNow,
      update: async (change: Partial<Settings>): Promise<Result<Settings>> => {
        fake.calls.push(`settings: ${JSON.stringify(change)}`)
        if (change.baseUrl !== undefined && !/^https?:\/\//.test(change.baseUrl)) {
          return fail('invalid', 'Base URL: not an absolute http(s) URL.')
        }
        fake.settingsNow = { ...fake.settingsNow, ...change }
        return ok(fake.settingsNow)
      },
    },
    usage: {
      contextBudget: async () => ({
        model: 'claude-sonnet-4-6',
        window: 200_000,
        cells: {
          system: 3_000,
          tools: 25_000,
          instructions: 1_500,
          memory: 500,
          history: 50_000,
          outputs: 80_000,
          answer: 5_000,
          headroom: 35_000,
        },
        compactAt: 167_000,
        isCounted: true,
      }),
      overview: async () => ({
        next: { promptTokens: 10_500, costUsd: 0.01 },
        today: [...used('claude-sonnet-4-6', 4.2)],
        allTime: [...used('claude-sonnet-4-6', 31.5), ...used('claude-haiku-4-5', 0.75)],
        since: '2026-11-02',
      }),
    },
  }
}

function used(model: string, costUsd: number): readonly ModelUsage[] {
  const usage = {
    inputTokens: 20_000,
    outputTokens: 90_000,
    cacheReadTokens: 4_100_000,
    cacheWriteTokens: 310_000,
  }
  return addUsage([], { model, usage, costUsd })
}
