/** Parts of the memory: the notes of the open session, and what a run has of them. */
import type { Redactor } from '../../redact/redactor.ts'
import type { Settings } from '../../protocol/settings.ts'
import { lazyMemoryCalls } from '../memory/lazy-memory-calls.ts'
import { ProjectMemory } from '../memory/project-memory.ts'
import type { Recall } from '../memory/recall/recall.ts'
import type { SettingsInForce } from '../policy/settings-in-force.ts'
import type { MemoryGround } from '../run/told/told-memory.ts'
import type { ServiceHooks, ServiceOptions } from './options.ts'
import type { StoreParts } from './store-parts.ts'

export type MemoryParts = ReturnType<typeof createMemoryParts>

interface MemoryNeeds extends Pick<StoreParts, 'memories' | 'blobs' | 'workspaces'> {
  readonly settingsInForce: Pick<SettingsInForce, 'read'>
  readonly redactor: Redactor
  /** The switch may have been changed: permissions depend on it. */
  readonly onChanged: () => Promise<void>
}

export function createMemoryParts(
  { database, now }: Pick<ServiceOptions, 'database' | 'now'>,
  { memories: store, blobs, workspaces, settingsInForce, redactor, onChanged }: MemoryNeeds,
  { session }: Pick<ServiceHooks, 'session'>,
) {
  const root = () => session()?.facts.root
  let recallLoaded: Promise<Recall> | undefined
  /** Loaded when somebody asks. */
  const recall = () => {
    recallLoaded ??= import('../memory/recall/load-recall.ts').then(({ loadRecall }) =>
      loadRecall({ database, workspaces, store, memory, session }),
    )
    recallLoaded.catch(() => (recallLoaded = undefined))
    return recallLoaded
  }
  const memory = new ProjectMemory({
    store,
    blobs,
    workspaces,
    session,
    settings: () => settingsInForce.read(),
    clean: (text) => redactor.redact(text),
    now,
    onChanged: () => void onChanged(),
  })
  return {
    memory,
    /** Undefined where it is switched off. */
    memoryGround: async (settings: Pick<Settings, 'memory'>): Promise<MemoryGround | undefined> => {
      const home = settings.memory ? await memory.home() : undefined
      if (home === undefined || !(await memory.isOn(home))) return undefined
      const { memoryGround } = await import('../memory/memory-ground.ts')
      return memoryGround({ memory, home, store, blobs, recall, root, now })
    },
    memoryCalls: lazyMemoryCalls(async () => {
      const { MemoryCalls } = await import('../memory/memory-calls.ts')
      return new MemoryCalls({ memory, store, blobs, recall, root, now })
    }),
  }
}
