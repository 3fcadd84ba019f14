/** The agent's thread: puts all parts together and answers the page's calls. The only file that knows all of them. */
import { expose } from 'comlink'
import { z } from 'zod'
import { connectSandbox } from '../sandbox/port.ts'
import { OverloadBreaker } from './model/overload-breaker.ts'
import type { OverloadChannel } from './model/overload-breaker.ts'
import { createModelClient, prepareModelClient } from './model/load-client.ts'
import { modelFacts } from './model/models.ts'
import { probeServer } from './model/probe.ts'
import type { Settings } from './protocol/settings.ts'
import type { StartProgress } from './protocol/start-progress.ts'
import { openDatabase } from './session/database.ts'
import { originPlace } from './session/journal/origin-place.ts'
import { SecondCopy } from './session/journal/second-copy.ts'
import { keptModels, openModel } from './session/local-models/model-folder.ts'
import { MemoryLocks } from './session/memory-locks.ts'
import { isKeepingRefused, useMemoryDatabase } from './session/memory-stores.ts'
import type { AgentApi } from './protocol/rpc.ts'
import { Redactor } from './redact/redactor.ts'
import { loadRun } from './session/runs.ts'
import { createService } from './session/service/service.ts'
import { SmallValues } from './session/small-values.ts'
import { countAsStoring } from './session/storing.ts'
import { ValueCopies } from './session/value-store/value-copies.ts'
import type { ToolSets } from './tools/profiles.ts'

declare const __APP_VERSION__: string

// Compiled validators need `new Function`, which the page's policy forbids.
z.config({ jitless: true })

/** Milliseconds for the kernel to load and say hello on a slow machine. */
const SANDBOX_HELLO_MS = 20_000

/** Milliseconds after the start until what the first message needs is loaded, if it has not come before. */
const PREPARE_AFTER_MS = 700

/** Milliseconds after the start until sessions without a second copy get one. */
const TIDY_AFTER_MS = 5_000

/** Milliseconds from one word on a long start to the next, and to the first. */
const TELL_MS = 300

/** Milliseconds after the start until small values without a copy get one: when the first message has been typed. */
const COPY_AFTER_MS = 10_000

/** Milliseconds after the start until contents of an older version begin to move into files. */
const MOVE_CONTENTS_AFTER_MS = 10_000

const redactor = new Redactor()

let tools: Promise<ToolSets> | undefined

function loadTools(): Promise<ToolSets> {
  tools ??= import('./tools/profiles.ts').then(({ createToolSets }) => createToolSets())
  // Asked for again with the next run.
  tools.catch(() => (tools = undefined))
  return tools
}

/** What the first message needs. What cannot be loaded is told by who needs it. */
async function prepareRun({ provider }: Pick<Settings, 'provider'>): Promise<void> {
  prepareModelClient(provider)
  await Promise.all([loadRun(), loadTools()])
}

/** Where all that is stored is; each part starts at once, beside the others. */
async function openStores(locks: LockManager, copies?: ValueCopies) {
  const values = new SmallValues((secret) => redactor.register(secret), locks, copies)
  // Where they cannot be read nothing can be sent with them, either.
  const secretsKnown = values.learnSecrets().catch(() => undefined)
  const place = originPlace('contents')
  const database = await openDatabase({ onOutdated: () => void service.then((opened) => opened.outdated()) })
  return { values, secretsKnown, database, copies, contents: await place }
}

/** All that the browser keeps, and the second copy of it; the database has all that either has. */
async function openKept() {
  const places = Promise.all([originPlace(), originPlace('values')])
  const opened = {
    ...(await openStores(navigator.locks, copiesOf(navigator.locks))),
    locks: navigator.locks,
    isKept: true,
  }
  const [sessions, values] = await places
  if (!sessions || !values) return { ...opened, secondCopy: undefined, broughtBack: 0 }
  const secondCopy = new SecondCopy({
    ...opened,
    sessions,
    values,
    origin: location.origin,
    onProblem: (what, error) => console.info(`${what}:`, error),
  })
  return { ...opened, secondCopy, broughtBack: await bringBack(secondCopy) }
}

