/** Parts of a run: the questions that it asks, its way to the network, the preview, and the runs themselves. */
import { ok } from '../../../sandbox/contract/errors.ts'
import { EgressRequests } from '../asking/egress-requests.ts'
import { PendingPermissions } from '../asking/pending-permissions.ts'
import { PendingQuestions } from '../asking/pending-questions.ts'
import { SessionEgress } from '../asking/session-egress.ts'
import { Learning } from '../learning/learning.ts'
import { RunController } from '../agents/run-controller.ts'
import { RemoteInstructions, withRemote } from '../steering-files/remote-instructions.ts'
import { UsageLedger } from '../store/usage-ledger.ts'
import { BrowserLink } from '../workspace/browser-link.ts'
import { PageErrors } from '../workspace/page-errors.ts'
import type { ServiceHooks, ServiceOptions } from './options.ts'
import type { MemoryParts } from './memory-parts.ts'
import type { PolicyParts } from './policy-parts.ts'
import type { StoreParts } from './store-parts.ts'
import type { WorkspaceParts } from './workspace-parts.ts'

export type RunnerParts = ReturnType<typeof createRunParts>

interface RunNeeds extends Pick<ServiceHooks, 'session' | 'notice' | 'hasPage'> {
  /** A run or a replay is under way. */
  readonly busy: () => boolean
}

/** Parts that runs need beside the workspace. */
export function createRunParts(
  options: ServiceOptions,
  stores: StoreParts & PolicyParts & MemoryParts,
  workspaceParts: WorkspaceParts,
  { session, notice, hasPage, busy }: RunNeeds,
) {
  const { credentials, network, redactor, parts, newId, now, appVersion } = options
  const { policy, settingsInForce, workspaces, blobs, room, memories, memoryGround, remembers } = stores
  const { workspace, results, project, steering, secrets, withheld } = workspaceParts
  const questions = new PendingQuestions()
  const browser = new BrowserLink()
  const pageErrors = new PageErrors()
  const pendingPermissions = new PendingPermissions({
    saveRule: async (rule, place) => {
      if (place === 'workspace') return ok(await workspaces.addRule(rule))
      const { rules } = await settingsInForce.read()
      if (rules.allow.includes(rule)) return ok(undefined)
      return settingsInForce.update({ rules: { ...rules, allow: [...rules.allow, rule] } })
    },
    onGranted: () => runs.policyChanged(),
  })
  const egressRequests = new EgressRequests((requests) => notice({ type: 'egress', requests }))
  const sessionEgress = new SessionEgress({
    network,
    settingsInForce,
    credentials,
    egressRequests,
    pendingPermissions,
    redactor,
    newId,
    session,
    settings: () => runs.settings.now(),
    ruleSets: (own) => runs.settings.ruleSets(own),
    variables: async () => (await project.grants()).env,
    hasPage,
  })
  const remoteInstructions = new RemoteInstructions({
    accepted: workspaces,
    blobs,
    egress: sessionEgress.gate,
    allowed: (address) => egressRequests.allowed([address]),
    newId,
    onDecided: () => steering.changes.note(),
  })
  let looking: Promise<(signal: AbortSignal) => Promise<void>> | undefined
  const learning = new Learning({
    afterMs: options.learnAfterMs,
    busy,
    look: async (signal) => {
      looking ??= import('../learning/load-look-back.ts').then(({ createLookBack }) => {
        const settings = () => settingsInForce.read()
        return createLookBack({
          ...options,
          ...stores,
          store: memories,
          session,
          settings,
          agents: runs.agents,
        })
      })
      // Asked for again with the next look.
      looking.catch(() => (looking = undefined))
      await (
        await looking
      )(signal)
    },
  })
  const runs: RunController = new RunController({
    session,
    learning,
    workspace,
    instructions: withRemote(steering, remoteInstructions),
    memory: memoryGround,
    remembers,
    pendingPermissions,
    questions,
    egress: sessionEgress.gate,
    browser,
    pageErrors,
    egressRequests,
    ledger: new UsageLedger(options),
    policy,
    settingsInForce,
    credentials,
    workspaces,
    blobs,
    results,
    newId,
    now,
    appVersion,
    parts,
    redactor,
    secrets,
    withheld,
    room,
  })
  return {
    questions,
    browser,
    pageErrors,
    pendingPermissions,
    egressRequests,
    sessionEgress,
    remoteInstructions,
    learning,
    runs,
  }
}
