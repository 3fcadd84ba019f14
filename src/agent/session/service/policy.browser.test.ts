/** The deployment's policy in a whole service: what nobody who uses the page can change, and what no run gets past. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { ok } from '../../../sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import type { ModelRequest } from '../../model/contract.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { EventPortMessage } from '../../protocol/event-port.ts'
import type { TabNotice } from '../../protocol/tab-notice.ts'
import { PolicyStore } from '../policy/policy-store.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { startService } from './test-support.ts'

const ADDRESS = `${location.origin}/policy.json`
const BYPASS = { allowBypass: true, permissionMode: 'bypassPermissions' } as const
/** The file of a server that gives no answer. */
const UNREACHABLE = 'unreachable'
const CLOSED = { permissions: { disableBypassPermissionsMode: 'disable', disableAutoMode: 'disable' } }

beforeEach(async () => {
  await new SettingsStore().update(DEFAULT_SETTINGS)
  await new PolicyStore().forget()
})
afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await new SettingsStore().update(DEFAULT_SETTINGS)
  await dropDatabases()
})

interface Start {
  /** The file as the server sends it; a text is sent as it is. */
  readonly policy: object | string
  readonly settings?: Partial<Settings>
  /** Before each answer of the model. */
  readonly onRequest?: () => Promise<void>
  readonly database?: Awaited<ReturnType<typeof newDatabase>>
}

/** A tab with an open session. `server.file` may be changed later. */
async function start({ policy, settings = {}, onRequest, database }: Start) {
  await new SettingsStore().update({ ...DEFAULT_SETTINGS, ...settings })
  const server: { file: object | string } = { file: policy }
  const requests: ModelRequest[] = []
  const environments: unknown[] = []
  const notices: TabNotice[] = []
  const { port1, port2 } = new MessageChannel()
  port2.onmessage = ({ data }: MessageEvent<EventPortMessage>) => {
    if (data.type === 'notice') notices.push(data.notice)
  }
  const api = await startService({
    database: database ?? (await newDatabase()),
    connectSandbox: (_, { blobs }) => {
      const sandbox = createMemorySandbox({ blobStore: blobs })
      const exec: typeof sandbox.exec = (request, onOutput) => {
        environments.push(request.env)
        return sandbox.exec(request, onOutput)
      }
      return Promise.resolve(ok({ ...sandbox, exec }))
    },
    network: {
      fetch: async () => {
        const { file } = server
        if (file === UNREACHABLE) throw new TypeError('Failed to fetch')
        const text = typeof file === 'string' ? file : JSON.stringify(file)
        return new Response(text, { headers: { 'Content-Type': 'application/json' } })
      },
      ownOrigins: [],
      caches: undefined,
    },
    policy: 'policy.json',
    port: port1,
    parts: {
      createModel: () => ({
        async *stream(request, signal) {
          requests.push(request)
          await onRequest?.()
          const calls = requests.length === 1 ? [{ name: 'Bash', input: { command: 'echo hello' } }] : []
          yield* createScriptedModel([calls.length > 0 ? { calls } : { text: 'Done.' }]).stream(
            request,
            signal,
          )
        },
      }),
    },
  })
  if (database) await api.sessions.open()
  else await api.sessions.create()
  const types = async () => (await api.sessions.events(1)).map(({ type }) => type)
  const policyNotices = () => notices.flatMap((notice) => (notice.type === 'policy' ? [notice.state] : []))
  return { api, server, requests, environments, types, policyNotices }
}

const command = (line: string) => ['Bash', { command: line }] as const
const refusal = { ok: false, error: { kind: 'not_permitted', message: expect.stringContaining(ADDRESS) } }

it('is told to the page once it was read', async () => {
  const { api, policyNotices } = await start({ policy: { deniedModels: ['opus'] } })
  await expect
    .poll(policyNotices)
    .toMatchObject([{ status: 'in_force', address: ADDRESS, deniedModels: ['opus'] }])
  expect(await api.policy.state()).toEqual(policyNotices()[0])
})

it('that comes in the middle of a run holds from its next call on, and is told', async () => {
  const { api, server, policyNotices } = await start({
    policy: UNREACHABLE,
    settings: BYPASS,
    onRequest: async () => {
      server.file = { permissions: { deny: ['Bash(echo:*)'] } }
      window.dispatchEvent(new Event('online'))
      await expect.poll(() => policyNotices().at(-1)).toMatchObject({ status: 'in_force' })
    },
  })
  await api.runs.say('Hello')
  expect(await resultsIn(api)).toEqual([
    expect.stringContaining('The rule Bash(echo:*) (policy) forbids it.'),
  ])
  expect(policyNotices().map(({ status }) => status)).toEqual(['none', 'in_force'])
})

