/**
 * Checks the connection between the page and its model step by step: each line is fine, or says what to do.
 * Costs no more than one short answer.
 */
import type { ConnectionCheck } from '../protocol/calls/credentials.ts'
import type { Settings } from '../protocol/settings.ts'
import type { ModelClient, ModelError, ModelRequest } from './contract.ts'

export interface DoctorOptions {
  readonly settings: Pick<Settings, 'provider' | 'baseUrl' | 'model'>
  /** The page's origin, as the server must allow it. */
  readonly pageOrigin: string
  readonly client: ModelClient
  /** Asks without a header of ours; resolves when a page may read the answer. */
  readonly ask: (url: string) => Promise<unknown>
  /** Tokens of the shortest answer that the model can be asked for. */
  readonly leastTokens: number
  readonly now: () => number
}

const LOCAL = /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/
/** Names that are offered instead of a model that is not there. */
const NEAR = 5

export async function examineConnection(options: DoctorOptions): Promise<readonly ConnectionCheck[]> {
  if (options.settings.provider === 'local') return examineLocal(options)
  const checks: ConnectionCheck[] = [...addressChecks(options)]
  if (failed(checks)) return checks
  checks.push(...(await serverChecks(options)))
  if (!failed(checks)) checks.push(await answerCheck(options))
  return checks
}

/** A model in this tab has no server in between. */
async function examineLocal(options: DoctorOptions): Promise<readonly ConnectionCheck[]> {
  const { client, settings } = options
  const listed = await client.models?.(AbortSignal.timeout(20_000))
  if (listed?.ok !== true)
    return listed ? [bad('Model', listed.error.message, listed.error.hint)] : [await answerCheck(options)]
  if (!listed.models.includes(settings.model)) {
    const fix = 'Download one, or choose its file, and then “Use”.'
    return [bad('Model', `This browser has no model "${settings.model}".`, fix)]
  }
  return [good('Model', `This browser has "${settings.model}".`), await answerCheck(options)]
}

function failed(checks: readonly ConnectionCheck[]): boolean {
  return checks.some(({ state }) => state === 'failed')
}

function addressChecks({ settings, pageOrigin }: DoctorOptions): ConnectionCheck[] {
  const { baseUrl, provider } = settings
  if (!URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    return [bad('Address', `"${baseUrl}" is not an address.`, 'It begins with "https://" or "http://".')]
  }
  const { pathname, protocol, hostname, host } = new URL(baseUrl)
  const end =
    provider === 'anthropic'
      ? /\/v1(\/messages)?\/?$/.exec(pathname)
      : /\/chat\/completions\/?$/.exec(pathname)
  if (end)
    return [bad('Address', `The address goes too far: "${end[0]}" is added to it.`, `Leave "${end[0]}" out.`)]
  const address = good('Address', `${host} over ${protocol.slice(0, -1)}.`)
  if (!pageOrigin.startsWith('https:') || protocol === 'https:' || LOCAL.test(hostname)) {
    return [address, good('Mixed content', 'The browser lets this page ask that address.')]
  }
  const fix = 'Give that server https, or open Vivarium over http from the same machine.'
  return [address, bad('Mixed content', 'A page over https may not ask a server over http.', fix)]
}

async function serverChecks(options: DoctorOptions): Promise<ConnectionCheck[]> {
  const { client, settings } = options
  const listed = await client.models?.(AbortSignal.timeout(20_000))
  if (!listed) return []
  if (listed.ok)
    return [...reached(), good('Key', 'It was accepted.'), modelCheck(settings.model, listed.models)]
  const { error } = listed
  switch (error.kind) {
    case 'offline':
      return [bad('Reachable', error.message, 'Connect to the network; a local server works without one.')]
    case 'cors':
    case 'unreachable':
      return corsChecks(options, error)
    case 'authentication':
    case 'credits': {
      // Without a status nobody was asked: the key is missing here.
      const before =
        error.status === undefined
          ? [skipped('Reachable', 'Not asked yet: a request needs a key.')]
          : reached()
      return [...before, bad('Key', error.message, error.hint)]
    }
    default:
      // Not every server has a list; the answer will tell.
      return [
        ...reached(),
        skipped('Key', 'This server does not list its models, so the answer has to tell.'),
      ]
  }
}

function reached(): ConnectionCheck[] {
  return [good('Reachable', 'The server answers.'), good('CORS', 'It lets this page ask.')]
}

