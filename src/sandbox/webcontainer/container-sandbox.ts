/** WebContainer as a sandbox: the contract on a container that has been booted. */
import { readZip } from '../archive/read-zip.ts'
import { writeZip } from '../archive/write-zip.ts'
import type {
  BlobStore,
  ImportProgress,
  ImportRequest,
  ImportSummary,
  Sandbox,
  SandboxDescription,
} from '../contract.ts'
import { fail, ok } from '../errors.ts'
import type { Result } from '../errors.ts'
import { History } from '../history/history.ts'
import { Jobs } from '../jobs.ts'
import { HOME } from '../path.ts'
import { FileSearch } from '../search/file-search.ts'
import { archiveSources, treeOfArchive } from '../tree/memory-archive.ts'
import { MemoryFile } from '../tree/memory-node.ts'
import { ContainerCommands, noShell, noShells } from './container-commands.ts'
import { ContainerEvents } from './container-events.ts'
import { createFileOperations } from './container-files.ts'
import { workspaceIn } from './container-paths.ts'
import { HelperClient } from './helper-client.ts'
import type { Container } from './helper-client.ts'
import { WorkspaceMirror } from './workspace-mirror.ts'

/** What it takes to serve the contract, made ready while the container boots. */
export interface PreparedContainer {
  readonly createSandbox: (blobs: BlobStore) => Sandbox
}

/** Starts the helper and finds out what the container can do. Rejects with the reason when it cannot serve. */
export async function prepareContainer(container: Container): Promise<PreparedContainer> {
  const workspace = workspaceIn(container.workdir)
  const events = new ContainerEvents()
  const commands: ContainerCommands = new ContainerCommands({
    helper: () => helper,
    workspace,
    onProcesses: (running) => {
      events.publish({ type: 'processes_changed', running })
      events.filesMayHaveChanged()
    },
  })
  const helper: HelperClient = await HelperClient.start(container, {
    workspace,
    home: HOME,
    onCommand: (message) => commands.receive(message),
    onEnd: () => {
      commands.endAll()
      events.publish({ type: 'crashed', message: 'The WebContainer has ended.' })
    },
  })
  const able = await helper.call('hello')
  if (!able.ok) throw new Error(able.error.message)
  const { keepsModes, keepsLinks } = able.value
  if (!keepsModes || !keepsLinks)
    throw new Error(
      `This WebContainer does not keep ${keepsModes ? 'symbolic links' : 'the modes of files'}, so a workspace could not come back from it as it was.`,
    )
  const description: SandboxDescription = {
    backend: 'webcontainer',
    // Programs in it reach the network.
    contained: false,
    separateStderr: true,
    shell: true,
    openShells: false,
    endDirectory: false,
    workspacePath: workspace,
  }
  return {
    createSandbox: (blobs) => createSandbox({ container, helper, commands, events, blobs, description }),
  }
}

interface Parts {
  readonly container: Container
  readonly helper: HelperClient
  readonly commands: ContainerCommands
  readonly events: ContainerEvents
  readonly blobs: BlobStore
  readonly description: SandboxDescription
}

