import { readZip } from '../archive/read-zip.ts'
import { writeZip } from '../archive/write-zip.ts'
import type {
  BlobStore,
  ExecRequest,
  GlobQuery,
  GrepQuery,
  ImportProgress,
  ImportRequest,
  ImportSummary,
  OnOutput,
  Sandbox,
  SandboxDescription,
  SandboxEvent,
} from '../contract.ts'
import { fail, ok, type Result } from '../errors.ts'
import { History } from '../history/history.ts'
import { Jobs } from '../jobs.ts'
import { CHANGE_EVENT_MAX_PATHS } from '../limits.ts'
import { WORKSPACE_ROOT } from '../path.ts'
import { FileSearch } from '../search/file-search.ts'
import type { Command } from './command.ts'
import { MemoryExec } from './memory-exec.ts'
import { archiveSources, treeOfArchive } from '../tree/memory-archive.ts'
import { find } from '../tree/memory-lookup.ts'
import { MemoryFile } from '../tree/memory-node.ts'
import { restoreInto } from '../tree/memory-restore.ts'
import { MemoryTree } from '../tree/memory-tree.ts'

export interface MemorySandboxOptions {
  readonly blobStore: BlobStore
  /** Commands besides the builtins of `command.ts`. */
  readonly commands?: Readonly<Record<string, Command>>
  readonly now?: () => number
}

const DESCRIPTION: SandboxDescription = {
  backend: 'memory',
  contained: true,
  separateStderr: true,
  shell: true,
  openShells: false,
  endDirectory: true,
  workspacePath: WORKSPACE_ROOT,
}