/** A browser does not say what was missing; other requests that it lets through narrow it down. */
async function corsChecks(options: DoctorOptions, error: ModelError): Promise<ConnectionCheck[]> {
  const { settings, pageOrigin, ask } = options
  const { baseUrl, provider } = settings
  const plain = await ask(baseUrl).then(
    () => true,
    () => false,
  )
  if (plain) {
    const headers =
      provider === 'anthropic'
        ? 'content-type, x-api-key, authorization, anthropic-version'
        : 'content-type, authorization'
    return [
      good('Reachable', 'The server answers.'),
      bad(
        'CORS',
        'It lets pages ask, but not with the headers of a request.',
        `It has to answer with "Access-Control-Allow-Headers: ${headers}", and with the names of your extra headers.`,
      ),
    ]
  }
  const missing = `It has to answer with "Access-Control-Allow-Origin: ${pageOrigin}". ${serverAdvice(baseUrl, pageOrigin)}`
  if (error.kind === 'cors')
    return [
      good('Reachable', 'The server answers.'),
      bad('CORS', 'It does not let this page ask.', missing.trim()),
    ]
  return [
    bad(
      'Reachable',
      `Nobody answers at ${baseUrl}, or only to other pages: the browser does not say which.`,
      `See that the server runs and that the port is right. If it does run: ${missing}`.trim(),
    ),
  ]
}

/** By the port that a server usually has. */
function serverAdvice(baseUrl: string, origin: string): string {
  switch (new URL(baseUrl).port) {
    case '11434':
      return `For Ollama, set OLLAMA_ORIGINS=${origin} and start it again.`
    case '1234':
      return 'For LM Studio, turn on "Enable CORS" in the settings of its server.'
    case '8000':
      return `For vLLM, start it with --allowed-origins '["${origin}"]'.`
    case '8080':
      return 'llama.cpp’s server allows every page as it is; something before it may not.'
    default:
      return ''
  }
}

function modelCheck(model: string, models: readonly string[]): ConnectionCheck {
  // An alias stands for its newest snapshot.
  const found = models.some((id) => id === model || id.startsWith(`${model}-`) || id === `${model}:latest`)
  if (found) return good('Model', `The server has "${model}".`)
  if (models.length === 0) return bad('Model', 'The server has no model yet.', 'Load one there first.')
  const near = models
    .map((id) => ({ id, away: distance(id.toLowerCase(), model.toLowerCase()) }))
    .sort((a, b) => a.away - b.away)
    .slice(0, NEAR)
    .map(({ id }) => id)
  return bad(
    'Model',
    `The server has no "${model}" among its ${models.length}.`,
    `It has: ${near.join(', ')}.`,
  )
}

/** Letters to change; a name inside the other is near. */
function distance(a: string, b: string): number {
  if (a.includes(b) || b.includes(a)) return Math.abs(a.length - b.length) / 10
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

async function answerCheck(options: DoctorOptions): Promise<ConnectionCheck> {
  const began = options.now()
  const error = await errorOfAnswer(options, true)
  if (!error)
    return good('Streaming', `The model answered in ${((options.now() - began) / 1000).toFixed(1)} s.`)
  const isStream = error.kind === 'idle' || (error.kind === 'not_messages_api' && error.status === 200)
  if (isStream && !(await errorOfAnswer(options, false))) {
    return {
      name: 'Streaming',
      state: 'warning',
      message: 'The model answers, but not as a stream: each answer shows when it is whole.',
      fix: 'Something between here and the server may hold streams back, a proxy for instance.',
    }
  }
  return bad('Streaming', error.message, error.hint)
}

async function errorOfAnswer(
  { client, settings, leastTokens }: DoctorOptions,
  streaming: boolean,
): Promise<ModelError | undefined> {
  const request: ModelRequest = {
    model: settings.model,
    maxTokens: leastTokens,
    system: [],
    tools: [],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    thinkingTokens: 0,
    requestId: crypto.randomUUID(),
    ...(streaming ? {} : { streaming }),
  }
  for await (const event of client.stream(request, AbortSignal.timeout(60_000))) {
    if (event.type === 'failed') return event.error
    if (event.type === 'ended') return undefined
  }
  return {
    kind: 'idle',
    message: 'There was no answer within a minute.',
    hint: 'The model may still be loading; try again.',
  }
}

function good(name: string, message: string): ConnectionCheck {
  return { name, state: 'ok', message }
}

function skipped(name: string, message: string): ConnectionCheck {
  return { name, state: 'skipped', message }
}

function bad(name: string, message: string, fix: string): ConnectionCheck {
  return { name, state: 'failed', message, fix }
}
