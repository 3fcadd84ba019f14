/** Agents beside the one that the person speaks with: each works in a thread of its own, reads, and reports to its parent's log. */
import { afterEach, expect, it } from 'vitest'
import { z } from 'zod'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { ModelRequest } from '../../model/contract.ts'
import type { AgentEvent } from '../../protocol/events.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { sumUsage } from '../../protocol/usage.ts'
import { buildTool, errorOutput, textOutput } from '../../tools/contract.ts'
import type { Tool } from '../../tools/contract.ts'
import { verifyLog } from '../log/log-chain.ts'
import { readStoredEvents } from '../log/stored-events.ts'
import type { AgentService } from '../service/service.ts'
import { newProfile, removeProfiles } from '../journal/testing/profile.ts'
import type { Profile } from '../journal/testing/profile.ts'
import { logName } from '../store/database.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { dropDatabases } from '../testing/database.ts'
import { nextAnswer, startScriptedService } from '../testing/scripted-service.ts'
import type { Step } from '../testing/scripted-service.ts'
import type { AgentReport, AgentTask } from './agent-host.ts'

afterEach(async () => {
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
  await removeProfiles()
})

/** Answers for the main agent, and for those beside it. */
interface Answers {
  readonly main?: readonly Step[]
  readonly side?: readonly Step[]
}

const NOTES = '/workspace/notes.txt'
const READ = { name: 'Read', input: { file_path: NOTES } }

/** A service with a file in its workspace. An agent beside the main one is told apart by its prompt. */
async function start({ main = [], side = [] }: Answers, more: readonly Tool[] = [], profile?: Profile) {
  const left = { main: [...main], side: [...side] }
  const requests: { readonly main: ModelRequest[]; readonly side: ModelRequest[] } = { main: [], side: [] }
  const { service, api, database } = await startScriptedService({
    answer(request) {
      const isSide = request.system[0]?.text.startsWith('You are an agent for one delegated task')
      const who = isSide ? 'side' : 'main'
      requests[who].push(request)
      return nextAnswer(left[who])
    },
    tools: more,
    profile,
  })
  await value(api.settings.update({ model: 'claude-sonnet-4-6' }))
  const { id: session } = await api.sessions.create()
  await value(api.files.write(NOTES, new TextEncoder().encode('The bridge is closed.\n')))
  const threadEvents = (id: string) => readStoredEvents(database, logName(session, id), 1)
  return { service, api, database, session, requests, threadEvents }
}

const TASK: Omit<AgentTask, 'signal'> = {
  role: 'reader',
  description: 'Look into the notes',
  prompt: `Read ${NOTES} and say what is closed.`,
  tools: ['Read'],
}

const typesOf = (events: readonly AgentEvent[]) => events.map(({ type }) => type)

it('reads a file and ends in a thread of its own, of which the conversation beside it has nothing', async () => {
  const { service, api, database, session, requests, threadEvents } = await start({
    side: [{ text: 'I look.', calls: [READ] }, { text: 'The bridge.' }],
  })
  const before = await api.sessions.events(1)
  const report = await value(service.startAgent(TASK))
  expect(report).toMatchObject({
    terminal: 'completed',
    result: 'The bridge.',
    changed: [],
    turns: 2,
    calls: 1,
  })
  expect(report.root).toBeUndefined()

  const told = (await api.sessions.events(1)).slice(before.length)
  expect(told).toMatchObject([
    { type: 'agent_started', agent: report.agent, role: 'reader', description: 'Look into the notes' },
    { type: 'agent_ended', agent: report.agent, result: 'The bridge.', usage: report.usage },
  ])
  const own = await threadEvents(report.agent)
  expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1))
  expect(typesOf(own)).toEqual(
    expect.arrayContaining(['thread_started', 'run_started', 'tool_result', 'run_ended']),
  )
  expect(own.find((event) => event.type === 'tool_result')).toMatchObject({ outcome: 'done', tool: 'Read' })

  // Its requests have its own role, its own tools and nothing that was said elsewhere; the next of the conversation nothing of it.
  await value(api.runs.run('And now?'))
  expect(requests.side.map(({ tools }) => tools.map(({ name }) => name))).toEqual([['Read'], ['Read']])
  expect(requests.side[0]?.messages).toHaveLength(1)
  expect(JSON.stringify(requests.main)).not.toMatch(/bridge|delegated/u)

  const record = await database.get('threads', [session, report.agent])
  expect(record).toMatchObject({ session, id: report.agent, role: 'reader', lastSeq: own.length })
  expect((await api.sessions.list()).map(({ id }) => id)).toEqual([session])
})

