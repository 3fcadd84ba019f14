/** The page's calls about what is allowed: answers to what was asked, and the rules that hold. */
import { ok } from '../../../sandbox/contract/errors.ts'
import { relativeTo, resolve } from '../../../sandbox/contract/path.ts'
import type { TrustApi } from '../../protocol/trust.ts'
import type { ServiceParts } from './parts.ts'

export function permissionCalls({
  pendingPermissions,
  egressRequests,
  project,
  runs,
  workspaces,
}: ServiceParts): TrustApi {
  return {
    async answerPermission(toolUseId, answer) {
      return egressRequests.answer(toolUseId, answer)
        ? ok(undefined)
        : pendingPermissions.answer(toolUseId, answer)
    },
    explain: async (tool, input, options) => (await runs.inquiries()).explain(tool, input, options),
    explainText: async (text) => (await runs.inquiries()).explainText(text),
    checkRules: async (rules) => (await runs.inquiries()).checkRules(rules),
    judgeRule: async (toolUseId, rule) => pendingPermissions.judge(toolUseId, rule),
    async attendPermission(toolUseId) {
      pendingPermissions.attend(toolUseId)
    },
    projectState: async () => (await project.state()) ?? null,
    decideProject: (hash, isTrusted) => project.decide(hash, isTrusted),
    locks: () => workspaces.locks(),
    setLock: async (path, isLocked) => workspaces.setLock(relativeTo(resolve(path)), isLocked),
    workspaceRules: () => workspaces.rules(),
    forgetWorkspaceRule: async (rule) => ok(await workspaces.forgetRule(rule)),
  }
}
