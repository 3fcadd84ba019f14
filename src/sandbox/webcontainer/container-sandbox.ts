/** WebContainer as a sandbox: the contract on a container that has been booted. */
import { writeZip } from '../archive/write-zip.ts'
import type { BlobStore, Sandbox, SandboxDescription } from '../contract/contract.ts'
import { failingOnceDisposed } from '../contract/disposed.ts'
import { fail, ok } from '../contract/errors.ts'
import { History } from '../history/history.ts'
import { Jobs } from '../contract/jobs.ts'
import { HOME } from '../contract/path.ts'
import { ChangedFiles } from '../search/changed-files.ts'
import { FileSearch } from '../search/file-search.ts'
import type { FileView } from '../search/file-view.ts'
import { importArchive } from '../tree/import-archive.ts'
import { archiveSources } from '../tree/memory-archive.ts'
import { MemoryFile } from '../tree/memory-node.ts'
import { ContainerCommands } from './container-commands.ts'
import { ContainerEvents } from './container-events.ts'
import { createFileOperations } from './container-files.ts'
import { workspaceIn } from './container-paths.ts'
import { ContainerPorts } from './container-previews.ts'
import type { ContainerPreviews } from './container-previews.ts'
import { ContainerShells } from './container-shells.ts'
import { HelperClient } from './helper-client.ts'
import type { Container } from './helper-client.ts'
import { WorkspaceMirror } from './workspace-mirror.ts'

/** Everything needed to serve the contract, prepared while the container boots. */
export interface PreparedContainer {
  readonly createSandbox: (blobs: BlobStore) => Sandbox
  readonly previews: ContainerPreviews
}

/** Starts the helper and finds out what the container can do. Rejects with the reason when it cannot serve. */
export async function prepareContainer(container: Container): Promise<PreparedContainer> {
  const workspace = workspaceIn(container.workdir)
  const events = new ContainerEvents()
  let pids = 0
  const shared = {
    workspace,
    nextPid: () => (pids += 1),
    onProcesses: () => {
      events.publish({ type: 'processes_changed', running: runningIn(commands, shells).length })
      events.filesMayHaveChanged()
    },
  }
  const commands: ContainerCommands = new ContainerCommands({ ...shared, helper: () => helper })
  const shells: ContainerShells = new ContainerShells({
    ...shared,
    container,
    directory: (path) => commands.directory(path),
    onEvent: (event) => events.publish(event),
  })
  const ports = new ContainerPorts(container, (open) =>
    events.publish({ type: 'ports_changed', ports: open }),
  )
  const helper: HelperClient = await HelperClient.start(container, {
    workspace,
    home: HOME,
    onCommand: (message) => commands.receive(message),
    onEnd: () => {
      commands.endAll()
      shells.endAll()
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
    openShells: true,
    endDirectory: false,
    readOnlyCommands: false,
    reportsOpened: false,
    resultFiles: false,
    forks: false,
    workspacePath: workspace,
  }
  return {
    createSandbox: (blobs) =>
      createSandbox({ container, helper, commands, shells, ports, events, blobs, description }),
    previews: ports,
  }
}

interface Parts {
  readonly container: Container
  readonly helper: HelperClient
  readonly commands: ContainerCommands
  readonly shells: ContainerShells
  readonly ports: ContainerPorts
  readonly events: ContainerEvents
  readonly blobs: BlobStore
  readonly description: SandboxDescription
}

function createSandbox(parts: Parts): Sandbox {
  const { container, helper, commands, shells, ports, events, blobs, description } = parts
  const mirror: WorkspaceMirror = new WorkspaceMirror(helper, (paths) => {
    changed.add(paths)
    const event = changed.take()
    if (event !== undefined) events.publish(event)
  })
  const history = new History({
    blobs,
    source: () => mirror.workspace(),
    target: mirror.restoreTarget(),
  })
  const view: FileView = {
    find: (path) => mirror.find(path),
    mtimeMs: (file) => (file instanceof MemoryFile ? file.mtimeMs : 0),
  }
  const changed = new ChangedFiles(view)
  const search = new FileSearch(view)
  const jobs = new Jobs()
  const watcher = container.fs.watch('workspace', { recursive: true }, () => events.filesMayHaveChanged())
  events.follow(() => mirror.sync())
  const { workspacePath: workspace } = description
  return failingOnceDisposed({
    ...createFileOperations({ helper, workspace, onChange: () => events.filesMayHaveChanged() }),
    describe: () => Promise.resolve(description),
    importArchive: (request, onProgress) =>
      jobs.run(request.id, (signal) =>
        importArchive(request, { workspace: mirror, history, signal, onProgress }),
      ),
    exportArchive: ({ id, prefix }) =>
      jobs.run(id, () => mirror.inStep(() => ok(writeZip(archiveSources(mirror.workspace()), prefix)))),
    glob: (query) => jobs.run(query.id, (signal) => mirror.inStep(() => search.glob(query, signal))),
    grep: (query) => jobs.run(query.id, (signal) => mirror.inStep(() => search.grep(query, signal))),
    findText: (query) => jobs.run(query.id, (signal) => mirror.inStep(() => search.findText(query, signal))),
    exec: async (request, onOutput) => {
      const { id, shell } = request
      if (commands.has(id) || shells.has(id))
        return fail('exists', `A command with the id "${id}" runs already.`)
      return shell === undefined ? commands.exec(request, onOutput) : shells.run(request, shell, onOutput)
    },
    kill: async (id, signal) => (shells.interrupt(id, signal) ? ok(undefined) : commands.kill(id, signal)),
    cancel: async (id) => {
      jobs.cancel(id)
      if (!shells.interrupt(id, 'SIGKILL')) await commands.kill(id, 'SIGKILL')
    },
    processes: () => Promise.resolve(ok(runningIn(commands, shells))),
    signal: async (target, signal) =>
      shells.signal(target, signal) ? ok(undefined) : commands.signal(target, signal),
    outputTail: async (execId) => {
      const said = commands.outputTail(execId)
      return said.ok ? said : shells.outputTail(execId)
    },
    openedFiles: async () =>
      fail('unsupported', 'WebContainer does not tell which files a command has opened.'),
    openShell: async (request) =>
      commands.has(request.id)
        ? fail('exists', `A command with the id "${request.id}" runs already.`)
        : shells.open(request),
    writeShell: async (id, input) => shells.write(id, input),
    closeShell: async (id) => shells.close(id),
    checkpoint: () => mirror.inStep(() => history.checkpoint()),
    restore: (root) =>
      mirror.inStep(async () => {
        const restored = await history.restore(root)
        return restored.ok ? mirror.flush() : restored
      }),
    diff: (from, to, options) => history.diff(from, to, options),
    showResults: async () => fail('unsupported', 'WebContainer shows no files of the app’s store.'),
    fork: async () =>
      fail(
        'unsupported',
        'WebContainer cannot be forked: there is one container in a page, and all commands run in it.',
        {
          hint: 'Use the embedded sandbox for work on a fork.',
        },
      ),
    usage: () =>
      mirror.inStep(() => ok({ ...mirror.usage(), processes: runningIn(commands, shells).length })),
    subscribe: (listener) => events.subscribe(listener),
    dispose: async () => {
      jobs.cancelAll()
      events.close()
      watcher.close()
      commands.endAll()
      shells.endAll()
      ports.close()
      helper.dispose()
      container.teardown()
    },
  })
}

function runningIn(commands: ContainerCommands, shells: ContainerShells) {
  return [...commands.processes(), ...shells.processes()]
}
