/** An agent for the screen's tests: AgentApi over plain maps, with a log that the test writes. No model, no worker. */
import { stepsOf } from '../../agent/protocol/steps.ts'
import type { AgentEvent, EventBody, EventOf } from '../../agent/protocol/events.ts'
import type { KeyProtection, PassphraseChange } from '../../agent/protocol/key-protection.ts'
import type { OpenedSession, SessionRole } from '../../agent/protocol/opened-session.ts'
import type { LocalModel, LocalSupport } from '../../agent/protocol/local-models.ts'
import type { ImageBlock } from '../../agent/protocol/messages.ts'
import type {
  AgentApi,
  PermissionAnswer,
  QueueOptions,
  SessionChange,
  SessionSummary,
} from '../../agent/protocol/rpc.ts'
import type { StorageOverview } from '../../agent/protocol/storage.ts'
import type { UserAnswer } from '../../agent/protocol/questions.ts'
import { addUsage } from '../../agent/protocol/usage.ts'
import type { ModelUsage } from '../../agent/protocol/usage.ts'
import { DEFAULT_SETTINGS } from '../../agent/protocol/settings.ts'
import type { PermissionRules, Settings } from '../../agent/protocol/settings.ts'
import type { DirectoryEntry, TreeChange } from '../../sandbox/contract.ts'
import { fail, ok, type Result } from '../../sandbox/errors.ts'
import { relativeTo } from '../../sandbox/path.ts'
import type {
  CommitOutcome,
  EditedFiles,
  FileEdit,
  GitFile,
  RejectedChange,
  ReviewedFile,
} from '../../agent/protocol/files.ts'
import type { AgentClient } from '../agent-client.ts'
import { searchCalls } from './fake-search.ts'
import type { EventListener } from '../event-stream.ts'

const SETTINGS: Settings = { ...DEFAULT_SETTINGS, baseUrl: 'https://model.example' }

const STORED: StorageOverview = {
  sessions: [
    { id: 's1', logBytes: 2_400_000, contentBytes: 31_000_000, ownBytes: 12_000_000 },
    { id: 's0', logBytes: 400_000, contentBytes: 19_500_000, ownBytes: 500_000 },
  ],
  contentBytes: 74_000_000,
  freeableBytes: 42_500_000,
  heldBytes: 1_200_000,
  usageBytes: 131_000_000,
  quotaBytes: 9_800_000_000,
  cacheBytes: 52_000_000,
  persisted: false,
}

const START = Date.UTC(2026, 0, 1)

export interface FakeAgent extends AgentClient {
  /** Files by relative path, and what they were at the import. */
  readonly files: Map<string, Uint8Array>
  readonly originals: Map<string, Uint8Array>
  readonly sessions: Map<string, SessionSummary>
  /** What the page asked for, in order, e.g. `send: hello`. */
  readonly calls: string[]
  /** That went along with what was sent. */
  readonly images: ImageBlock[]
  readonly answers: PermissionAnswer[]
  readonly locks: Set<string>
  /** Kept in this browser. */
  models: readonly LocalModel[]
  modelSupport: LocalSupport
  /** What comes of a download, or of a file that was chosen. */
  storedModel: Result<LocalModel>
  gitFiles: readonly GitFile[]
  /** What comes of a commit. */
  committed: CommitOutcome
  settingsNow: Settings
  stored: StorageOverview
  keyHint: string
  protection: KeyProtection
  /** What comes of a passphrase. */
  unlock: (passphrase: string) => Result<void>
  role: SessionRole
  /** Delays the start until it resolves. */
  gate: Promise<void>
  /** What a prompt leads to; the run ends when it resolves. */
  onSend: (prompt: string) => Promise<void>
  /** Appends to the log and tells the page. */
  emit(...bodies: readonly EventBody[]): void
  /** What stands in the log, of one type. */
  emitted<T extends EventBody['type']>(type: T): EventOf<T>[]
  notice: EventListener['notice']
  /** Sends the same session again from its start, as after a reload. */
  replay(): void
}