it('counts for the session and the day once, and for nothing that it is not', async () => {
  const { service, api, database } = await start({ side: [{ calls: [READ] }, { text: 'The bridge.' }] })
  const report = await value(service.startAgent(TASK))
  await value(api.runs.run('And now?'))
  expect(sumUsage(report.usage)).toMatchObject({ requests: 2, outputTokens: 2 })
  const [day] = await database.getAll('usageDays')
  expect(sumUsage(day?.totals ?? [])).toMatchObject({ requests: 3, outputTokens: 3 })
})

it('works within a call of the conversation, which waits, and has its result in the order of the log', async () => {
  const host: { start?: AgentService['startAgent'] } = {}
  const delegate = buildTool({
    name: 'Delegate',
    description: 'Has another agent do a task.',
    schema: z.strictObject({ prompt: z.string().describe('The task.') }),
    kind: 'other',
    requiresPermission: false,
    title: ({ prompt }) => prompt,
    async run({ prompt }, { turnId, toolUseId, signal }) {
      const report = await host.start?.({ ...TASK, prompt, call: { turnId, toolUseId } }, signal)
      return report?.ok ? textOutput(report.value.result) : errorOutput('It did not begin.')
    },
  })
  const { service, api, requests, threadEvents } = await start(
    {
      main: [
        { calls: [{ name: 'Delegate', input: { prompt: 'Read the notes.' } }] },
        { text: 'The bridge, it says.' },
      ],
      side: [{ calls: [READ] }, { text: 'The bridge.' }],
    },
    [delegate],
  )
  host.start = service.startAgent
  await value(
    api.settings.update({ permissionMode: 'acceptEdits', rules: { allow: ['Delegate'], ask: [], deny: [] } }),
  )
  expect(await value(api.runs.run('What is closed?'))).toEqual({ terminal: 'completed' })
  const events = await api.sessions.events(1)
  const order = ['tool_started', 'agent_started', 'agent_ended', 'tool_result']
  expect(typesOf(events).filter((type) => order.includes(type))).toEqual(order)
  const started = events.find((event) => event.type === 'agent_started')
  const call = events.find((event) => event.type === 'tool_started')
  expect(started).toMatchObject({ toolUseId: call?.toolUseId, turnId: call?.turnId })
  expect(JSON.stringify(requests.main.at(-1)?.messages)).toContain('The bridge.')
  expect((await threadEvents(started?.agent ?? ''))[0]).toMatchObject({ toolUseId: call?.toolUseId })
})

const WRITES: Readonly<
  Record<string, { readonly name: string; readonly input: Readonly<Record<string, unknown>> }>
> = {
  'the tool that writes files': { name: 'Write', input: { file_path: '/workspace/new.txt', content: 'x' } },
  'the tool that edits them': {
    name: 'Edit',
    input: { file_path: NOTES, old_string: 'bridge', new_string: 'road' },
  },
  'a command': { name: 'Bash', input: { command: 'echo x > /workspace/new.txt', description: 'x' } },
}

for (const [how, call] of Object.entries(WRITES))
  it(`changes nothing by ${how}, whatever is allowed`, async () => {
    const { service, api, threadEvents } = await start({
      side: [{ calls: [READ] }, { calls: [call] }, { text: 'Done.' }],
    })
    await value(api.settings.update({ allowBypass: true, permissionMode: 'bypassPermissions' }))
    const report = await value(service.startAgent({ ...TASK, tools: ['Read', 'Write', 'Edit', 'Bash'] }))
    const results = (await threadEvents(report.agent)).filter((event) => event.type === 'tool_result')
    expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'failed'])
    expect(JSON.stringify(results[1]?.content)).toContain('only reads')
    expect(new TextDecoder().decode(await value(api.files.read(NOTES)))).toBe('The bridge is closed.\n')
    expect((await api.files.read('/workspace/new.txt')).ok).toBe(false)
    expect(typesOf(await threadEvents(report.agent))).not.toContain('checkpoint')
  })

it('has its second copy before its parent says that it has ended', async () => {
  const profile = await newProfile()
  const { service, api, database, session } = await start(
    { side: [{ calls: [READ] }, { text: 'The bridge.' }] },
    [],
    profile,
  )
  const told: (readonly string[])[] = []
  const keep = profile.copy.keepThread.bind(profile.copy)
  profile.copy.keepThread = async (...of) => {
    told.push(typesOf(await api.sessions.events(1)))
    await keep(...of)
  }
  const { agent } = await value(service.startAgent(TASK))
  expect(told).toHaveLength(1)
  expect(told[0]).toContain('agent_started')
  expect(told[0]).not.toContain('agent_ended')
  const record = await database.get('threads', [session, agent])
  expect(record?.kept).toBe(record?.lastSeq)
  expect([...(profile.sessions.files.get(session)?.keys() ?? [])]).toContain(`thread-${agent}`)
})

