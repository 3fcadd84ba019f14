import { writeZip } from '../archive/write-zip.ts'
import type { BlobStore, Sandbox, SandboxDescription, SandboxEvent } from '../contract/contract.ts'
import { failingOnceDisposed } from '../contract/disposed.ts'
import { fail, ok } from '../contract/errors.ts'
import { Forks } from '../contract/forks.ts'
import { History } from '../history/history.ts'
import { Jobs } from '../contract/jobs.ts'
import { WORKSPACE_ROOT } from '../contract/path.ts'
import { ChangedFiles } from '../search/changed-files.ts'
import { FileSearch } from '../search/file-search.ts'
import type { FileView } from '../search/file-view.ts'
import type { Command } from './command.ts'
import { MemoryExec } from './memory-exec.ts'
import { importArchive } from '../tree/import-archive.ts'
import type { ReplaceableWorkspace } from '../tree/import-archive.ts'
import { archiveSources } from '../tree/memory-archive.ts'
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
  readOnlyCommands: false,
  reportsOpened: false,
  resultFiles: false,
  forks: true,
  workspacePath: WORKSPACE_ROOT,
}

/** The whole contract without a browser, for unit tests. Files are real; commands are functions. */
export function createMemorySandbox(options: MemorySandboxOptions): Sandbox {
  const treeOf = (onChange: (path: string) => void) => new MemoryTree(options.now ?? Date.now, onChange)
  return createSandbox(options, treeOf, Forks.none())
}

function createSandbox(
  options: MemorySandboxOptions,
  treeOf: (onChange: (path: string) => void) => MemoryTree,
  forks: Forks,
): Sandbox {
  const now = options.now ?? Date.now
  const tree: MemoryTree = treeOf((path) => events.fileChanged(path))
  const view: FileView = {
    find: (path) => {
      const found = find(tree.root, path, { doing: 'search' })
      return found.ok ? found.value.node : undefined
    },
    mtimeMs: (file) => (file instanceof MemoryFile ? file.mtimeMs : 0),
  }
  const events = new Events(view)
  const exec = new MemoryExec({
    files: tree,
    commands: options.commands ?? {},
    now,
    onProcessesChanged: (running) => events.emit({ type: 'processes_changed', running }),
  })
  const source = () => tree.workspace()
  const history = new History({ blobs: options.blobStore, source, target: restoreInto(tree) })
  const search = new FileSearch(view)
  const workspace: ReplaceableWorkspace = {
    inStep: (work) => work(),
    replace: async (directory) => ok(tree.replaceWorkspace(directory)),
  }
  const jobs = new Jobs()

  return failingOnceDisposed({
    describe: async () => DESCRIPTION,
    stat: async (path, { noFollow } = {}) => tree.stat(path, noFollow),
    readFile: async (path) => tree.readFile(path),
    readFiles: async (paths) => ok(paths.map((path) => tree.readFile(path))),
    writeFile: async (request) => tree.writeFile(request),
    writeFiles: async (requests) => tree.writeFiles(requests),
    list: async (path) => tree.list(path),
    makeDirectory: async (path) => tree.makeDirectory(path),
    remove: async (path, { recursive } = {}) => tree.remove(path, recursive),
    rename: async (from, to) => tree.rename(from, to),
    symlink: async (target, path) => tree.symlink(target, path),
    readLink: async (path) => tree.readLink(path),
    setMode: async (path, mode) => tree.setMode(path, mode),
    importArchive: (request, onProgress) =>
      jobs.run(request.id, (signal) => importArchive(request, { signal, onProgress, history, workspace })),
    exportArchive: ({ id, prefix }) =>
      jobs.run(id, async () => ok(writeZip(archiveSources(tree.workspace()), prefix))),
    glob: (query) => jobs.run(query.id, (signal) => search.glob(query, signal)),
    grep: (query) => jobs.run(query.id, (signal) => search.grep(query, signal)),
    findText: (query) => jobs.run(query.id, (signal) => search.findText(query, signal)),
    exec: (request, onOutput) => exec.exec(request, onOutput),
    kill: async (id, signal) => exec.kill(id, signal),
    cancel: async (id) => {
      jobs.cancel(id)
      exec.kill(id, 'SIGKILL')
    },
    processes: async () => ok(exec.processes()),
    signal: async (target, signal) => exec.signal(target, signal),
    outputTail: async (execId) => exec.outputTail(execId),
    openedFiles: async () =>
      fail('unsupported', 'The in-memory sandbox does not know which files were opened.'),
    openShell: async () => fail('unsupported', 'The in-memory sandbox has no shells that stay.'),
    writeShell: async (id) => fail('not_found', `There is no shell with the id "${id}".`),
    closeShell: async (id) => fail('not_found', `There is no shell with the id "${id}".`),
    checkpoint: () => history.checkpoint(),
    restore: (root) => history.restore(root),
    diff: (from, to, options) => history.diff(from, to, options),
    showResults: async () => fail('unsupported', 'The in-memory sandbox shows no files of the app’s store.'),
    fork: async (request) => {
      const own = { ...options, blobStore: request.blobs ?? options.blobStore }
      return forks.begin(request, (inner) => ok(createSandbox(own, (onChange) => tree.copy(onChange), inner)))
    },
    usage: async () => ok({ ...tree.usage(), processes: exec.processes().length }),
    subscribe: (listener) => events.subscribe(listener),
    dispose: async () => {
      const ended = forks.disposeAll()
      exec.killAll()
      jobs.cancelAll()
      await ended
    },
  })
}

/** Tells listeners, files in batches: all changes of one turn of the event loop make one event. */
class Events {
  readonly #listeners = new Set<(event: SandboxEvent) => void>()
  readonly #changed = new Set<string>()
  readonly #files: ChangedFiles

  constructor(view: FileView) {
    this.#files = new ChangedFiles(view)
  }

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
    this.#files.add([...this.#changed])
    this.#changed.clear()
    const event = this.#files.take()
    if (event !== undefined) this.emit(event)
  }
}
