/** Parts of a service, each with its dependencies on the others and on the open session. */
import type { Sandbox, SandboxEvent } from '../../../sandbox/contract/contract.ts'
import type { Egress } from '../../../sandbox/contract/egress.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { OpenedSession } from '../../protocol/opened-session.ts'
import type { TabNotice } from '../../protocol/tab-notice.ts'
import type { Backups } from '../backup/backups.ts'
import { IdbBlobStore } from '../contents/blob-store.ts'
import { BrowserLink } from '../workspace/browser-link.ts'
import { ContentFiles } from '../contents/content-files.ts'
import { MOVE_PAUSE_MS } from '../contents/limits.ts'
import type { Database } from '../store/database.ts'
import { EgressRequests } from '../asking/egress-requests.ts'
import { Home } from '../workspace/home.ts'
import type { JournalPlace } from '../journal/contract.ts'
import { Library } from './library.ts'
import type { SecondCopy } from '../journal/second-copy.ts'
import { LocalFolders } from '../local-folder/local-folders.ts'
import { LocalModels } from '../local-models/local-models.ts'
import { SessionEgress } from '../asking/session-egress.ts'
import type { Network } from '../asking/session-egress.ts'
import { PageErrors } from '../workspace/page-errors.ts'
import { PendingPermissions } from '../asking/pending-permissions.ts'
import { ProjectTrust } from '../project/project-trust.ts'
import { PendingQuestions } from '../asking/pending-questions.ts'
import { ReviewCommit } from '../workspace/review-commit.ts'
import { StorageRoom } from '../reserve/storage-room.ts'
import type { Reserve } from '../reserve/reserve.ts'
import { Replays } from '../replay/replays.ts'
import { RunController } from '../run/run-controller.ts'
import type { Redactor } from '../../redact/redactor.ts'
import type { RunParts } from '../run/run-context.ts'
import type { Session } from '../log/session.ts'
import { Sharing } from '../sharing/sharing.ts'
import type { SmallValues } from '../secrets/small-values.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import { SessionSearch } from '../search/session-search.ts'
import { ContentUse } from '../store/content-use.ts'
import { SteeringGate } from '../steering-files/steering-gate.ts'
import { Storage } from '../storage/storage.ts'
import { PathSearch } from '../workspace/path-search.ts'
import { TextSearch } from '../workspace/text-search.ts'
import { Terminals } from '../workspace/terminals.ts'
import { Timeline } from '../time/timeline.ts'
import { UsageLedger } from '../store/usage-ledger.ts'
import { UserEdits } from '../workspace/user-edits.ts'
import { UserFiles } from '../workspace/user-files.ts'
import { Workspace } from '../workspace/workspace.ts'
import { WithheldOutput } from '../secrets/withheld-output.ts'
import { WorkspaceSecrets } from '../secrets/workspace-secrets.ts'
import { WorkspaceStore } from '../workspace/workspace-store.ts'

export interface ServiceOptions {
  readonly database: Database
  readonly values: SmallValues
  /** Second copies of small values; absent where they are in databases alone. */
  readonly copies?: ValueCopies | undefined
  readonly locks: LockManager
  /** Absent where the browser has no files for this page. */
  readonly secondCopy?: SecondCopy | undefined
  /** Absent where there is no second copy. */
  readonly reserve?: Reserve | undefined
  /** Sessions that the browser had lost, and that are there again since this start. */
  readonly broughtBack?: number
  /** Place of the contents of workspaces; undefined: in the database. */
  readonly contents?: JournalPlace | undefined
  /** Whether any of it outlives the tab; where not, the page is told. */
  readonly isKept: boolean
  readonly now: () => number
  readonly newId: () => string
  readonly appVersion: string
  /** Speaks the sandbox contract over a port; the blob store and the gate go the other way. */
  readonly connectSandbox: (
    port: MessagePort,
    parts: { readonly blobs: IdbBlobStore; readonly egress: Egress },
  ) => Promise<Result<Sandbox>>
  readonly network: Network
  readonly parts: RunParts
  /** Cleans what is stored. It knows the user's keys before the first event is. */
  readonly redactor: Redactor
  /** Settles when the redactor knows the person's own keys; before that nothing is written. */
  readonly secretsKnown: Promise<void>
}

export type ServiceParts = ReturnType<typeof createParts>

/** Calls of the parts to their service. */
export interface ServiceHooks {
  /** The open one. */
  readonly session: () => Session | undefined
  readonly open: (id: string) => Promise<Result<OpenedSession>>
  readonly hasPage: () => boolean
  readonly notice: (notice: TabNotice) => void
  readonly onSandboxEvent: (event: SandboxEvent) => void
}

