/**
 * The embedded back end: the sandbox contract on a file system and processes of our own. It runs no user code and
 * never blocks; programs run in workers of their own (`process/`).
 */
import type {
  BlobStore,
  ForkRequest,
  FrameKind,
  OpenedFile,
  OutputTail,
  ProcessTarget,
  ResultFile,
  Sandbox,
  SandboxDescription,
  SandboxEvent,
  ShellInput,
  ShellRequest,
} from '../contract/contract.ts'
import { failingOnceDisposed } from '../contract/disposed.ts'
import { NO_EGRESS, type Egress } from '../contract/egress.ts'
import { fail, ok } from '../contract/errors.ts'
import type { Result } from '../contract/errors.ts'
import { Forks } from '../contract/forks.ts'
import { History } from '../history/history.ts'
import type { TreeSourceNode } from '../history/tree-source.ts'
import { Jobs } from '../contract/jobs.ts'
import { CHANGE_EVENT_DELAY_MS } from '../contract/limits.ts'
import { resolve, WORKSPACE_ROOT } from '../contract/path.ts'
import { attempt } from './errno-result.ts'
import { createRestoreTarget } from './restore-target.ts'
import { createFileOperations } from './sandbox-files.ts'
import { removeStaging } from './staging.ts'
import { ChangedFiles } from '../search/changed-files.ts'
import type { FileSearch } from '../search/file-search.ts'
import type { FileView } from '../search/file-view.ts'
import type { ChangeLog } from './vfs/change-log.ts'
import { FileNode } from './vfs/inode.ts'
import { ResultFiles } from './vfs/result-files.ts'
import type { Vfs } from './vfs/vfs.ts'

/** The process half of the contract, as `process/` offers it. */
export interface ProcessOperations extends Pick<Sandbox, 'exec'> {
  /** False when nothing runs under that id. */
  kill(id: string, signal: Parameters<Sandbox['kill']>[1]): boolean
  /** False when it hits nothing. */
  signal(target: ProcessTarget, signal: Parameters<Sandbox['kill']>[1]): boolean
  outputTail(execId: string): Result<OutputTail>
  openedFiles(execId: string): readonly OpenedFile[]
  /** The withheld file that a node is, or was written from. */
  withheldPath(node: FileNode): string | undefined
  openShell(request: ShellRequest): Result<void>
  writeShell(id: string, input: ShellInput): Result<void>
  /** False when there is no such shell. */
  closeShell(id: string): boolean
  list(): Awaited<ReturnType<Sandbox['processes']>> extends Result<infer T> ? T : never
  /** Told whenever a process begins or ends. */
  onChange(listener: (running: number) => void): void
  /** Told which ports are listened at, whenever one opens or closes. */
  onPorts(listener: (ports: readonly number[]) => void): void
  /** Told what happens at terminals. */
  onShell(listener: (event: SandboxEvent) => void): void
  /** Processes over a fork of the files, to be made at once with it. They end by themselves, and before these. */
  fork(vfs: Vfs, options: { readonly id: string; readonly egress: Egress }): ProcessOperations
  dispose(): void
}

export interface KernelOptions {
  readonly vfs: Vfs
  readonly blobs: BlobStore
  readonly processes: ProcessOperations
  /** Kind of its frame, if it is in one. */
  readonly frame?: FrameKind | undefined
  /** Present in a fork. */
  readonly origin?: {
    readonly history: History
    /** For forks of its own. */
    readonly forks: Forks
    /** Files at `/results` when it began. */
    readonly results: readonly ResultFile[]
  }
}

const NO_PATHS = { paths: [], total: 0 }
const DESCRIPTION: SandboxDescription = {
  backend: 'embedded',
  contained: true,
  separateStderr: true,
  shell: true,
  openShells: true,
  endDirectory: true,
  readOnlyCommands: true,
  reportsOpened: true,
  resultFiles: true,
  forks: true,
  workspacePath: WORKSPACE_ROOT,
}

