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
    async decideProject(hash, isTrusted) {
      const decided = await project.decide(hash, isTrusted)
      await runs.settingsChanged()
      return decided
    },
    locks: () => workspaces.locks(),
    async setLock(path, isLocked) {
      const locks = await workspaces.setLock(relativeTo(resolve(path)), isLocked)
      await runs.settingsChanged()
      return locks
    },
    workspaceRules: () => workspaces.rules(),
    async forgetWorkspaceRule(rule) {
      const left = await workspaces.forgetRule(rule)
      await runs.settingsChanged()
      return ok(left)
    },
  }
}
