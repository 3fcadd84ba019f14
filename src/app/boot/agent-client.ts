/** The page's one connection to the agent worker. Only here are its calls made; the comlink proxy stays inside. */
import { transfer, wrap } from 'comlink'
import type { Remote } from 'comlink'
import type { AgentApi } from '../../agent/protocol/rpc.ts'
import type { AgentWorker } from './agent-worker.ts'
import { isStartProgress } from '../../agent/protocol/start-progress.ts'
import { meta } from './meta.ts'
import { listenToEvents, type EventListener } from './event-stream.ts'
import { screen as t } from '../language/en/screen.ts'

export interface AgentClient {
  /** Calls made before `start` wait for it. */
  readonly agent: AgentApi
  /** Connects to the worker. Rejects when it cannot be loaded or breaks while it starts. */
  start(listener: EventListener): Promise<void>
}

/** The worker's calls, in an object of their own: a promise of comlink's proxy would ask it for `then`. */
interface Started {
  readonly api: AgentApi
}

/** Every call, by name: the forwarding object below has no other way to know them. */
const CALLS = {
  connect: true,
  attachBrowser: true,
  pageErrors: true,
  sandboxLost: true,
  attachSandbox: true,
  moveSandbox: true,
  listSessions: true,
  createSession: true,
  openSession: true,
  renameSession: true,
  changeSession: true,
  deleteSession: true,
  undeleteSession: true,
  purgeSessions: true,
  searchSessions: true,
  storage: true,
  cleanUp: true,
  checkRoom: true,
  verifyLogs: true,
  takeOver: true,
  events: true,
  send: true,
  tryAgain: true,
  compact: true,
  queue: true,
  resume: true,
  hurryQueued: true,
  removeQueued: true,
  stop: true,
  stopJob: true,
  answerPermission: true,
  answerQuestion: true,
  setMode: true,
  explain: true,
  explainText: true,
  checkRules: true,
  judgeRule: true,
  locks: true,
  setLock: true,
  projectState: true,
  decideProject: true,
  attendPermission: true,
  workspaceRules: true,
  forgetWorkspaceRule: true,
  settings: true,
  updateSettings: true,
  usageOverview: true,
  contextBudget: true,
  keyProtection: true,
  unlockKeys: true,
  declineUnlock: true,
  lockKeys: true,
  changePassphrase: true,
  removeKeys: true,
  keyStatus: true,
  setApiKey: true,
  testConnection: true,
  extraHeaders: true,
  setExtraHeaders: true,
  dismissLost: true,
  gitTokens: true,
  setGitToken: true,
  programKeys: true,
  setProgramKey: true,
  forgetProgramKey: true,
  hiddenValues: true,
  hideValue: true,
  forgetHidden: true,
  readFile: true,
  writeFile: true,
  list: true,
  findPaths: true,
  editFiles: true,
  rejectChanges: true,
  committedVersions: true,
  commitReviewed: true,
  undoEdit: true,
  gitStatus: true,
  filterPaths: true,
  searchText: true,
  cancelSearch: true,
  replaceText: true,
  exec: true,
  openTerminal: true,
  closeTerminal: true,
  terminalMemory: true,
  keepTerminalMemory: true,
  processes: true,
  signalProcess: true,
  outputTail: true,
  importArchive: true,
  cancelImport: true,
  surveyFolder: true,
  openFolder: true,
  localFolder: true,
  compareFolder: true,
  folderVersions: true,
  writeBack: true,
  exportArchive: true,
  steeringChanges: true,
  steeringVersions: true,
  acceptSteering: true,
  checkpoint: true,
  restore: true,
  changes: true,
  steps: true,
  compareTrees: true,
  stepServer: true,
  stepPage: true,
  readVersion: true,
  restoreStep: true,
  forkSession: true,
  previewShare: true,
  recording: true,
  transcript: true,
  shareStore: true,
  setShareStore: true,
  forgetShareStore: true,
  shareToStore: true,
  sharedRecordings: true,
  unshare: true,
  cancelTransfer: true,
  localModels: true,
  offeredModel: true,
  downloadModel: true,
  addModel: true,
  cancelModel: true,
  removeModel: true,
  backups: true,
  backUp: true,
  setBackupFolder: true,
  setBackupSchedule: true,
  backUpIntoFolder: true,
  backUpWhenDue: true,
  inspectBackup: true,
  restoreBackup: true,
  cancelBackup: true,
  openRecording: true,
  startReplay: true,
  steerReplay: true,
} satisfies Record<keyof AgentApi, true>

export function createAgentClient({ worker, broken }: AgentWorker): AgentClient {
  const started = Promise.withResolvers<Started>()
  const connected = Promise.withResolvers<void>()
  // A failed start is told by `start`; calls that wait reject with it, too, each where it was made.
  connected.promise.catch(() => undefined)
  return {
    agent: forward(started.promise, connected.promise),
    start: (listener) => {
      const remote = wrap<AgentApi>(worker)
      worker.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
        if (isStartProgress(data)) listener.notice(data)
      })
      // Calls are answered in turn: those that wait go out with the first, not when that has come back.
      connected.resolve(Promise.race([connect(remote, listener), told(broken)]))
      // Remote turns each call into a promise; those of AgentApi are promises already.
      started.resolve({ api: remote as unknown as AgentApi })
      return connected.promise
    },
  }
}

/** Rejects when the worker breaks; never resolves. */
async function told(broken: AgentWorker['broken']): Promise<never> {
  throw new Error((await broken) || t.programNotLoaded)
}

function connect(remote: Remote<AgentApi>, listener: EventListener): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  listenToEvents(port1, listener)
  return remote.connect(transfer(port2, [port2]), {
    packageRegistry: meta('vivarium-package-registry') ?? '',
    registryProxy: meta('vivarium-registry-proxy') ?? '',
  })
}

/** A plain object whose calls wait for the worker; ports are handed over, not copied. */
function forward(started: Promise<Started>, connected: Promise<void>): AgentApi {
  const call =
    (name: keyof AgentApi) =>
    async (...values: readonly unknown[]): Promise<unknown> => {
      const { api } = await started
      // The arguments are those of AgentApi's method of that name: callers see the typed object below.
      const method = api[name] as (...values: readonly unknown[]) => Promise<unknown>
      const answer = method(
        ...values.map((value) => (value instanceof MessagePort ? transfer(value, [value]) : value)),
      )
      // A worker that broke while it started answers nothing.
      const [value] = await Promise.all([answer, connected])
      return value
    }
  const calls = Object.keys(CALLS).map((name) => [name, call(name as keyof AgentApi)])
  return Object.fromEntries(calls) as AgentApi
}