export function createKernel({ vfs, blobs, processes, frame, origin }: KernelOptions): Sandbox {
  const tree = { source: () => vfs.tree(WORKSPACE_ROOT), target: createRestoreTarget(vfs) }
  const history = origin ? origin.history.fork(tree) : new History({ blobs, ...tree })
  const view = viewOf(vfs, processes)
  const search = createSearch(view)
  const results = new ResultFiles(vfs, blobs)
  let shown = origin?.results ?? []
  // The copied ones would be fetched through the parent, and a search would not know that they have to be.
  if (shown.length > 0) results.show(shown)
  const forks = origin?.forks ?? Forks.none()
  const jobs = new Jobs()
  const events = new Events(vfs, view, processes)
  return failingOnceDisposed({
    ...createFileOperations(vfs, (node) => processes.withheldPath(node)),
    glob: (query) =>
      jobs.run(query.id, async (signal) => {
        if (isEmptyDirectory(view.find(resolve(query.path ?? WORKSPACE_ROOT)))) return ok(NO_PATHS)
        const { findPaths } = await import('../search/find-paths.ts')
        return findPaths(view, query, signal)
      }),
    grep: (query) =>
      jobs.run(query.id, async (signal) => {
        await results.fetchFor(resolve(query.path ?? WORKSPACE_ROOT))
        return (await search()).grep(query, signal)
      }),
    findText: (query) => jobs.run(query.id, async (signal) => (await search()).findText(query, signal)),
    describe: () => Promise.resolve({ ...DESCRIPTION, ...(frame === undefined ? {} : { frame }) }),
    importArchive: (request, onProgress) =>
      jobs.run(request.id, async (signal) => {
        const { importArchive } = await import('./sandbox-archives.ts')
        return importArchive(request, { vfs, history, signal, onProgress })
      }),
    exportArchive: async ({ prefix }) => {
      const { exportArchive } = await import('./sandbox-archives.ts')
      return exportArchive(vfs, prefix)
    },
    exec: (request, onOutput) => processes.exec(request, onOutput),
    kill: (id, signal) => {
      if (processes.kill(id, signal)) return Promise.resolve(ok(undefined))
      return Promise.resolve(fail('not_found', `Nothing runs under the id "${id}".`))
    },
    cancel: (id) => {
      if (!processes.kill(id, 'SIGKILL')) jobs.cancel(id)
      return Promise.resolve()
    },
    processes: () => Promise.resolve(ok(processes.list())),
    signal: (target, signal) => {
      if (processes.signal(target, signal)) return Promise.resolve(ok(undefined))
      return Promise.resolve(fail('not_found', 'There is no such process.'))
    },
    outputTail: (execId) => Promise.resolve(processes.outputTail(execId)),
    openedFiles: (execId) => Promise.resolve(ok(processes.openedFiles(execId))),
    openShell: (request) => Promise.resolve(processes.openShell(request)),
    writeShell: (id, input) => Promise.resolve(processes.writeShell(id, input)),
    closeShell: (id) => {
      if (processes.closeShell(id)) return Promise.resolve(ok(undefined))
      return Promise.resolve(fail('not_found', `There is no shell with the id "${id}".`))
    },
    checkpoint: () => {
      events.tellFiles()
      return history.checkpoint()
    },
    restore: (root) => history.restore(root),
    diff: (from, to, options) => history.diff(from, to, options),
    showResults: (files) => {
      const outcome = results.show(files)
      if (outcome.ok) shown = files
      return Promise.resolve(outcome)
    },
    fork: (request) =>
      Promise.resolve(
        forks.begin(request, (inner) => {
          const files = forkFiles(vfs, request)
          if (!files.ok) return files
          const { id, egress = NO_EGRESS } = request
          const own = {
            vfs: files.value,
            blobs: request.blobs ?? blobs,
            processes: processes.fork(files.value, { id, egress }),
          }
          return ok(createKernel({ ...own, frame, origin: { history, forks: inner, results: shown } }))
        }),
      ),
    usage: () => {
      const { files, bytes } = vfs.volume.quota
      return Promise.resolve(ok({ files, bytes, processes: processes.list().length }))
    },
    subscribe: (listener) => events.subscribe(listener),
    dispose: async () => {
      const ended = forks.disposeAll()
      jobs.cancelAll()
      events.close()
      processes.dispose()
      await ended
      if (origin !== undefined) vfs.release()
    },
  })
}

function forkFiles(vfs: Vfs, { id }: ForkRequest): Result<Vfs> {
  const forked = attempt('Forking', '/', () => {
    const files = vfs.fork()
    try {
      removeStaging(files)
      return files
    } catch (error) {
      files.release()
      throw error
    }
  })
  if (forked.ok || forked.error.kind !== 'limit') return forked
  return fail(
    'limit',
    `The fork "${id}" cannot begin: the sandbox and its forks take all the room for files.`,
    {
      hint: 'Remove files that are no longer needed, or end forks.',
    },
  )
}

/** Loaded when it is first wanted, as the archives are: the kernel starts without them. */
function createSearch(view: FileView): () => Promise<FileSearch> {
  let search: FileSearch | undefined
  return async () => {
    const { FileSearch: Search } = await import('../search/file-search.ts')
    search ??= new Search(view)
    return search
  }
}

function viewOf(vfs: Vfs, { withheldPath }: Pick<ProcessOperations, 'withheldPath'>): FileView {
  return {
    isWithheld: (file) => file instanceof FileNode && withheldPath(file) !== undefined,
    find: (path) => findNode(vfs, path),
    mtimeMs: (file) => (file instanceof FileNode ? file.times.mtimeMs : 0),
  }
}

/** As the workspace of a session that begins, where nothing need be loaded to find nothing. */
function isEmptyDirectory(node: TreeSourceNode | undefined): boolean {
  return node?.kind === 'directory' && node.children().length === 0
}

function findNode(vfs: Vfs, path: string): TreeSourceNode | undefined {
  const found = attempt('Looking at', path, () => vfs.locate(path, 'target').node)
  return found.ok && found.value?.kind !== 'character' ? found.value : undefined
}

/** Batches sandbox events: a build that writes a thousand files is one event. */
class Events {
  readonly #listeners = new Set<(event: SandboxEvent) => void>()
  readonly #log: ChangeLog
  readonly #changes: ChangedFiles
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(vfs: Vfs, view: FileView, processes: ProcessOperations) {
    this.#log = vfs.volume.changes
    this.#changes = new ChangedFiles(view)
    // Changes before anybody listened are no news, and a log that is not empty never has a first entry.
    this.#log.take()
    this.#log.follow({
      first: () => (this.#timer ??= setTimeout(() => this.tellFiles(), CHANGE_EVENT_DELAY_MS)),
      full: () => this.#changes.add(this.#log.take()),
    })
    processes.onChange((running) => this.#publish({ type: 'processes_changed', running }))
    processes.onPorts((ports) => this.#publish({ type: 'ports_changed', ports }))
    processes.onShell((event) => this.#publish(event))
  }

  subscribe(listener: (event: SandboxEvent) => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** The changes that have been gathered, without waiting for more. */
  tellFiles(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#changes.add(this.#log.take())
    const event = this.#changes.take()
    if (event !== undefined) this.#publish(event)
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#listeners.clear()
  }

  #publish(event: SandboxEvent): void {
    for (const listener of this.#listeners) listener(event)
  }
}
