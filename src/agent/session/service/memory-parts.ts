/** Parts of the memory: the notes of the open session, and what a run has of them. */
import type { Redactor } from '../../redact/redactor.ts'
import { redactedValue } from '../../redact/values.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { KeptNotes } from '../memory/kept-notes.ts'
import { lazyMemoryCalls } from '../memory/lazy-memory-calls.ts'
import { ProjectMemory } from '../memory/project-memory.ts'
import type { MemoryGroundOptions } from '../memory/memory-ground.ts'
import type { MemoryHome } from '../memory/project-memory.ts'
import type { Recall } from '../memory/recall/recall.ts'
import type { SettingsInForce } from '../policy/settings-in-force.ts'
import type { MemoryGround } from '../run/told/told-memory.ts'
import type { ServiceHooks, ServiceOptions } from './options.ts'
import type { StoreParts } from './store-parts.ts'

export type MemoryParts = ReturnType<typeof createMemoryParts>

interface MemoryNeeds extends Pick<StoreParts, 'memories' | 'blobs' | 'workspaces'> {
  readonly settingsInForce: Pick<SettingsInForce, 'read'>
  readonly redactor: Redactor
  /** A run is under way. */
  readonly busy: () => boolean
  /** The switch may have been changed: permissions depend on it. */
  readonly onChanged: () => Promise<void>
}

export function createMemoryParts(
  { database, now, later, memoryTabs }: Pick<ServiceOptions, 'database' | 'now' | 'later' | 'memoryTabs'>,
  { memories: store, blobs, workspaces, settingsInForce, redactor, busy, onChanged }: MemoryNeeds,
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
    onChanged: () => {
      readAhead()
      void onChanged()
    },
    tellTabs: () => memoryTabs?.post('changed'),
  })
  memoryTabs?.listen(() => memory.heard())
  let loading: Promise<KeptNotes> | undefined
  const keptNotes = (): Promise<KeptNotes> => {
    loading ??= Promise.all([
      import('../memory/kept-notes.ts'),
      import('../../memory/recall/note-shelves.ts'),
    ]).then(
      ([loaded, { NoteShelves }]) =>
        new loaded.KeptNotes({
          shelves: new NoteShelves(),
          memory,
          store,
          blobs,
          root,
          now,
          check: (text, event) => {
            redactor.redact(text)
            redactedValue(event, redactor)
          },
        }),
    )
    // Asked for again with the next run.
    loading.catch(() => (loading = undefined))
    return loading
  }
  /** Changes so far, so that several at once are read together. */
  let wanted = 0
  const prepare = async (): Promise<void> => {
    // A run reads them by itself.
    const home = !busy() && (await settingsInForce.read()).memory ? await memory.home() : undefined
    if (home && !busy()) await (await keptNotes()).prepare(home)
  }
  /** Reads the notes that the next run tells. Nothing waits for it, and a run that is quicker reads them itself. */
  const readAhead = (): void => {
    const mine = ++wanted
    later?.(() => {
      if (mine === wanted)
        prepare().catch((error: unknown) => console.info('The notes were not read ahead:', error))
    })
  }
  const isOn = async (home: MemoryHome): Promise<boolean> =>
    loading ? (await loading).isOn(home) : memory.isOn(home)
  return {
    memory,
    readAhead,
    /** The switch of a project that is known. */
    remembers: async (project: MemoryHome['project']): Promise<boolean> => {
      const home = await memory.homeFor(project)
      return home !== undefined && isOn(home)
    },
    /** Undefined where it is switched off. */
    memoryGround: async (
      settings: Pick<Settings, 'memory'>,
      aside?: MemoryGroundOptions['aside'],
    ): Promise<MemoryGround | undefined> => {
      const home = settings.memory ? await memory.home() : undefined
      if (home === undefined || !(await isOn(home))) return undefined
      const [{ memoryGround }, kept] = await Promise.all([import('../memory/memory-ground.ts'), keptNotes()])
      return memoryGround({ memory, home, store, kept, recall, aside })
    },
    memoryCalls: lazyMemoryCalls(async () => {
      const { MemoryCalls } = await import('../memory/memory-calls.ts')
      return new MemoryCalls({ memory, store, blobs, recall, root, now })
    }),
  }
}