it('denies what bypassing and a rule of the user would let run', async () => {
  const { api } = await start({
    policy: { permissions: { deny: ['Bash(echo:*)'] } },
    settings: { ...BYPASS, rules: { allow: ['Bash(echo:*)'], ask: [], deny: [] } },
  })
  expect(await api.permissions.explain(...command('echo hello'))).toMatchObject({
    behavior: 'deny',
    source: 'policy',
  })
  expect(await api.permissions.explain(...command('ls'))).toMatchObject({ behavior: 'allow' })
})

it('a closed mode is entered by no call of the page', async () => {
  const { api } = await start({ policy: CLOSED, settings: BYPASS })
  expect(await api.settings.read()).toMatchObject({ allowBypass: false, permissionMode: 'default' })
  expect(await api.permissions.setMode('bypassPermissions')).toMatchObject(refusal)
  expect(await api.permissions.setMode('auto')).toMatchObject(refusal)
  expect(await api.settings.update({ allowBypass: true })).toMatchObject(refusal)
  expect(await api.settings.update({ ...BYPASS })).toMatchObject(refusal)
  expect(await api.settings.update({ permissionMode: 'auto' })).toMatchObject(refusal)
  expect(await api.permissions.setMode('plan')).toEqual(ok(undefined))
  await api.runs.say('Hello')
  expect(await modesIn(api)).toEqual(['plan'])
})

it('a session that was left in a closed mode goes on in the usual one', async () => {
  const database = await newDatabase()
  const before = await start({ policy: {}, settings: BYPASS, database })
  await before.api.permissions.setMode('bypassPermissions')
  await before.api.runs.say('Hello')
  expect(await modesIn(before.api)).toEqual(['bypassPermissions'])
  const [session] = await before.api.sessions.list()
  await before.api.sessions.create()

  const { api } = await start({ policy: CLOSED, settings: BYPASS, database })
  await api.sessions.open(session?.id ?? '')
  await api.runs.say('Hello again')
  expect(await modesIn(api)).toEqual(['bypassPermissions', 'default'])
})

it('sets the mode in which sessions begin, but for one that has its own', async () => {
  const { api } = await start({ policy: { permissions: { defaultMode: 'plan' } } })
  expect(await api.settings.read()).toMatchObject({ permissionMode: 'plan' })
  expect(await api.settings.update({ permissionMode: 'default' })).toMatchObject(refusal)
  await api.runs.say('Hello')
  await api.permissions.setMode('acceptEdits')
  await api.runs.say('Hello')
  expect(await modesIn(api)).toEqual(['plan', 'acceptEdits'])
})

it('a fixed setting is the one of requests, and the user keeps the own one for later', async () => {
  const policy = { model: 'claude-haiku-4-5', autoCompactEnabled: false }
  const { api, requests } = await start({ policy, settings: { model: 'my-model' } })
  expect(await api.settings.read()).toMatchObject({ model: 'claude-haiku-4-5', autoCompact: false })
  expect(await api.settings.update({ model: 'other-model' })).toMatchObject(refusal)
  expect(await api.settings.update({ model: 'claude-haiku-4-5', maxTurns: 7 })).toMatchObject({
    ok: true,
    value: { model: 'claude-haiku-4-5', maxTurns: 7, autoCompact: false },
  })
  await api.runs.say('Hello')
  expect(new Set(requests.map(({ model }) => model))).toEqual(new Set(['claude-haiku-4-5']))
  expect(await new SettingsStore().read()).toMatchObject({
    model: 'my-model',
    maxTurns: 7,
    autoCompact: true,
  })
})

it.each(['model', 'fallbackModel', 'advisorModel', 'classifierModel', 'memoryModel'] as const)(
  'a %s that is not available is asked nothing, and cannot be chosen',
  async (name) => {
    const { api, requests, types } = await start({
      policy: { availableModels: ['sonnet', 'haiku'], deniedModels: ['claude-sonnet-3-7'] },
      settings: { [name]: 'claude-opus-4-6' },
    })
    const before = await types()
    const said = await api.runs.say('Hello')
    expect(said).toMatchObject(refusal)
    expect(said.ok ? '' : said.error.message).toContain(
      'does not allow the model "claude-opus-4-6". It allows sonnet, haiku, but not claude-sonnet-3-7.',
    )
    expect(await api.credentials.testConnection()).toMatchObject([{ name: 'Policy', state: 'failed' }])
    expect([requests, await types()]).toEqual([[], before])
    expect(await api.settings.update({ [name]: 'claude-sonnet-3-7' })).toMatchObject(refusal)
    expect(await api.settings.update({ [name]: 'claude-haiku-4-5' })).toMatchObject({ ok: true })
    expect(await api.runs.say('Hello')).toEqual(ok(undefined))
  },
)

