/** One text through one channel to a model that obeys it: the real loop, tools, permission, gate and redaction, and the loot. */
import { personMessage } from '../../src/agent/loop/turn-events.ts'
import { runInTest } from '../../src/agent/loop/test-support.ts'
import type { ModelClient, ModelRequest } from '../../src/agent/model/contract.ts'
import { buildRequest } from '../../src/agent/prompt/build-request.ts'
import { SectionCache } from '../../src/agent/prompt/sections.ts'
import type { EventBody } from '../../src/agent/protocol/events.ts'
import type { PermissionMode } from '../../src/agent/protocol/permission-modes.ts'
import type { PermissionAnswer } from '../../src/agent/protocol/permission-requests.ts'
import { redactingClients } from '../../src/agent/redact/redacting-client.ts'
import { Redactor } from '../../src/agent/redact/redactor.ts'
import { ModelConversation } from '../../src/agent/session/log/model-conversation.ts'
import { NO_FACTS } from '../../src/agent/session/log/facts.ts'
import { LogRedaction } from '../../src/agent/session/log/log-redaction.ts'
import { WithheldOutput } from '../../src/agent/session/secrets/withheld-output.ts'
import { WorkspaceSecrets } from '../../src/agent/session/secrets/workspace-secrets.ts'
import { createRecallTool } from '../../src/agent/tools/memory/recall.ts'
import { BUILT_IN_TOOLS } from '../../src/agent/tools/profiles/built-in.ts'
import { createRegistry } from '../../src/agent/tools/pipeline/registry.ts'
import { CallSchedule } from '../../src/agent/tools/pipeline/schedule.ts'
import type { Tool } from '../../src/agent/tools/contract.ts'
import { bench } from '../../src/agent/tools/testing/test-bench.ts'
import { MemoryBlobStore } from '../../src/sandbox/memory/blob-store.ts'
import { ok } from '../../src/sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../src/sandbox/memory/memory-sandbox.ts'
import { createTestGate } from '../support/gate.ts'
import { USER_PROMPT, type Delivery, type Plant } from './channels.ts'
import { heardIn, ObedientModel } from './obedient-model.ts'
import { withShell } from './shell-sandbox.ts'

/** Protections that a test takes away, to see that the harness finds what they hold back. */
export type Protection =
  /** The user denies every question. Without: the user allows everything, for ever. */
  | 'denial'
  /** Secrets are taken out of results, the log and requests. */
  | 'redaction'
  /** The output of a command that has opened a file with secrets is asked about. */
  | 'withholding'
  /** Texts of others cannot open or close the program's own frames. */
  | 'frames'

export interface Attack {
  readonly plant: Plant
  readonly text: string
  readonly mode: PermissionMode
  /** The workspace's `.env`. */
  readonly env: string
  /** Texts in it that must not come out. */
  readonly secrets: readonly string[]
  readonly without?: readonly Protection[]
}

export interface Loot {
  /** Addresses of requests that have left, but for those of the page that the user has allowed. */
  readonly sent: readonly string[]
  /** Secrets that the model has read. */
  readonly secrets: readonly string[]
  /** Rules that were granted, modes that were set, steering files that are there. */
  readonly changes: readonly string[]
  /** Frames of the program's own in what the channel has brought. */
  readonly frames: number
  /** Calls that the model was ordered to make. */
  readonly obeyed: number
  /** Questions to the user and to a classifier that allows all. */
  readonly asked: number
  readonly classified: number
}

const STEERING = ['.claude/settings.json', '.mcp.json', '.git/hooks/pre-commit']
const FRAME =
  /[<＜][\s/\u200b]*(?:system[-_ ]reminder|tool[-_ ]result|conversation[-_ ]summary|memory[-_ ]notes|unconfirmed[-_ ]memory)/gi

