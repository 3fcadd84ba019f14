/** The page's calls on permissions: answers to open questions, and the rules in force. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { relativeTo, resolve } from '../../../sandbox/contract/path.ts'
import type { ServiceParts } from './parts.ts'

export function permissionCalls({
  pendingPermissions,
  egressRequests,
  identity,
  policy,
  project,
  runs,
  workspaces,
}: ServiceParts): Pick<AgentApi, 'permissions' | 'project' | 'policy'> {
  return {
    permissions: {
      async answer(toolUseId, answer) {
        return egressRequests.answer(toolUseId, answer)
          ? ok(undefined)
          : pendingPermissions.answer(toolUseId, answer)
      },
      explain: async (tool, input, options) => (await runs.inquiries()).explain(tool, input, options),
      explainText: async (text) => (await runs.inquiries()).explainText(text),
      checkRules: async (rules) => (await runs.inquiries()).checkRules(rules),
      judgeRule: async (toolUseId, rule) => pendingPermissions.judge(toolUseId, rule),
      async attend(toolUseId) {
        pendingPermissions.attend(toolUseId)
      },
      locks: () => workspaces.locks(),
      setLock: async (path, isLocked) => workspaces.setLock(relativeTo(resolve(path)), isLocked),
      setMode: (mode) => runs.setMode(mode),
      workspaceRules: () => workspaces.rules(),
      forgetWorkspaceRule: async (rule) => ok(await workspaces.forgetRule(rule)),
    },
    project: {
      state: async () => (await project.state()) ?? null,
      decide: (hash, isTrusted) => project.decide(hash, isTrusted),
      question: () => identity.question(),
      askAgain: () => identity.askAgain(),
      async settle(answer) {
        const settled = await identity.answer(answer)
        // Trust may have come along.
        if (settled.ok) await project.tell()
        return settled
      },
    },
    policy: { state: () => policy.state() },
  }
}