it('a file that cannot be used lets no run begin by any call, until it is mended', async () => {
  const { api, server, requests, types, policyNotices } = await start({ policy: { hooks: {} } })
  const before = await types()
  const unusable = { ok: false, error: { message: expect.stringContaining('sets "hooks"') } }
  expect(await api.runs.say('Hello')).toMatchObject(unusable)
  expect(await api.runs.say('Hello', { untilOnline: true })).toMatchObject(unusable)
  expect(await api.runs.run('Hello')).toMatchObject(unusable)
  expect(await api.runs.tryAgain()).toMatchObject(unusable)
  expect(await api.runs.compact('')).toMatchObject(unusable)
  expect(await api.runs.hurry('m')).toMatchObject(unusable)
  expect(await api.runs.resume()).toMatchObject(unusable)
  expect(await api.credentials.testConnection()).toMatchObject([{ name: 'Policy', state: 'failed' }])
  expect([requests, await types()]).toEqual([[], before])

  server.file = { deniedModels: ['opus'] }
  expect(await api.runs.say('Hello')).toEqual(ok(undefined))
  expect(requests.length).toBeGreaterThan(0)
  expect(policyNotices().at(-1)).toMatchObject({ status: 'in_force' })
})

it('messages that wait stay waiting while it cannot be used', async () => {
  const database = await newDatabase()
  const before = await start({ policy: {}, database })
  await before.api.runs.say('Later', { untilOnline: true })
  const [session] = await before.api.sessions.list()
  await before.api.sessions.create()

  const { api, requests } = await start({ policy: '', database })
  await api.sessions.open(session?.id ?? '')
  const queued = (await api.sessions.events(1)).flatMap((event) =>
    event.type === 'message_queued' ? [event.messageId] : [],
  )
  expect(await api.runs.hurry(queued[0] ?? '')).toMatchObject({ ok: false })
  expect(requests).toEqual([])
  const last = (await api.sessions.events(1)).map(({ type }) => type)
  expect(last).not.toContain('message_unqueued')
  expect(last).not.toContain('user_message')
})

it('where only its own rules allow, those of the user and of dialogs allow nothing', async () => {
  const own = { rules: { allow: ['WebFetch'], ask: ['Bash(ls:*)'], deny: ['Bash(cat:*)'] } }
  const free = await start({ policy: {}, settings: own })
  const open = await free.api.permissions.explainText('WebFetch(https://example.com/)')
  expect(open).toMatchObject({ behavior: 'allow', source: 'user' })

  const policy = {
    allowManagedPermissionRulesOnly: true,
    permissions: { allow: ['WebFetch(domain:docs.example)'] },
  }
  const { api } = await start({ policy, settings: own })
  expect(await api.permissions.explainText('WebFetch(https://example.com/)')).toMatchObject({
    behavior: 'ask',
  })
  expect(await api.permissions.explainText('WebFetch(https://docs.example/)')).toMatchObject({
    behavior: 'allow',
    source: 'policy',
  })
  expect(await api.permissions.explain(...command('ls'))).toMatchObject({ behavior: 'ask', source: 'user' })
  expect(await api.permissions.explain(...command('cat a'))).toMatchObject({
    behavior: 'deny',
    source: 'user',
  })
})

it('its variables reach the programs of the sandbox', async () => {
  const { api, environments } = await start({
    policy: { env: { NAME: 'Team', HTTPS_PROXY: 'http://proxy:8080' } },
    settings: { ...BYPASS, gitName: 'Ada' },
  })
  await api.runs.say('Hello')
  expect(environments).toContainEqual(
    expect.objectContaining({ NAME: 'Team', HTTPS_PROXY: 'http://proxy:8080' }),
  )
})

/** Mode of each run of the open session. */
async function modesIn(api: Awaited<ReturnType<typeof start>>['api']): Promise<readonly string[]> {
  return (await api.sessions.events(1)).flatMap((event) => (event.type === 'run_started' ? [event.mode] : []))
}

/** Texts of the results of calls. */
async function resultsIn(api: Awaited<ReturnType<typeof start>>['api']): Promise<readonly string[]> {
  const events = await api.sessions.events(1)
  return events.flatMap((event) => (event.type === 'tool_result' ? [JSON.stringify(event)] : []))
}