/** `now` dates the first event. */
export function createFakeAgent(now = START): FakeAgent {
  const log: AgentEvent[] = []
  let listener: EventListener | undefined
  let current = 's1'
  const ready = Promise.withResolvers<void>()
  const fake: FakeAgent = {
    agent: undefined as unknown as AgentApi, // set below, it needs the object
    files: new Map(),
    originals: new Map(),
    sessions: new Map([['s1', summary('s1', '')]]),
    calls: [],
    images: [],
    answers: [],
    locks: new Set(),
    models: [],
    modelSupport: { missing: undefined, gpu: false, threads: 4 },
    storedModel: fail('internal', 'No model can be stored here.'),
    gitFiles: [],
    committed: { kind: 'committed', hash: 'abc1234', summary: 'Update' },
    settingsNow: SETTINGS,
    stored: STORED,
    keyHint: '',
    protection: { state: 'open', hasPassphrase: false },
    unlock: () => ok(undefined),
    role: 'leader',
    gate: Promise.resolve(),
    onSend: async () => undefined,
    start: async (pageListener) => {
      await fake.gate
      listener = pageListener
      fake.replay()
      ready.resolve()
    },
    emitted: <T extends EventBody['type']>(type: T) =>
      log.filter((event): event is EventOf<T> => event.type === type),
    emit: (...bodies) => {
      const events = bodies.map((body, index): AgentEvent => {
        const seq = log.length + index + 1
        return { ...body, seq, at: now + seq * 100 }
      })
      log.push(...events)
      listener?.events(events)
    },
    notice: (notice) => listener?.notice(notice),
    replay: () => {
      listener?.reset(current, fake.role, log.length)
      if (log.length > 0) listener?.events(log)
    },
  }
  const open = (id: string) => {
    fake.calls.push(`open: ${id}`)
    if (id !== current) log.length = 0
    current = id
    fake.replay()
    return { id, role: fake.role, lastSeq: log.length }
  }
  return Object.assign(fake, {
    agent: createApi(fake, { log, ready: ready.promise, open, id: () => current }),
  })
}

interface Inside {
  readonly log: readonly AgentEvent[]
  readonly ready: Promise<void>
  open(id: string): OpenedSession
  id(): string
}

function createApi(fake: FakeAgent, inside: Inside): AgentApi {
  return {
    ...sessionCalls(fake, inside),
    ...settingsCalls(fake),
    ...fileCalls(fake, inside.ready),
    ...terminalCalls(),
    ...timeCalls(fake, inside),
  }
}