/** Tells the page of it while it takes long. */
async function bringBack(secondCopy: SecondCopy): Promise<number> {
  let latest: StartProgress | undefined
  const timer = setInterval(() => latest && postMessage(latest), TELL_MS)
  try {
    return await secondCopy.bringBackAll((done, of) => (latest = { type: 'bringing_back', done, of }))
  } finally {
    clearInterval(timer)
  }
}

const stores = countAsStoring(navigator.locks)
  .then(openKept)
  .catch(async (cause: unknown) => {
    if (!(await isKeepingRefused(cause))) throw cause
    await useMemoryDatabase()
    const locks = new MemoryLocks()
    return {
      ...(await openStores(locks)),
      contents: undefined,
      locks,
      isKept: false,
      secondCopy: undefined,
      broughtBack: 0,
    }
  })

const service = stores.then((opened) =>
  createService({
    ...opened,
    now: () => Date.now(),
    newId: () => crypto.randomUUID(),
    appVersion: __APP_VERSION__,
    connectSandbox: (port, parts) => connectSandbox(port, { ...parts, deadlineMs: SANDBOX_HELLO_MS }),
    network: {
      fetch: (input, init) => fetch(input, init),
      ownOrigins: [location.origin],
      caches: globalThis.caches,
    },
    redactor,
    parts: {
      tools: loadTools,
      prepare: (settings) => void prepareRun(settings).catch(() => undefined),
      overload: new OverloadBreaker(() => Date.now(), betweenTabs()),
      createModel: ({ provider, baseUrl, models }, credentials) =>
        createModelClient(provider, {
          credentials,
          kept: { open: openModel, names: keptModels },
          baseUrl,
          facts: (model) => modelFacts(model, models),
          fetch: (input, init) => fetch(input, init),
          probe: probeServer,
        }),
    },
  }),
)

// The sandbox's first command has the processor until then.
setTimeout(() => {
  service.then(async (opened) => prepareRun(await opened.settings())).catch(() => undefined)
}, PREPARE_AFTER_MS)

// After all that the person may be waiting for.
setTimeout(() => {
  Promise.all([stores, service])
    .then(async ([{ secondCopy }, opened]) => {
      const sessions = (await secondCopy?.tidy()) ?? 0
      if (sessions > 0) opened.broughtBack(sessions)
    })
    .catch((error: unknown) => console.info('The second copy was not completed:', error))
}, TIDY_AFTER_MS)

setTimeout(() => {
  // A start that has failed is reported by the page's own calls.
  service.then(async () => (await stores).copies?.evenOut()).catch(() => undefined)
}, COPY_AFTER_MS)

// Nobody waits for it, so it begins when the start is over.
setTimeout(() => {
  service.then((opened) => opened.moveContents()).catch(() => undefined)
}, MOVE_CONTENTS_AFTER_MS)

// The page calls at once; each call waits for the database, and rejects with its error when it cannot be opened.
const api = new Proxy({} as AgentApi, {
  get: (_, name) => {
    if (typeof name !== 'string' || name === 'then') return undefined
    return async (...args: readonly unknown[]): Promise<unknown> => {
      const opened = await service
      // The page calls AgentApi's own methods; a name that is none of them is a bug that shows as this TypeError.
      const method = opened[name as keyof AgentApi] as (...values: readonly unknown[]) => Promise<unknown>
      return method.apply(opened, [...args])
    }
  },
})
expose(api)

/** Small values in files beside their databases. */
function copiesOf(locks: LockManager): ValueCopies {
  return new ValueCopies({ place: originPlace('values'), locks, origin: location.origin })
}

function betweenTabs(): OverloadChannel {
  const channel = new BroadcastChannel('vivarium-overload')
  return {
    post: (message) => channel.postMessage(message),
    listen: (hear) => channel.addEventListener('message', ({ data }) => hear(data)),
  }
}
