/** Makes the agent of the tests of the screen. No model, no worker. */
import type { AgentEvent, EventBody, EventOf } from '../../../agent/protocol/events.ts'
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { StorageOverview } from '../../../agent/protocol/calls/storage.ts'
import { DEFAULT_SETTINGS } from '../../../agent/protocol/settings.ts'
import type { Settings } from '../../../agent/protocol/settings.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { EventListener } from '../../boot/event-stream.ts'
import { START, summary } from './session-summary.ts'
import type { FakeAgent, Inside } from './fake-agent.ts'
import { sessionCalls } from './session-calls.ts'
import { settingsCalls } from './settings-calls.ts'
import { fileCalls } from './file-calls.ts'
import { terminalCalls } from './terminal-calls.ts'
import { timeCalls } from './time-calls.ts'
import { connectionCalls } from './connection-calls.ts'
import { runCalls } from './run-calls.ts'
import { permissionCalls } from './permission-calls.ts'
import { credentialCalls } from './credential-calls.ts'
import { folderCalls } from './folder-calls.ts'
import { sharingCalls } from './sharing-calls.ts'
import { backupCalls } from './backup-calls.ts'
import { localModelCalls } from './local-model-calls.ts'
import { fakeMemory, memoryCalls } from './memory-calls.ts'

const SETTINGS: Settings = { ...DEFAULT_SETTINGS, baseUrl: 'https://model.example' }

const STORED: StorageOverview = {
  sessions: [
    { id: 's1', logBytes: 2_400_000, contentBytes: 31_000_000, ownBytes: 12_000_000 },
    { id: 's0', logBytes: 400_000, contentBytes: 19_500_000, ownBytes: 500_000 },
  ],
  contentBytes: 74_000_000,
  holders: [],
  freeableBytes: 42_500_000,
  heldBytes: 1_200_000,
  usageBytes: 131_000_000,
  quotaBytes: 9_800_000_000,
  cacheBytes: 52_000_000,
  hasSecondCopy: true,
  persisted: false,
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
    steering: [],
    instructions: { files: [], room: 18_000 },
    fetched: undefined,
    memory: fakeMemory(),
    models: [],
    modelSupport: { missing: undefined, gpu: false, threads: 4 },
    storedModel: fail('internal', 'No model can be stored here.'),
    gitFiles: [],
    committed: { kind: 'committed', hash: 'abc1234', summary: 'Update' },
    settingsNow: SETTINGS,
    policy: { status: 'none' },
    stored: STORED,
    hasRoom: true,
    backup: {
      state: { last: undefined, folder: undefined },
      made: fail('internal', 'No backup can be made here.'),
      due: undefined,
      contents: fail('invalid', 'This file is no backup of Vivarium.'),
      outcome: fail('not_found', 'No backup was looked at.'),
    },
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
      fake.notice({ type: 'policy', state: fake.policy })
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

function createApi(fake: FakeAgent, inside: Inside): AgentApi {
  return {
    ...connectionCalls(),
    ...sessionCalls(fake, inside),
    ...runCalls(fake, inside),
    ...permissionCalls(fake),
    ...settingsCalls(fake),
    ...credentialCalls(fake),
    ...fileCalls(fake),
    ...folderCalls(),
    ...terminalCalls(fake, inside.ready),
    ...timeCalls(fake, inside),
    ...sharingCalls(),
    ...localModelCalls(fake),
    ...backupCalls(fake),
    ...memoryCalls(fake),
  }
}