/** The whole contract without a browser, for unit tests. Files are real; commands are functions. */
export function createMemorySandbox(options: MemorySandboxOptions): Sandbox {
  const now = options.now ?? Date.now
  const events = new Events()
  const tree = new MemoryTree(now, (path) => events.fileChanged(path))
  const exec = new MemoryExec({
    files: tree,
    commands: options.commands ?? {},
    now,
    onProcessesChanged: (running) => events.emit({ type: 'processes_changed', running }),
  })
  const source = () => tree.workspace()
  const history = new History({ blobs: options.blobStore, source, target: restoreInto(tree) })
  const search = new FileSearch({
    find: (path) => {
      const found = find(tree.root, path, { doing: 'search' })
      return found.ok ? found.value.node : undefined
    },
    mtimeMs: (file) => (file instanceof MemoryFile ? file.mtimeMs : 0),
  })
  const jobs = new Jobs()
  let disposed = false

  /** Runs `action` unless the sandbox is gone. */
  const alive = async <T>(action: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> =>
    disposed ? fail('disposed', 'The sandbox has been closed.', { hint: 'Boot another one.' }) : action()

  return {
    describe: async () => DESCRIPTION,
    stat: (path, { noFollow } = {}) => alive(() => tree.stat(path, noFollow)),
    readFile: (path) => alive(() => tree.readFile(path)),
    readFiles: (paths) => alive(() => ok(paths.map((path) => tree.readFile(path)))),
    writeFile: (request) => alive(() => tree.writeFile(request)),
    writeFiles: (requests) => alive(() => tree.writeFiles(requests)),
    list: (path) => alive(() => tree.list(path)),
    makeDirectory: (path) => alive(() => tree.makeDirectory(path)),
    remove: (path, { recursive } = {}) => alive(() => tree.remove(path, recursive)),
    rename: (from, to) => alive(() => tree.rename(from, to)),
    symlink: (target, path) => alive(() => tree.symlink(target, path)),
    readLink: (path) => alive(() => tree.readLink(path)),
    setMode: (path, mode) => alive(() => tree.setMode(path, mode)),
    importArchive: (request, onProgress) =>
      alive(() =>
        jobs.run(request.id, (signal) => importArchive({ request, onProgress, signal, tree, history })),
      ),
    exportArchive: (request) =>
      alive(() =>
        jobs.run(request.id, async () => ok(writeZip(archiveSources(tree.workspace()), request.prefix))),
      ),
    glob: (query: GlobQuery) => alive(() => jobs.run(query.id, (signal) => search.glob(query, signal))),
    grep: (query: GrepQuery) => alive(() => jobs.run(query.id, (signal) => search.grep(query, signal))),
    exec: (request: ExecRequest, onOutput?: OnOutput) => alive(() => exec.exec(request, onOutput)),
    kill: (id, signal) => alive(() => exec.kill(id, signal)),
    async cancel(id) {
      jobs.cancel(id)
      exec.kill(id, 'SIGKILL')
    },
    processes: () => alive(() => ok(exec.processes())),
    signal: (target, signal) => alive(() => exec.signal(target, signal)),
    outputTail: (execId) => alive(() => exec.outputTail(execId)),
    openShell: () => alive(() => fail('unsupported', 'The in-memory sandbox has no shells that stay.')),
    writeShell: (id) => alive(() => fail('not_found', `There is no shell with the id "${id}".`)),
    closeShell: (id) => alive(() => fail('not_found', `There is no shell with the id "${id}".`)),
    checkpoint: () => alive(() => history.checkpoint()),
    restore: (root) => alive(() => history.restore(root)),
    diff: (from, to) => alive(() => history.diff(from, to)),
    usage: () => alive(() => ok({ ...tree.usage(), processes: exec.processes().length })),
    subscribe: (listener) => events.subscribe(listener),
    async dispose() {
      disposed = true
      exec.killAll()
      jobs.cancelAll()
    },
  }
}

/** Tells listeners, files in batches: all changes of one turn of the event loop make one event. */
class Events {
  readonly #listeners = new Set<(event: SandboxEvent) => void>()
  readonly #changed = new Set<string>()

  subscribe(listener: (event: SandboxEvent) => void): () => void {
    // Wrapped, so that one function can subscribe twice.
    const own = (event: SandboxEvent): void => listener(event)
    this.#listeners.add(own)
    return () => this.#listeners.delete(own)
  }

  emit(event: SandboxEvent): void {
    for (const listener of [...this.#listeners]) listener(event)
  }

  fileChanged(path: string): void {
    if (this.#changed.size === 0) queueMicrotask(() => this.#flush())
    this.#changed.add(path)
  }

  #flush(): void {
    const paths = [...this.#changed]
    this.#changed.clear()
    const overflow = paths.length > CHANGE_EVENT_MAX_PATHS
    this.emit({ type: 'files_changed', paths: paths.slice(0, CHANGE_EVENT_MAX_PATHS), overflow })
  }
}

interface Import {
  readonly request: ImportRequest
  readonly onProgress: ((progress: ImportProgress) => void) | undefined
  readonly signal: AbortSignal
  readonly tree: MemoryTree
  readonly history: History
}

async function importArchive({
  request,
  onProgress,
  signal,
  tree,
  history,
}: Import): Promise<Result<ImportSummary>> {
  const unpacked = await readZip(request.data, { signal, onProgress })
  if (!unpacked.ok) return unpacked
  const { entries, folder, files, bytes } = unpacked.value
  onProgress?.({ phase: 'storing', filesDone: 0, filesTotal: files, bytesDone: 0, bytesTotal: bytes })
  const workspace = treeOfArchive(entries).workspace()
  const stored = await history.store(workspace)
  if (!stored.ok) return stored
  if (signal.aborted) return fail('cancelled', 'The import was cancelled; nothing was changed.')
  tree.replaceWorkspace(workspace)
  const checkpoint = await history.checkpoint()
  if (!checkpoint.ok) return checkpoint
  onProgress?.({ phase: 'storing', filesDone: files, filesTotal: files, bytesDone: bytes, bytesTotal: bytes })
  return ok({ files, bytes, root: checkpoint.value.root, ...(folder === undefined ? {} : { name: folder }) })
}
