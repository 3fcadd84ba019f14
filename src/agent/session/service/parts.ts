/** Parts of a service, each with its dependencies on the others and on the open session. */
import { LocalModels } from '../local-models/local-models.ts'
import { Replays } from '../replay/replays.ts'
import { Sharing } from '../sharing/sharing.ts'
import { Timeline } from '../time/timeline.ts'
import type { ServiceHooks, ServiceOptions } from './options.ts'
import { createMemoryParts } from './memory-parts.ts'
import { createPolicyParts } from './policy-parts.ts'
import { createRunParts } from './run-parts.ts'
import type { RunnerParts } from './run-parts.ts'
import { createStoreParts } from './store-parts.ts'
import type { StoreParts } from './store-parts.ts'
import { createWorkspaceParts } from './workspace-parts.ts'
import type { WorkspaceParts } from './workspace-parts.ts'

export type ServiceParts = ReturnType<typeof createParts>

/**
 * One of each for a tab; the session may be another from call to call. Each group is made of the ones before it; a hook that
 * needs a later one is called after all are made.
 */
export function createParts(options: ServiceOptions, hooks: ServiceHooks) {
  const { session, open, notice } = hooks
  const { storedSettings, credentials, network, parts, newId, now } = options
  const policyParts = createPolicyParts(options)
  const busy = (): boolean => runs.busy || replays.active
  /** Everything that a run's permission depends on reports its changes here. */
  const onChanged = (): Promise<void> => runs.policyChanged()
  storedSettings.onChanged = onChanged
  policyParts.policy.onChanged = async (state) => {
    notice({ type: 'policy', state })
    await onChanged()
  }
  const stores: StoreParts = createStoreParts(options, {
    ...hooks,
    busy,
    onChanged,
    onNotes: () => memoryParts.memory.renew(),
    forget: async (id) => {
      await workspaceParts.home.forget(id)
      await workspaceParts.folders.forget(id)
    },
  })
  const workspaceParts: WorkspaceParts = createWorkspaceParts(options, stores, {
    ...hooks,
    busy,
    environment: () => runParts.sessionEgress.environment(),
  })
  const memoryParts = createMemoryParts(
    options,
    { ...stores, ...policyParts, ...options, busy, onChanged },
    hooks,
  )
  const made = { ...stores, ...policyParts, ...memoryParts }
  const runParts: RunnerParts = createRunParts(options, made, workspaceParts, { ...hooks, busy })
  const { runs } = runParts
  const { secrets, withheld, workspace, results, files } = workspaceParts
  const { blobs } = stores
  const past = { ...options, secrets, withheld, blobs, workspace, session, open }
  const timeline = new Timeline({ ...past, files, busy, forgetFiles: () => runs.forgetFiles() })
  const sharing = new Sharing({
    memory: credentials.sharing,
    fetch: network.fetch,
    origin: location.origin,
    isOnline: () => navigator.onLine,
    now,
    newId,
  })
  const localModels = new LocalModels({
    fetch: network.fetch,
    isOnline: () => navigator.onLine,
    now,
    keepEngine: async () => (await import('../../model/local/assets.ts')).keepEngine(),
    onProgress: (progress) => notice({ type: 'model_progress', progress }),
  })
  /** Loaded when one is asked for; there is nothing to remember from one to the next. */
  const recordings = async () => {
    const [loaded, { templatesAt }] = await Promise.all([
      import('../recording/recordings.ts'),
      import('../recording/template-files.ts'),
    ])
    return new loaded.Recordings({
      ...past,
      fetchShared: (link) => sharing.fetch(link),
      readTemplate: templatesAt(location.origin, (url) => network.fetch(url)),
    })
  }
  const replays = new Replays({
    ...past,
    results,
    settings: runs.settings,
    tools: parts.tools,
    onState: (state) => notice({ type: 'replay', state }),
  })
  return {
    ...policyParts,
    ...stores,
    ...memoryParts,
    ...workspaceParts,
    ...runParts,
    busy,
    timeline,
    recordings,
    localModels,
    sharing,
    replays,
  }
}