it('has no way to the network, whatever is allowed', async () => {
  const fetched = { name: 'WebFetch', input: { url: 'https://example.com/' } }
  const { service, api, threadEvents } = await start({ side: [{ calls: [fetched] }, { text: 'Nothing.' }] })
  await value(api.settings.update({ rules: { allow: ['WebFetch(domain:example.com)'], ask: [], deny: [] } }))
  const report = await value(service.startAgent({ ...TASK, tools: ['WebFetch'] }))
  const own = await threadEvents(report.agent)
  expect(own.find((event) => event.type === 'tool_result')).toMatchObject({ outcome: 'failed' })
  expect(JSON.stringify(own)).toContain('no way to the network')
  expect(typesOf(own)).not.toContain('exit_decided')
})

it('asks nobody: a question is denied, and no dialog opens', async () => {
  const { service, api, threadEvents } = await start({ side: [{ calls: [READ] }, { text: 'Denied.' }] })
  await value(api.settings.update({ rules: { allow: [], ask: ['Read'], deny: [] } }))
  const report = await value(service.startAgent(TASK))
  const own = await threadEvents(report.agent)
  expect(own.find((event) => event.type === 'tool_result')).toMatchObject({ outcome: 'denied' })
  expect([...typesOf(own), ...typesOf(await api.sessions.events(1))]).not.toContain('permission_requested')
})

it('obeys a rule that changes while it works', async () => {
  const denied = { rules: { allow: [], ask: [], deny: ['Read'] } }
  const { service, threadEvents } = await start({
    side: [{ calls: [READ] }, () => value(service.api.settings.update(denied)), { calls: [READ] }],
  })
  const report = await value(service.startAgent(TASK))
  const results = (await threadEvents(report.agent)).filter((event) => event.type === 'tool_result')
  expect(results.map(({ outcome }) => outcome)).toEqual(['done', 'denied'])
})

it('may do less than its parent where its task says so, and never more', async () => {
  const { service, threadEvents } = await start({ side: [{ calls: [READ] }, { text: 'Denied.' }] })
  const rules = { allow: [], ask: [], deny: ['Read'] }
  const report = await value(
    service.startAgent({
      ...TASK,
      gate: (permission) => ({
        ...permission,
        ruleSets: [...permission.ruleSets, { source: 'session', rules }],
      }),
    }),
  )
  expect((await threadEvents(report.agent)).find((event) => event.type === 'tool_result')).toMatchObject({
    outcome: 'denied',
  })
})

it('ends with its turns, with its budget, and with the person who stops it', async () => {
  const { service, api } = await start({
    side: [
      { calls: [READ] },
      { calls: [{ ...READ, input: { ...READ.input, offset: 1 } }] },
      { calls: [READ], outputTokens: 1_000_000 },
      { hangs: true },
    ],
  })
  expect(await value(service.startAgent({ ...TASK, maxTurns: 2 }))).toMatchObject({
    terminal: 'max_turns',
    turns: 2,
    result: expect.stringContaining('used all of its turns'),
  })
  expect(await value(service.startAgent({ ...TASK, budgetUsd: 1 }))).toMatchObject({
    terminal: 'budget_exceeded',
    turns: 1,
  })
  const running: Promise<Result<AgentReport>> = service.startAgent(TASK)
  await expect
    .poll(async () => typesOf(await api.sessions.events(1)).filter((type) => type === 'agent_started'))
    .toHaveLength(3)
  await api.runs.stop()
  expect(await value(running)).toMatchObject({
    terminal: 'aborted_streaming',
    result: expect.stringContaining('stopped'),
  })
})

it('works beside another without a gap in either log', async () => {
  const { service, api, threadEvents, database, session } = await start({
    side: Array.from({ length: 20 }, (_, at) =>
      at < 10 ? { text: 'One after the other. '.repeat(20), calls: [READ] } : { text: `The bridge ${at}.` },
    ),
  })
  const reports = await Promise.all(Array.from({ length: 10 }, () => value(service.startAgent(TASK))))
  for (const { agent } of reports) {
    const own = await threadEvents(agent)
    expect(own.map(({ seq }) => seq)).toEqual(own.map((_, index) => index + 1))
    const record = await database.get('threads', [session, agent])
    expect(record?.lastSeq).toBe(own.length)
  }
  const events = await api.sessions.events(1)
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, index) => index + 1))
  const record = await database.get('sessions', session)
  expect(record && (await verifyLog(database, record))).toMatchObject({ state: 'intact' })
})

it('refuses a task that is empty, and one with a tool that is not there', async () => {
  const { service, api } = await start({})
  expect(await service.startAgent({ ...TASK, prompt: ' ' })).toMatchObject({
    ok: false,
    error: { kind: 'invalid' },
  })
  expect(await service.startAgent({ ...TASK, tools: ['Reed'] })).toMatchObject({
    ok: false,
    error: { kind: 'invalid', message: expect.stringContaining('Reed') },
  })
  expect(typesOf(await api.sessions.events(1))).not.toContain('agent_started')
})
