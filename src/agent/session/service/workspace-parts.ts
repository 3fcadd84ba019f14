/** Parts of the workspace: the sandbox with the open session in it, its files, edits, terminals and secrets. */
import { LocalFolders } from '../local-folder/local-folders.ts'
import { ProjectIdentity } from '../project/identity/project-identity.ts'
import { ProjectTrust } from '../project/project-trust.ts'
import { WithheldOutput } from '../secrets/withheld-output.ts'
import { WorkspaceSecrets } from '../secrets/workspace-secrets.ts'
import { SteeringGate } from '../steering-files/steering-gate.ts'
import { Home } from '../workspace/home.ts'
import { PathSearch } from '../workspace/path-search.ts'
import { ReviewCommit } from '../workspace/review-commit.ts'
import { Terminals } from '../workspace/terminals.ts'
import { StoredResults } from '../workspace/places/stored-results.ts'
import { TextSearch } from '../workspace/text-search.ts'
import { UserEdits } from '../workspace/user-edits.ts'
import { UserFiles } from '../workspace/user-files.ts'
import { Workspace } from '../workspace/workspace.ts'
import type { ServiceHooks, ServiceOptions } from './options.ts'
import type { StoreParts } from './store-parts.ts'

export type WorkspaceParts = ReturnType<typeof createWorkspaceParts>

interface WorkspaceHooks extends Pick<ServiceHooks, 'session' | 'notice' | 'onSandboxEvent'> {
  readonly busy: () => boolean
  /** Variables for the sandbox's programs, as they are when one starts. */
  readonly environment: () => Promise<Readonly<Record<string, string>>>
}

/** Parts that work on the files of the open session. */
export function createWorkspaceParts(
  options: ServiceOptions,
  { blobs, workspaces }: Pick<StoreParts, 'blobs' | 'workspaces'>,
  { session, notice, onSandboxEvent, busy, environment }: WorkspaceHooks,
) {
  const { copies, newId, now } = options
  const secrets = new WorkspaceSecrets(options)
  const withheld = new WithheldOutput(secrets)
  const workspace = new Workspace({
    loggedRoot: () => session()?.facts.root,
    environment,
    onCommandEnd: () => home.touched(),
    showBeside: async (sandbox) => {
      const [atHome, shown] = await Promise.all([home.show(sandbox), results.show(sandbox)])
      return atHome.ok ? shown : atHome
    },
    onState: (state) => notice({ type: 'sandbox', state }),
    onShown: (sandbox) => {
      steering.changes.note()
      void secrets.learn(sandbox, session()?.facts.root)
      // By then whoever waits for the sandbox has it, which this does, too.
      setTimeout(() => {
        void project.tell()
        void identity.settle()
      })
    },
    onEvent: onSandboxEvent,
  })
  const home = new Home({ session, copies })
  const results = new StoredResults({ blobs, session, sandbox: () => workspace.sandbox() })
  const project = new ProjectTrust({
    workspaces,
    sandbox: () => workspace.sandbox(),
    newId,
    onState: (state) => notice({ type: 'project', state }),
  })
  const identity = new ProjectIdentity({
    workspaces,
    blobs,
    sandbox: () => workspace.sandbox(),
    session,
    newId,
    now,
    onQuestion: (question) => notice({ type: 'project_question', question }),
  })
  const files = new UserFiles({
    workspace,
    blobs,
    session,
    busy,
    newId,
    onImportProgress: (progress) => notice({ type: 'import_progress', progress }),
    onImported: () => void identity.settle(),
  })
  const paths = new PathSearch(newId)
  const steering: SteeringGate = new SteeringGate({
    sandbox: () => workspace.sandbox(),
    blobs,
    accepted: workspaces,
    facts: () => session()?.facts,
    emptyRoot: () => workspace.emptyRoot,
    busy,
    onAccepted: () => undefined,
  })
  const edits = new UserEdits({
    files,
    session,
    newId,
    onEdited: (changes, edited) => steering.tookEdits(changes, edited),
  })
  const textSearch = new TextSearch({ files, edits, newId })
  const reviewCommit = new ReviewCommit(files, newId)
  const terminals = new Terminals({ files, newId, around: (line, run) => steering.aroundLine(line, run) })
  const folders = new LocalFolders({
    files,
    blobs,
    steering,
    session: () => {
      const open = session()
      return open && { id: open.id, importRoot: open.facts.importRoot }
    },
    newId,
    onProgress: (progress) => notice({ type: 'import_progress', progress }),
    copies,
  })
  return {
    secrets,
    withheld,
    workspace,
    home,
    results,
    project,
    identity,
    files,
    paths,
    steering,
    edits,
    textSearch,
    reviewCommit,
    terminals,
    folders,
  }
}
