/** The fake agent's permission calls, and the answers that it records. */
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { FakeAgent } from './fake-agent.ts'
import type { ProjectAnswer } from '../../../agent/protocol/calls/project-identity.ts'
import type { PermissionMode } from '../../../agent/protocol/permission-modes.ts'
import type { PermissionAnswer } from '../../../agent/protocol/permission-requests.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { PermissionRules } from '../../../agent/protocol/settings.ts'

export function permissionCalls(fake: FakeAgent): Pick<AgentApi, 'permissions' | 'project' | 'policy'> {
  return {
    permissions: {
      answer: async (toolUseId: string, answer: PermissionAnswer) => {
        fake.calls.push(`answer: ${toolUseId}`)
        fake.answers.push(answer)
        return ok(undefined)
      },
      explain: async () => ({ behavior: 'ask' as const, source: 'default', reason: 'Nothing matched.' }),
      explainText: async (text: string) => ({
        behavior: text.startsWith('git push') ? ('ask' as const) : ('allow' as const),
        source: 'user',
        reason: `Of "${text}".`,
        rule: 'Bash(git push:*)',
      }),
      checkRules: async ({ allow, deny }: PermissionRules) =>
        allow.length > 0 && deny.length > 0
          ? [`${allow[0]} allows nothing: ${deny[0]} (user) denies it.`]
          : [],
      judgeRule: async (_: string, rule: string) =>
        rule.startsWith('Bash(') ? { warnings: [] } : { problem: `"${rule}" is no rule.`, warnings: [] },
      attend: async (toolUseId: string) => {
        fake.calls.push(`attend: ${toolUseId}`)
      },
      locks: async () => [...fake.locks],
      setLock: async (path: string, isLocked: boolean) => {
        if (isLocked) fake.locks.add(path)
        else fake.locks.delete(path)
        return ok([...fake.locks])
      },
      setMode: async (mode: PermissionMode) => {
        fake.emit({ type: 'mode_changed', mode })
        return ok(undefined)
      },
      workspaceRules: async () => ({ allow: ['Bash(make:*)'], ask: [], deny: [] }),
      forgetWorkspaceRule: async () => ok({ allow: [], ask: [], deny: [] }),
    },
    project: {
      state: async () => null,
      decide: async (hash: string, isTrusted: boolean) => {
        fake.calls.push(`project: ${hash} ${isTrusted}`)
        return ok(undefined)
      },
      question: async () => null,
      askAgain: async () => null,
      settle: async ({ project, takesRules, takesTrust }: ProjectAnswer) => {
        fake.calls.push(`settle: ${project} ${takesRules} ${takesTrust}`)
        return ok(undefined)
      },
    },
    policy: { state: async () => fake.policy },
  }
}