function sessionCalls(fake: FakeAgent, { log, ready, open, id }: Inside) {
  return {
    connect: async () => undefined,
    attachBrowser: async () => undefined,
    pageErrors: async () => undefined,
    sandboxLost: async () => undefined,
    attachSandbox: async () => undefined,
    moveSandbox: async () => ok(undefined),
    listSessions: async () => [...fake.sessions.values()],
    createSession: async () => {
      await ready
      const next = `s${fake.sessions.size + 1}`
      fake.sessions.set(next, summary(next, ''))
      return open(next)
    },
    openSession: async (wanted?: string) => {
      await ready
      const target = wanted ?? fake.sessions.keys().next().value ?? id()
      if (fake.sessions.has(target)) return ok(open(target))
      return fail('not_found', `There is no session ${target} in this browser.`, {
        hint: 'It may be deleted.',
      })
    },
    renameSession: async (target: string, title: string) => {
      fake.sessions.set(target, summary(target, title))
      return ok(undefined)
    },
    changeSession: async (target: string, { pinned, archived }: SessionChange) => {
      const change = {
        ...(pinned === undefined ? {} : { pinned }),
        ...(archived === undefined ? {} : { state: archived ? ('archived' as const) : ('listed' as const) }),
      }
      return changed(fake, target, change)
    },
    deleteSession: async (target: string) => {
      fake.calls.push(`delete: ${target}`)
      return changed(fake, target, { state: 'deleted' })
    },
    undeleteSession: async (target: string) => changed(fake, target, { state: 'listed' }),
    purgeSessions: async (targets: readonly string[]) => {
      fake.calls.push(`purge: ${targets.join(' ')}`)
      for (const target of targets) fake.sessions.delete(target)
      return ok(undefined)
    },
    searchSessions: async (question: string) => ({
      found: [...fake.sessions.values()].flatMap(({ id, title, updatedAt }) =>
        title.includes(question)
          ? [
              {
                session: id,
                seq: 0,
                at: updatedAt,
                role: 'title' as const,
                before: '',
                match: question,
                after: '',
              },
              {
                session: id,
                seq: 4,
                at: updatedAt,
                role: 'tool' as const,
                tool: 'Bash',
                before: '…npm test: ',
                match: question,
                after: ' is 29 days long in a leap year, and the test expects 28',
              },
            ]
          : [],
      ),
      cut: false,
      problems: [],
    }),
    storage: async () => fake.stored,
    verifyLogs: async () => [
      { id: 's1', title: 'Whole', verdict: { state: 'intact' as const, events: 9, from: 1 } },
      {
        id: 's0',
        title: 'Old work',
        verdict: { state: 'altered' as const, seq: 4, how: 'changed' as const },
      },
    ],
    cleanUp: async () => {
      const { freeableBytes } = fake.stored
      fake.stored = {
        ...fake.stored,
        freeableBytes: 0,
        contentBytes: fake.stored.contentBytes - freeableBytes,
        usageBytes: fake.stored.usageBytes - freeableBytes,
      }
      return ok({ freedBytes: freeableBytes, leftBytes: 0 })
    },
    takeOver: async () => {
      fake.role = 'leader'
      fake.notice({ type: 'role', role: 'leader' })
      return ok(undefined)
    },
    events: async (fromSeq: number) => log.filter((event) => event.seq >= fromSeq),
    send: async (prompt: string, _: unknown, images: readonly ImageBlock[] = []) => {
      fake.calls.push(`send: ${prompt}`)
      fake.images.push(...images)
      await fake.onSend(prompt)
      return ok({ terminal: 'completed' as const })
    },
    tryAgain: async () => {
      fake.calls.push('try again')
      return ok({ terminal: 'completed' as const })
    },
    compact: async (keep: string) => {
      fake.calls.push(`compact: ${keep}`)
      return ok({ terminal: 'completed' as const })
    },
    stopJob: async (id: string) => {
      fake.calls.push(`stop job: ${id}`)
      return ok(undefined)
    },
    queue: async (text: string, { urgent, images = [], untilOnline }: QueueOptions) => {
      fake.calls.push(`${urgent ? 'steer' : 'queue'}: ${text}`)
      const messageId = `queued-${log.length}`
      const later = untilOnline ? { untilOnline } : {}
      fake.emit({ type: 'message_queued', messageId, text, images: [...images], ...later })
      return ok(undefined)
    },
    resume: async () => {
      fake.calls.push('resume')
      return ok(undefined)
    },
    hurryQueued: async (messageId: string) => {
      fake.calls.push(`hurry: ${messageId}`)
      return ok(undefined)
    },
    removeQueued: async (messageId: string) => {
      fake.emit({ type: 'message_unqueued', messageId })
      return ok(undefined)
    },
    stop: async () => {
      fake.calls.push('stop')
    },
    answerQuestion: async (toolUseId: string, answer: UserAnswer) => {
      fake.calls.push(`answer: ${toolUseId} ${JSON.stringify(answer)}`)
      return ok(undefined)
    },
    answerPermission: async (toolUseId: string, answer: PermissionAnswer) => {
      fake.calls.push(`answer: ${toolUseId}`)
      fake.answers.push(answer)
      return ok(undefined)
    },
    setMode: async (mode: Settings['permissionMode']) => {
      fake.emit({ type: 'mode_changed', mode })
      return ok(undefined)
    },
    explain: async () => ({ behavior: 'ask' as const, source: 'default', reason: 'Nothing matched.' }),
    explainText: async (text: string) => ({
      behavior: text.startsWith('git push') ? ('ask' as const) : ('allow' as const),
      source: 'user',
      reason: `Of "${text}".`,
      rule: 'Bash(git push:*)',
    }),
    checkRules: async ({ allow, deny }: PermissionRules) =>
      allow.length > 0 && deny.length > 0 ? [`${allow[0]} allows nothing: ${deny[0]} (user) denies it.`] : [],
    judgeRule: async (_: string, rule: string) =>
      rule.startsWith('Bash(') ? { warnings: [] } : { problem: `"${rule}" is no rule.`, warnings: [] },
    attendPermission: async (toolUseId: string) => {
      fake.calls.push(`attend: ${toolUseId}`)
    },
    projectState: async () => null,
    decideProject: async (hash: string, isTrusted: boolean) => {
      fake.calls.push(`project: ${hash} ${isTrusted}`)
      return ok(undefined)
    },
    locks: async () => [...fake.locks],
    setLock: async (path: string, isLocked: boolean) => {
      if (isLocked) fake.locks.add(path)
      else fake.locks.delete(path)
      return ok([...fake.locks])
    },
    workspaceRules: async () => ({ allow: ['Bash(make:*)'], ask: [], deny: [] }),
    forgetWorkspaceRule: async () => ok({ allow: [], ask: [], deny: [] }),
  }
}