function createSandbox({ container, helper, commands, events, blobs, description }: Parts): Sandbox {
  const mirror = new WorkspaceMirror(helper, (paths) => events.filesChanged(paths))
  const history = new History({
    blobs,
    source: () => mirror.workspace(),
    target: mirror.restoreTarget(),
  })
  const search = new FileSearch({
    find: (path) => mirror.find(path),
    mtimeMs: (file) => (file instanceof MemoryFile ? file.mtimeMs : 0),
  })
  const jobs = new Jobs()
  const watcher = container.fs.watch('workspace', { recursive: true }, () => events.filesMayHaveChanged())
  events.follow(() => mirror.sync())
  let disposed = false

  /** Runs `action` unless the container is gone. */
  const alive = async <T>(action: () => Result<T> | Promise<Result<T>>): Promise<Result<T>> =>
    disposed
      ? fail('disposed', 'The WebContainer has been shut down.', { hint: 'Boot another one.' })
      : action()
  /** As `alive`, on an up-to-date copy of the workspace. */
  const inStep = <T>(action: () => Result<T> | Promise<Result<T>>) => alive(() => mirror.inStep(action))

  const files = createFileOperations({
    helper,
    workspace: description.workspacePath,
    onChange: () => events.filesMayHaveChanged(),
  })
  const guarded = Object.entries(files).map(([name, operation]) => [
    name,
    (...args: unknown[]) => alive(() => Reflect.apply(operation, files, args)),
  ])
  return {
    // The same methods with the same results, or a failure, which each of them may give.
    ...(Object.fromEntries(guarded) as typeof files),
    describe: () => Promise.resolve(description),
    importArchive: (request, onProgress) =>
      alive(() =>
        jobs.run(request.id, (signal) => importArchive({ request, onProgress, signal, mirror, history })),
      ),
    exportArchive: ({ id, prefix }) =>
      alive(() =>
        jobs.run(id, () => mirror.inStep(() => ok(writeZip(archiveSources(mirror.workspace()), prefix)))),
      ),
    glob: (query) =>
      alive(() => jobs.run(query.id, (signal) => mirror.inStep(() => search.glob(query, signal)))),
    grep: (query) =>
      alive(() => jobs.run(query.id, (signal) => mirror.inStep(() => search.grep(query, signal)))),
    exec: (request, onOutput) => alive(() => commands.exec(request, onOutput)),
    kill: (id, signal) => alive(() => commands.kill(id, signal)),
    cancel: async (id) => {
      jobs.cancel(id)
      await commands.kill(id, 'SIGKILL')
    },
    processes: () => alive(() => ok(commands.processes())),
    signal: (target, signal) => alive(() => commands.signal(target, signal)),
    outputTail: (execId) => alive(() => commands.outputTail(execId)),
    openShell: () => alive(noShells),
    writeShell: (id) => alive(() => noShell(id)),
    closeShell: (id) => alive(() => noShell(id)),
    checkpoint: () => inStep(() => history.checkpoint()),
    restore: (root) =>
      inStep(async () => {
        const restored = await history.restore(root)
        return restored.ok ? mirror.flush() : restored
      }),
    diff: (from, to) => alive(() => history.diff(from, to)),
    usage: () => inStep(() => ok({ ...mirror.usage(), processes: commands.processes().length })),
    subscribe: (listener) => events.subscribe(listener),
    dispose: async () => {
      if (disposed) return
      disposed = true
      jobs.cancelAll()
      events.close()
      watcher.close()
      commands.endAll()
      helper.dispose()
      container.teardown()
    },
  }
}

interface Import {
  readonly request: ImportRequest
  readonly onProgress: ((progress: ImportProgress) => void) | undefined
  readonly signal: AbortSignal
  readonly mirror: WorkspaceMirror
  readonly history: History
}

/** Unpacked and stored here first; the container's files are touched when nothing can be wrong with them any more. */
async function importArchive(job: Import): Promise<Result<ImportSummary>> {
  const { request, onProgress, signal, mirror, history } = job
  const unpacked = await readZip(request.data, { signal, onProgress })
  if (!unpacked.ok) return unpacked
  const { entries, folder, files, bytes } = unpacked.value
  onProgress?.({ phase: 'storing', filesDone: 0, filesTotal: files, bytesDone: 0, bytesTotal: bytes })
  const workspace = treeOfArchive(entries).workspace()
  const stored = await history.store(workspace)
  if (!stored.ok) return stored
  return mirror.inStep(async () => {
    if (signal.aborted) return fail('cancelled', 'The import was cancelled; nothing was changed.')
    const replaced = await mirror.replace(workspace)
    if (!replaced.ok) return replaced
    const checkpoint = await history.checkpoint()
    if (!checkpoint.ok) return checkpoint
    onProgress?.({
      phase: 'storing',
      filesDone: files,
      filesTotal: files,
      bytesDone: bytes,
      bytesTotal: bytes,
    })
    const { root } = checkpoint.value
    return ok({ files, bytes, root, ...(folder === undefined ? {} : { name: folder }) })
  })
}
