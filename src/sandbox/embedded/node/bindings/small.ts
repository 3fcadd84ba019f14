/** Bindings of a few lines each: constants, switches that are off, and hooks that nothing calls. */
import { currentFrame, setFrame } from '../async-context.ts'
import { heapMemory } from './heap-memory.ts'
import type { NodeContext } from '../context.ts'
import { sharedArray, UnavailableError } from './binding.ts'
import type { Binding } from './binding.ts'

type Part = (context: NodeContext, binding: Binding) => void

const nothing = (): void => undefined

/** The sandbox's only user. */
const USER = 1000
const UNKNOWN_USER = 1
const UNKNOWN_GROUP = 2

function isKnown(id: unknown): boolean {
  return typeof id === 'number' || id === 'user' || id === 'root' || id === 'nobody' || id === 'nogroup'
}

/** In the form of errors of the system itself, not of libuv. */
function refuse(): never {
  throw Object.assign(new Error('EPERM, Operation not permitted'), {
    errno: 1,
    code: 'EPERM',
    syscall: 'setuid',
  })
}

function temporaryFolder(env: Readonly<Record<string, string>>): string {
  const folder =
    [env['TMPDIR'], env['TMP'], env['TEMP']].find((value) => value !== undefined && value !== '') ?? '/tmp'
  return folder.length > 1 && folder.endsWith('/') ? folder.slice(0, -1) : folder
}

/** Only what it is already. */
function setIdentity(id: unknown): number {
  if (id === USER || id === 'user') return 0
  return isKnown(id) ? refuse() : UNKNOWN_USER
}

/** Called by the library at boot or as a matter of course, and correct as "nothing happens" without an inspector, tracing, reports or a snapshot. */
export const smallBindings: Readonly<Record<string, Part>> = {
  config: (_context, binding) => {
    Object.assign(binding, {
      hasInspector: false,
      fipsMode: false,
      hasTracing: false,
      getDefaultLocale: () => 'en-US',
    })
  },
  mksnapshot: (_context, binding) => {
    Object.assign(binding, {
      setSerializeCallback: nothing,
      setDeserializeCallback: nothing,
      setDeserializeMainFunction: nothing,
    })
  },
  permission: (_context, binding) => {
    // Without --permission native Node answers true; the sandbox's own limits hold regardless.
    binding['has'] = () => true
  },
  trace_events: (_context, binding) => {
    Object.assign(binding, {
      available: false,
      setTraceCategoryStateUpdateHandler: nothing,
      isTraceCategoryEnabled: () => false,
      getEnabledCategories: nothing,
      getCategoryEnabledBuffer: () => new Uint8Array(1),
      trace: nothing,
    })
  },
  wasm_web_api: (_context, binding) => {
    binding['setImplementation'] = nothing
  },
  report: (_context, binding) => {
    let excludesNetwork = false
    Object.assign(binding, {
      // Programs read it to tell one libc from another; here there is none.
      getReport: () => JSON.stringify({ header: {}, sharedObjects: [] }),
      getExcludeNetwork: () => excludesNetwork,
      setExcludeNetwork: (excludes: boolean) => {
        excludesNetwork = excludes
      },
      shouldReportOnUncaughtException: () => false,
      setReportOnUncaughtException: nothing,
    })
  },
  async_context_frame: (_context, binding) => {
    Object.assign(binding, {
      getContinuationPreservedEmbedderData: currentFrame,
      setContinuationPreservedEmbedderData: setFrame,
    })
  },
  symbols: (context, binding) => {
    // One set for all realms: the fs binding and the library must mean the same symbols.
    Object.assign(binding, context.perIsolateSymbols)
    for (const [name, symbol] of Object.entries(context.perIsolateSymbols)) {
      // The library knows these by their short names.
      if (name.endsWith('_symbol')) binding[name.slice(0, -'_symbol'.length)] ??= symbol
    }
  },
  credentials: (context, binding) => {
    const id = () => 1000
    Object.assign(binding, {
      safeGetenv: (name: string) => context.process.env[name],
      getTempDir: () => temporaryFolder(context.process.env),
      getuid: id,
      geteuid: id,
      getgid: id,
      getegid: id,
      getgroups: () => [1000],
      setuid: setIdentity,
      seteuid: setIdentity,
      setgid: setIdentity,
      setegid: setIdentity,
      initgroups: (_user: unknown, group: unknown) => (isKnown(group) ? refuse() : UNKNOWN_GROUP),
      setgroups: (groups: readonly unknown[]) => {
        const unknown = groups.findIndex((group) => !isKnown(group))
        return unknown < 0 ? refuse() : unknown + 1
      },
    })
  },
  sea: (_context, binding) => {
    Object.assign(binding, { isSea: () => false, isExperimentalSeaWarningNeeded: () => false })
  },
  heap_utils: nothing,
  stream_pipe: (_context, binding) => {
    binding['StreamPipe'] = class {
      constructor() {
        throw new UnavailableError('A pipe between two connections')
      }
    }
  },
  internal_only_v8: (_context, binding) => {
    binding['queryObjects'] = () => {
      throw new UnavailableError('v8.queryObjects')
    }
  },
  profiler: (_context, binding) => {
    Object.assign(binding, { setCoverageDirectory: nothing, setSourceMapCacheGetter: nothing })
  },
  v8: (_context, binding) => {
    const statistics = sharedArray(binding, 'heapStatisticsBuffer', Float64Array)
    const place = (name: string): number => Number(binding[name])
    Object.assign(binding, {
      // Only the fields that the engine reports; the others stay 0.
      updateHeapStatisticsBuffer: () => {
        const { used, total, limit } = heapMemory()
        statistics[place('kTotalHeapSizeIndex')] = total
        statistics[place('kTotalPhysicalSizeIndex')] = total
        statistics[place('kTotalAvailableSize')] = limit - used
        statistics[place('kUsedHeapSizeIndex')] = used
        statistics[place('kHeapSizeLimitIndex')] = limit
      },
      cachedDataVersionTag: () => 0,
      isStringOneByteRepresentation: (text: string) => /^[\0-\xff]*$/.test(text),
    })
  },
}