function settingsCalls(fake: FakeAgent) {
  return {
    settings: async () => fake.settingsNow,
    updateSettings: async (change: Partial<Settings>): Promise<Result<Settings>> => {
      fake.calls.push(`settings: ${JSON.stringify(change)}`)
      if (change.baseUrl !== undefined && !/^https?:\/\//.test(change.baseUrl)) {
        return fail('invalid', 'Base URL: not an absolute http(s) URL.')
      }
      fake.settingsNow = { ...fake.settingsNow, ...change }
      return ok(fake.settingsNow)
    },
    contextBudget: async () => ({
      model: 'claude-sonnet-4-6',
      window: 200_000,
      cells: {
        system: 3_000,
        tools: 25_000,
        instructions: 2_000,
        history: 50_000,
        outputs: 80_000,
        answer: 5_000,
        headroom: 35_000,
      },
      compactAt: 167_000,
      isCounted: true,
    }),
    usageOverview: async () => ({
      next: { promptTokens: 10_500, costUsd: 0.01 },
      today: [...used('claude-sonnet-4-6', 4.2)],
      allTime: [...used('claude-sonnet-4-6', 31.5), ...used('claude-haiku-4-5', 0.75)],
      since: '2026-11-02',
    }),
    keyProtection: async () => fake.protection,
    unlockKeys: async (passphrase: string) => fake.unlock(passphrase),
    declineUnlock: async () => void fake.calls.push('declineUnlock'),
    lockKeys: async () => {
      fake.calls.push('lockKeys')
      return ok(undefined)
    },
    changePassphrase: async ({ current, next }: PassphraseChange) => {
      fake.calls.push(`changePassphrase: ${current} to ${next}`)
      return ok(undefined)
    },
    removeKeys: async () => {
      fake.calls.push('removeKeys')
      return ok(undefined)
    },
    keyStatus: async () => ({ present: fake.keyHint !== '', hint: fake.keyHint }),
    setApiKey: async (key: string) => {
      fake.keyHint = key.slice(-4)
      return ok({ present: key !== '', hint: fake.keyHint })
    },
    testConnection: async (): ReturnType<AgentApi['testConnection']> => [
      { name: 'Address', state: 'failed', message: 'No address.', fix: 'Give one.' },
    ],
    extraHeaders: async () => ({ names: [], dropped: [] }),
    setExtraHeaders: async () => ok({ names: ['x-team'], dropped: [] }),
    gitTokens: async () => [],
    programKeys: async () => [],
    setProgramKey: async () => ok([]),
    forgetProgramKey: async () => [],
    hiddenValues: async () => [],
    hideValue: async (value: string) => ok([{ id: 'hidden', hint: value.slice(-4) }]),
    forgetHidden: async () => ok([]),
    setGitToken: async (host: string, token: string) =>
      ok(token === '' ? [] : [{ host, hint: token.slice(-4) }]),
  }
}

