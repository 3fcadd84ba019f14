/** The agent's thread: puts all parts together and answers the page's calls. The only file that knows all of them. */
import { expose } from 'comlink'
import { z } from 'zod'
import { connectSandbox } from '../sandbox/port/port.ts'
import { OverloadBreaker } from './model/overload-breaker.ts'
import { createModelClient, prepareModelClient } from './model/load-client.ts'
import { modelFacts } from './model/models.ts'
import { probeServer } from './model/probe.ts'
import type { Settings } from './protocol/settings.ts'
import { betweenTabs } from './session/service/between-tabs.ts'
import { keptModels, openModel } from './session/local-models/model-folder.ts'
import { openStores } from './session/service/open-stores.ts'
import { exposedCalls } from './session/service/exposed-calls.ts'
import { Redactor } from './redact/redactor.ts'
import { loadRun } from './session/agents/run-controller.ts'
import { createService } from './session/service/service.ts'
import type { ToolSets } from './tools/profiles/profiles.ts'

declare const __APP_VERSION__: string

// Compiled validators need `new Function`, which the page's policy forbids.
z.config({ jitless: true })

/** Milliseconds for the kernel to load and say hello on a slow machine. */
const SANDBOX_HELLO_MS = 20_000

/** Milliseconds after the start until what the first message needs is loaded, if it has not come before. */
const PREPARE_AFTER_MS = 700

/** Milliseconds after the start until the second copies of all that is stored are compared, and older contents move into files. */
const COMPLETE_AFTER_MS = 5_000

/** Milliseconds after a session was opened, or a note changed, until the notes are read that its next run tells. */
const NOTES_AHEAD_MS = 700

/** Milliseconds after work has ended until it is looked back on, for lessons and notes: by then the user has read the answer, or gone. */
const LEARN_AFTER_MS = 30_000

const redactor = new Redactor()

let tools: Promise<ToolSets> | undefined

function loadTools(): Promise<ToolSets> {
  tools ??= import('./tools/profiles/profiles.ts').then(({ createToolSets }) => createToolSets())
  // Asked for again with the next run.
  tools.catch(() => (tools = undefined))
  return tools
}

/**
 * Preloads the modules that the first message needs. The caller that needs a module reports its load
 * failure.
 */
async function prepareRun({ provider }: Pick<Settings, 'provider'>): Promise<void> {
  prepareModelClient(provider)
  await Promise.all([loadRun(), loadTools()])
}

const stores = openStores({
  onSecret: (secret) => redactor.register(secret),
  onOutdated: () => service.then((opened) => opened.outdated()),
  onDeleted: () => void service.then((opened) => opened.deleted()),
  onProgress: (progress) => postMessage(progress),
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
    later: (work) => void setTimeout(work, NOTES_AHEAD_MS),
    learnAfterMs: LEARN_AFTER_MS,
    memoryTabs: betweenTabs('vivarium-memory'),
    parts: {
      tools: loadTools,
      prepare: (settings) => void prepareRun(settings).catch(() => undefined),
      overload: new OverloadBreaker(() => Date.now(), betweenTabs('vivarium-overload')),
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

// Nobody waits for it, so it begins when the start is over. A start that has failed is reported by the page's own calls.
setTimeout(() => {
  service.then((opened) => opened.completeCopies()).catch(() => undefined)
}, COMPLETE_AFTER_MS)

// The page calls at once; each call waits for the database, and rejects with its error when it cannot be opened.
expose(exposedCalls(service.then(({ api }) => api)))