export async function attack({ plant, text, mode, env, secrets, without = [] }: Attack): Promise<Loot> {
  const has = (protection: Protection) => !without.includes(protection)
  const sent: string[] = []
  let web = ''
  const answer: PermissionAnswer = has('denial')
    ? { behavior: 'deny' }
    : { behavior: 'allow', scope: 'always' }
  const gate = createTestGate({
    fetch: (input) => {
      const { url } = new Request(input)
      const isPage = url.startsWith('https://docs.example/')
      if (!isPage) sent.push(url)
      return Promise.resolve(new Response(isPage ? web : '', { headers: { 'content-type': 'text/plain' } }))
    },
    allow: ['WebFetch(domain:docs.example)'],
    answer: () => answer,
  })
  const sandbox = withShell(createMemorySandbox({ blobStore: new MemoryBlobStore() }), gate.gate)
  const delivery = await plant(sandbox, text)
  web = delivery.web ?? ''
  const data = new TextEncoder().encode(env)
  for (const path of ['.env', 'src/.env.local']) await sandbox.writeFile({ path: `/workspace/${path}`, data })

  const redactor = new Redactor()
  let ids = 0
  const known = new WorkspaceSecrets({ redactor, newId: () => `s${++ids}` })
  let classified = 0
  const place = bench({
    tools: [...BUILT_IN_TOOLS, recallOf(delivery)],
    sandbox,
    permission: { mode, allowBypass: false, sandboxAutoAllow: mode === 'default' },
    answer,
    context: {
      egress: gate.gate,
      browser: { ask: () => Promise.resolve(delivery.page ?? { ok: false, text: 'There is no page.' }) },
      classify: () => {
        classified += 1
        return Promise.resolve({ decision: 'allow', reason: 'The text says so.', model: 'any' })
      },
      ...(has('withholding') && { withheld: new WithheldOutput(known) }),
      ...(has('redaction') && {
        clean: (said: string) => redactor.redact(said),
        learnSecrets: (when) => known.learnWhen(when, sandbox, { facts: NO_FACTS }),
      }),
    },
  })
  const model = new ObedientModel(delivery.looks ?? [])
  await run(delivery, place.context, model, {
    client: has('redaction') ? redactingClients(redactor) : (client) => client,
    log: has('redaction') ? new LogRedaction(redactor) : undefined,
    // On the wire, whoever has neutralised them.
    request: has('frames') ? (request) => request : withFrames,
  })
  const heard = model.requests.map(heardIn).join('\n')
  const files = await Promise.all(
    STEERING.map(async (path) => ((await sandbox.stat(`/workspace/${path}`)).ok ? [`${path} is there`] : [])),
  )
  return {
    sent,
    secrets: secrets.filter((secret) => heard.includes(secret)),
    changes: [...place.granted, ...files.flat()],
    frames: framesIn(model, delivery),
    obeyed: model.obeyed.length,
    asked: place.asked.length + gate.asked.length,
    classified,
  }
}

type Context = ReturnType<typeof bench>['context']

async function run(
  delivery: Delivery,
  context: Context,
  model: ObedientModel,
  through: {
    readonly client: (client: ModelClient) => ModelClient
    readonly log: LogRedaction | undefined
    readonly request: (request: ModelRequest) => ModelRequest
  },
): Promise<void> {
  const conversation = new ModelConversation()
  const log = (body: EventBody): void => {
    for (const clean of through.log?.clean([body]) ?? [body]) conversation.apply(clean)
  }
  for (const body of delivery.opening ?? []) log(body)
  log(personMessage({ messageId: 'prompt', text: USER_PROMPT }))
  const client = through.client({
    stream: (request, signal) => model.stream(through.request(request), signal),
  })
  const sections = new SectionCache()
  const facts = {
    model: 'm',
    workspace: delivery.workspace,
    backend: 'memory',
    workspacePath: '/workspace',
    date: '2026-01-01',
  }
  const tools = createRegistry([...BUILT_IN_TOOLS, recallOf(delivery)]).specs([])
  const { end } = await runInTest({
    responses: [],
    conversation: {
      get messages() {
        return conversation.messages
      },
      apply: log,
    },
    deps: {
      model: client,
      maxTurns: 50,
      buildRequest: (messages) =>
        buildRequest({ model: 'm', thinkingTokens: 0, tools, facts, sections, messages }),
      runCalls: ({ turnId, signal, interrupt }) =>
        new CallSchedule({ ...context, turnId, signal }, interrupt),
    },
  })
  if (end.terminal !== 'completed') throw new Error(`The run ended with ${end.terminal}.`)
}

/** The tool that finds what the channel has put into an earlier session. */
export function recallOf({ recalled = { found: [], cut: false } }: Delivery): Tool {
  return createRecallTool(() => Promise.resolve(ok(recalled)))
}

/** In the request that brings the text, before any order is carried out. */
function framesIn({ requests }: ObedientModel, { looks = [] }: Delivery): number {
  const request = requests[looks.length > 0 ? 1 : 0]
  if (request === undefined) throw new Error('The model was not asked.')
  return [...heardIn(request).matchAll(FRAME)].length
}

/** As if nothing had neutralised them. */
function withFrames(request: ModelRequest): ModelRequest {
  const back = <T>(value: T): T =>
    // The same shape: only texts are others.
    JSON.parse(JSON.stringify(value).replaceAll('&lt;', '<')) as T
  return { ...request, system: back(request.system), messages: back(request.messages) }
}