function fileCalls(fake: FakeAgent, ready: Promise<void>) {
  const read = (files: Map<string, Uint8Array>, path: string) => {
    const data = files.get(relativeTo(path))
    return data ? ok(data) : fail('not_found', `${path} does not exist.`)
  }
  return {
    readFile: async (path: string) => read(fake.files, path),
    writeFile: async (path: string, data: Uint8Array) => {
      fake.files.set(relativeTo(path), data)
      return ok(undefined)
    },
    editFiles: async (edits: readonly FileEdit[]) => {
      const failed = editMap(fake.files, edits)
      fake.calls.push(
        ...edits.map(
          (edit) => `edit: ${edit.kind} ${edit.kind === 'move' ? `${edit.from} ${edit.to}` : edit.path}`,
        ),
      )
      return failed ?? ok({ before: 'before', after: 'after' })
    },
    rejectChanges: async (edits: readonly FileEdit[], rejected: readonly RejectedChange[]) => {
      const failed = editMap(fake.files, edits)
      fake.calls.push(...rejected.map(({ path, what }) => `reject: ${path} ${what}`))
      return failed ?? ok({ before: 'before', after: 'after' })
    },
    committedVersions: async (paths: readonly string[]) => ok(paths.map(() => undefined)),
    commitReviewed: async (
      message: string,
      files: readonly ReviewedFile[],
    ): Promise<Result<CommitOutcome>> => {
      const said = files.map(({ path, content }) => `${path} ${describe(content)}`)
      fake.calls.push(`commit: ${message} | ${said.join(' | ')}`)
      return ok(fake.committed)
    },
    undoEdit: async ({ before }: EditedFiles) => {
      fake.calls.push(`undo: ${before}`)
      return ok(undefined)
    },
    gitStatus: async () => ok(fake.gitFiles),
    filterPaths: async (text: string, limit: number) => {
      const paths = [...fake.files.keys()].filter((path) => path.toLowerCase().includes(text.toLowerCase()))
      return ok({ paths: paths.slice(0, limit), total: paths.length })
    },
    ...searchCalls(fake),
    list: async (path: string) => ok(entriesOf(fake.files, relativeTo(path))),
    findPaths: async (query: string) =>
      ok([...fake.files.keys()].filter((path) => path.toLowerCase().includes(query.toLowerCase()))),
    exec: async (command: string, options: { cwd?: string }) => {
      await ready
      fake.calls.push(`exec: ${command} ${options.cwd ?? ''}`.trim())
      const stdout = new TextEncoder().encode('hello\n')
      const stderr = new Uint8Array()
      return ok({
        exitCode: 0,
        stdout,
        stderr,
        droppedBytes: 0,
        durationMs: 5,
        timedOut: false,
        cwd: '/workspace',
      })
    },
    importArchive: async (name: string, data: Uint8Array) => {
      fake.calls.push(`import: ${name} ${data.length}`)
      return fail('archive', `${name} is damaged: its directory cannot be read.`, { hint: 'Pack it again.' })
    },
    cancelImport: async () => undefined,
    surveyFolder: async () => fail('unsupported', 'There are no folders here.'),
    openFolder: async () => fail('unsupported', 'There are no folders here.'),
    localFolder: async () => undefined,
    compareFolder: async () => fail('unsupported', 'There are no folders here.'),
    folderVersions: async () => fail('unsupported', 'There are no folders here.'),
    writeBack: async () => fail('unsupported', 'There are no folders here.'),
    exportArchive: async () => ok({ name: 'workspace.zip', data: new Uint8Array([80, 75]) }),
    checkpoint: async () => ok('root'),
    restore: async (root: string) => {
      fake.calls.push(`restore: ${root}`)
      return ok(undefined)
    },
    changes: async () => ok({ changes: changesOf(fake), areAll: true }),
  }
}

function timeCalls(fake: FakeAgent, { log, open }: Inside) {
  return {
    steps: async () => stepsOf(log),
    compareTrees: async () => ok({ changes: [], areAll: true }),
    stepServer: async () => null,
    stepPage: async () => ({ status: 404, contentType: 'text/plain', body: new Uint8Array() }),
    readVersion: async (hash: string) => {
      const version = [...fake.originals.values(), ...fake.files.values()].find(
        (data) => hashOf(data) === hash,
      )
      return version ? ok(version) : fail('not_found', 'There is no such version here.')
    },
    restoreStep: async () => ok(undefined),
    forkSession: async () => ok(open('fork')),
    previewShare: async () => fail('unsupported', 'Nothing can be shared here.'),
    transcript: async () => fail('unsupported', 'Nothing can be written here.'),
    recording: async () => fail('unsupported', 'Nothing can be recorded here.'),
    shareStore: async () => ({ store: undefined, host: '', hasSecret: false, hint: '' }),
    setShareStore: async () => fail('unsupported', 'No store can be kept here.'),
    forgetShareStore: async () => ({ store: undefined, host: '', hasSecret: false, hint: '' }),
    shareToStore: async () => fail('unsupported', 'Nothing can be shared here.'),
    sharedRecordings: async () => [],
    unshare: async () => ok(undefined),
    cancelTransfer: async () => undefined,
    localModels: async () => ({ models: [...fake.models], support: fake.modelSupport, freeBytes: 8e9 }),
    offeredModel: async (url: string) => {
      fake.calls.push(`look at model: ${url}`)
      return ok({ name: 'small.gguf', bytes: 1_100_000_000, parts: 1 })
    },
    downloadModel: async (url: string) => {
      fake.calls.push(`download model: ${url}`)
      return fake.storedModel
    },
    addModel: async () => fake.storedModel,
    cancelModel: async () => {
      fake.calls.push('cancel model')
    },
    removeModel: async (name: string) => {
      fake.models = fake.models.filter((model) => model.name !== name)
      return ok(undefined)
    },
    openRecording: async () => ok({ ...open('recording'), known: false }),
    startReplay: async () => ok(open('replay')),
    steerReplay: async () => ok(undefined),
  }
}

