/** The page's one connection to the agent worker. Only here are its calls made; the comlink proxy stays inside. */
import { transfer, wrap } from 'comlink'
import type { AgentApi } from '../agent/protocol/rpc.ts'
import type { AgentWorker } from './agent-worker.ts'
import { meta } from './meta.ts'
import { listenToEvents, type EventListener } from './event-stream.ts'

export interface AgentClient {
  /** Calls made before `start` wait for it. */
  readonly agent: AgentApi
  /** Connects to the worker. Rejects when it cannot be loaded or breaks while it starts. */
  start(listener: EventListener): Promise<void>
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
  keyStatus: true,
  setApiKey: true,
  testConnection: true,
  extraHeaders: true,
  setExtraHeaders: true,
  gitTokens: true,
  setGitToken: true,
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
  checkpoint: true,
  restore: true,
  changes: true,
  steps: true,
  compareTrees: true,
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
  openRecording: true,
  startReplay: true,
  steerReplay: true,
} satisfies Record<keyof AgentApi, true>

export function createAgentClient({ worker, broken }: AgentWorker): AgentClient {
  const started = Promise.withResolvers<AgentApi>()
  // A failed start is told by `start`; calls that wait reject with it, too, each where it was made.
  started.promise.catch(() => undefined)
  return {
    agent: forward(started.promise),
    start: async (listener) => {
      try {
        started.resolve(await Promise.race([connect(worker, listener), broken]))
      } catch (error) {
        started.reject(error)
        throw error
      }
    },
  }
}

async function connect(worker: Worker, listener: EventListener): Promise<AgentApi> {
  const remote = wrap<AgentApi>(worker)
  const { port1, port2 } = new MessageChannel()
  listenToEvents(port1, listener)
  await remote.connect(transfer(port2, [port2]), {
    packageRegistry: meta('vivarium-package-registry') ?? '',
    registryProxy: meta('vivarium-registry-proxy') ?? '',
  })
  // Remote turns each call into a promise; those of AgentApi are promises already.
  return remote as unknown as AgentApi
}

/** A plain object whose calls wait for the worker; ports are handed over, not copied. */
function forward(remote: Promise<AgentApi>): AgentApi {
  const call =
    (name: keyof AgentApi) =>
    async (...values: readonly unknown[]): Promise<unknown> => {
      // The arguments are those of AgentApi's method of that name: callers see the typed object below.
      const method = (await remote)[name] as (...values: readonly unknown[]) => Promise<unknown>
      return method(
        ...values.map((value) => (value instanceof MessagePort ? transfer(value, [value]) : value)),
      )
    }
  const calls = Object.keys(CALLS).map((name) => [name, call(name as keyof AgentApi)])
  return Object.fromEntries(calls) as AgentApi
}