/** One of each for a tab; the session may be another from call to call. */
export function createParts(
  options: ServiceOptions,
  { session, open, hasPage, notice, onSandboxEvent }: ServiceHooks,
) {
  const busy = (): boolean => runs.busy || replays.active
  /** All that a run's permission depends on reports its changes here. */
  const policyChanged = () => runs.policyChanged()
  options.values.onSettings = policyChanged
  const questions = new PendingQuestions()
  const browser = new BrowserLink()
  const pageErrors = new PageErrors()
  const { database, locks, values, copies, network, redactor, parts, newId, now } = options
  const use = new ContentUse({ locks, name: database.name, newId })
  const room = new StorageRoom({
    reserve: options.reserve,
    busy,
    onState: (state) => notice({ type: 'storage', ...state }),
  })
  const place = options.contents
  const contents = place && new ContentFiles({ database, place, locks, now })
  const blobs = new IdbBlobStore(database, use, contents)
  blobs.onNoRoom = (bytes) => room.giveUp(bytes)
  const storage = new Storage({
    database,
    use,
    files: contents,
    secondCopy: options.secondCopy,
  })
  /** Moves older contents out of the database, while nothing runs. It may break off, and goes on with the next tab. */
  const moveContents = async (): Promise<void> => {
    if (!contents) return
    const pause = async () => {
      do await new Promise((resolve) => setTimeout(resolve, MOVE_PAUSE_MS))
      while (busy())
    }
    const run = <T>(work: () => Promise<T>) => use.run(work)
    const { movePacks } = await import('../contents/move-packs.ts')
    await movePacks({ database, files: contents, locks, run, pause })
  }
  const search = new SessionSearch(database)
  const library = new Library({
    ...options,
    forget: async (id) => {
      await values.forgetTerminals(id)
      await home.forget(id)
      await folders.forget(id)
      await workspaces.forget(id)
    },
    onChanged: () => notice({ type: 'sessions_changed' }),
  })
  let backupsLoaded: Promise<Backups> | undefined
  /** Loaded when one is made, looked at or due. */
  const backups = () => {
    backupsLoaded ??= import('../backup/load-backups.ts').then(({ loadBackups }) =>
      loadBackups({
        ...options,
        blobs,
        contents: {
          open: () => new IdbBlobStore(database, undefined, contents),
          files: contents,
          guard: (work) => use.run(work),
        },
        workspaces,
        ledger: new UsageLedger(options),
        origin: location.origin,
        onProgress: (progress) => notice({ type: 'backup_progress', progress }),
        onChanged: () => notice({ type: 'sessions_changed' }),
        onStored: async (id) => options.secondCopy?.keep(id),
      }),
    )
    backupsLoaded.catch(() => (backupsLoaded = undefined))
    return backupsLoaded
  }
  const secrets = new WorkspaceSecrets(options)
  const withheld = new WithheldOutput(secrets)
  const workspaces = new WorkspaceStore({ session, now, copies, onChanged: policyChanged })
  const workspace = new Workspace({
    loggedRoot: () => session()?.facts.root,
    environment: () => sessionEgress.environment(),
    onCommandEnd: () => home.touched(),
    showHome: (sandbox) => home.show(sandbox),
    onState: (state) => notice({ type: 'sandbox', state }),
    onShown: (sandbox) => {
      void secrets.learn(sandbox, session()?.facts.root)
      // By then whoever waits for the sandbox has it, which this does, too.
      setTimeout(() => void project.tell())
    },
    onEvent: onSandboxEvent,
  })
  const home = new Home({ session, copies })
  const project = new ProjectTrust({
    workspaces,
    sandbox: () => workspace.sandbox(),
    newId,
    onState: (state) => notice({ type: 'project', state }),
  })
  const pendingPermissions = new PendingPermissions({
    saveRule: async (rule, place) => {
      if (place === 'workspace') return ok(await workspaces.addRule(rule))
      const { rules } = await values.settings()
      if (rules.allow.includes(rule)) return ok(undefined)
      return values.updateSettings({ rules: { ...rules, allow: [...rules.allow, rule] } })
    },
    onGranted: policyChanged,
  })
  const egressRequests = new EgressRequests((requests) => notice({ type: 'egress', requests }))
  const sessionEgress: SessionEgress = new SessionEgress({
    network,
    values,
    egressRequests,
    pendingPermissions,
    redactor,
    newId,
    session,
    settings: () => runs.settings.now(),
    ruleSets: (own) => runs.settings.ruleSets(own),
    variables: async () => (await project.grants()).env,
    hasPage,
  })
  const files = new UserFiles({
    workspace,
    blobs,
    session,
    busy,
    newId,
    onImportProgress: (progress) => notice({ type: 'import_progress', progress }),
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
  const runs: RunController = new RunController({
    session,
    workspace,
    steering,
    pendingPermissions,
    questions,
    egress: sessionEgress.gate,
    browser,
    pageErrors,
    egressRequests,
    ledger: new UsageLedger(options),
    values,
    workspaces,
    blobs,
    newId,
    now,
    parts,
    redactor,
    secrets,
    withheld,
    room,
  })
  const past = { ...options, secrets, withheld, blobs, workspace, session, open }
  const timeline = new Timeline({ ...past, files, busy, forgetFiles: () => runs.forgetFiles() })
  const sharing = new Sharing({
    memory: values.sharing,
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
    settings: runs.settings,
    tools: parts.tools,
    onState: (state) => notice({ type: 'replay', state }),
  })
  return {
    busy,
    browser,
    pageErrors,
    blobs,
    moveContents,
    storage,
    room,
    backups,
    search,
    library,
    workspace,
    secrets,
    withheld,
    workspaces,
    project,
    files,
    steering,
    paths,
    edits,
    textSearch,
    reviewCommit,
    terminals,
    folders,
    home,
    pendingPermissions,
    questions,
    egressRequests,
    sessionEgress,
    runs,
    timeline,
    recordings,
    localModels,
    sharing,
    replays,
  }
}