function terminalCalls() {
  return {
    openTerminal: async (_: unknown, port: MessagePort) => {
      port.close()
      return fail('unsupported', 'There is no shell here.')
    },
    closeTerminal: async () => undefined,
    terminalMemory: async () => ({ terminals: [], history: [] }),
    keepTerminalMemory: async () => undefined,
    processes: async () =>
      ok([
        {
          pid: 7,
          parent: 1,
          group: 7,
          command: 'node server.js',
          state: 'waiting' as const,
          startedAt: START,
          execId: 'x',
          background: true,
          detached: false,
        },
      ]),
    signalProcess: async () => ok(undefined),
    outputTail: async () => ok({ data: new TextEncoder().encode('listening\n'), droppedBytes: 0 }),
  }
}

/** Nothing is checked but names that are taken. */
function editMap(files: Map<string, Uint8Array>, edits: readonly FileEdit[]) {
  for (const edit of edits) {
    const target = edit.kind === 'move' ? edit.to : edit.path
    if (edit.kind === 'remove') {
      for (const path of [...files.keys()])
        if (path === target || path.startsWith(`${target}/`)) files.delete(path)
      continue
    }
    if (files.has(target) && !(edit.kind === 'file' && edit.over))
      return fail('exists', `Nothing was changed: there is already a "${target}".`)
    if (edit.kind === 'file') files.set(target, edit.data)
    if (edit.kind !== 'move') continue
    for (const [path, data] of [...files]) {
      if (path !== edit.from && !path.startsWith(`${edit.from}/`)) continue
      files.delete(path)
      files.set(edit.to + path.slice(edit.from.length), data)
    }
  }
  return undefined
}

function entriesOf(files: ReadonlyMap<string, Uint8Array>, directory: string): DirectoryEntry[] {
  const prefix = directory === '.' ? '' : `${directory}/`
  const entries = new Map<string, DirectoryEntry>()
  for (const [path, data] of files) {
    if (!path.startsWith(prefix)) continue
    const [name = '', ...below] = path.slice(prefix.length).split('/')
    const kind = below.length > 0 ? 'directory' : 'file'
    entries.set(name, { name, kind, size: kind === 'file' ? data.length : 0, mode: 0o644 })
  }
  return [...entries.values()]
}

/** The content itself, as text: no two have the same. */
function hashOf(data: Uint8Array): string {
  return data.join(' ')
}

function describe(content: ReviewedFile['content']): string {
  if (!content) return 'removed'
  return JSON.stringify(content.kind === 'file' ? new TextDecoder().decode(content.data) : content.target)
}

function changesOf({ files, originals }: FakeAgent): TreeChange[] {
  const side = (data: Uint8Array | undefined) =>
    data && { kind: 'file' as const, hash: hashOf(data), size: data.length, mode: 0o644 }
  return [...new Set([...files.keys(), ...originals.keys()])].sort().flatMap((path): TreeChange[] => {
    const [before, after] = [originals.get(path), files.get(path)]
    if (before === after || (before && after && hashOf(before) === hashOf(after))) return []
    const change = before === undefined ? 'added' : after === undefined ? 'removed' : 'modified'
    return [{ path, change, before: side(before), after: side(after) }]
  })
}

export function summary(id: string, title: string, more: Partial<SessionSummary> = {}): SessionSummary {
  const times = { createdAt: START, updatedAt: START }
  const usual = {
    workspace: undefined,
    messages: 0,
    state: 'listed',
    pinned: false,
    parent: undefined,
  } as const
  return { id, title, ...times, ...usual, ...more }
}

function changed(fake: FakeAgent, id: string, change: Partial<SessionSummary>): Result<void> {
  const known = fake.sessions.get(id)
  if (!known) return fail('not_found', `There is no session ${id}.`)
  fake.sessions.set(id, { ...known, ...change })
  return ok(undefined)
}

function used(model: string, costUsd: number): readonly ModelUsage[] {
  const usage = {
    inputTokens: 20_000,
    outputTokens: 90_000,
    cacheReadTokens: 4_100_000,
    cacheWriteTokens: 310_000,
  }
  return addUsage([], { model, usage, costUsd })
}
