/** The cost of one prompt: reads of small values and questions over the port; and changes that hold from the next call on. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { value } from '../../sandbox/contract/suite/contract-test-support.ts'
import { ok } from '../../sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../sandbox/memory/memory-sandbox.ts'
import { createScriptedModel } from '../model/scripted.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import type { PermissionAnswer } from '../protocol/permission-requests.ts'
import { DEFAULT_SETTINGS } from '../protocol/settings.ts'
import { SettingsStore } from './store/settings-store.ts'
import { startService } from './service/test-support.ts'
import { dropDatabases, newDatabase } from './testing/database.ts'

/** Reads by the name of their database. */
const reads = new Map<string, number>()
let described = 0

beforeEach(() => {
  reads.clear()
  described = 0
  const get = IDBObjectStore.prototype.get
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    const { name } = this.transaction.db
    reads.set(name, (reads.get(name) ?? 0) + 1)
    return get.call(this, key)
  })
})

afterEach(async () => {
  vi.restoreAllMocks()
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await dropDatabases()
})

const NO_RULES = { allow: [], ask: [], deny: [] }
const WRITES = { ...NO_RULES, allow: ['Write'] }

type Step = ScriptedResponse | (() => Promise<unknown>)

/** A service with an open session, whose model answers from a list; functions in it are called before the next answer. */
async function start() {
  let steps: readonly Step[] = []
  const sandboxes = { contained: true }
  const next = async (): Promise<ScriptedResponse> => {
    for (;;) {
      const [step = { text: 'Done.' }, ...rest] = steps
      steps = rest
      if (typeof step !== 'function') return step
      await step()
    }
  }
  const service = await startService({
    database: await newDatabase(),
    contents: undefined,
    connectSandbox: (_, { blobs }) => {
      const sandbox = createMemorySandbox({ blobStore: blobs })
      const { contained: isContained } = sandboxes
      const describe = async () => {
        described++
        return { ...(await sandbox.describe()), contained: isContained }
      }
      return Promise.resolve(ok({ ...sandbox, describe }))
    },
    parts: {
      createModel: () => ({
        async *stream(request, signal) {
          yield* createScriptedModel([await next()]).stream(request, signal)
        },
      }),
    },
  })
  await value(
    service.settings.update({
      rules: NO_RULES,
      permissionMode: 'default',
      allowBypass: false,
      sandboxAutoAllow: false,
    }),
  )
  const { id: session } = await service.sessions.create()
  /** The outcomes of a prompt's calls. Questions are answered in this order, then with no. */
  const prompt = async (given: readonly Step[], answers: readonly PermissionAnswer[] = []) => {
    steps = given
    const from = (await service.sessions.events(1)).length + 1
    const answered = new Set<string>()
    const sent = service.runs.run('Go on')
    const timer = setInterval(async () => {
      for (const event of await service.sessions.events(from)) {
        if (event.type !== 'permission_requested' || answered.has(event.toolUseId)) continue
        const answer = answers[answered.size] ?? { behavior: 'deny' }
        answered.add(event.toolUseId)
        await service.permissions.answer(event.toolUseId, answer)
      }
    }, 5)
    expect(await value(sent.finally(() => clearInterval(timer)))).toEqual({ terminal: 'completed' })
    const events = await service.sessions.events(from)
    return events.flatMap((event) => (event.type === 'tool_result' ? [event.outcome] : []))
  }
  return { service, prompt, sandboxes, session }
}

/** A call that writes a file, in a way that is asked for in the mode `default`. */
let files = 0
const write = (path = `file-${files++}`): Step => ({
  calls: [{ name: 'Write', input: { file_path: `/workspace/${path}`, content: 'x' } }],
})

it('reads settings once, computes permission once and asks the sandbox nothing for a prompt with a call', async () => {
  const { service, prompt } = await start()
  await value(service.files.write('/workspace/a.txt', new TextEncoder().encode('a')))
  reads.clear()
  described = 0
  expect(await prompt([{ calls: [{ name: 'Read', input: { file_path: '/workspace/a.txt' } }] }])).toEqual([
    'done',
  ])
  const small = ['vivarium-settings', 'vivarium-workspaces'].map((name) => reads.get(name))
  // Three reads of the workspace's store: its rules, locks and trust; the accepted steering files; whose notes are told.
  expect([...small, described]).toEqual([1, 3, 0])
})

it('reads settings once more for the variables of a command', async () => {
  const { prompt } = await start()
  reads.clear()
  described = 0
  expect(await prompt([{ calls: [{ name: 'Bash', input: { command: 'pwd', description: 'x' } }] }])).toEqual([
    'done',
  ])
  expect([reads.get('vivarium-settings'), described]).toEqual([2, 0])
})

type Under = Awaited<ReturnType<typeof start>>
interface Change {
  readonly before?: (under: Under) => Promise<unknown>
  /** Calls, with the change among them. */
  readonly steps: (under: Under) => readonly Step[]
  readonly answers?: readonly PermissionAnswer[]
  readonly outcomes: readonly string[]
}

const config = '{"permissions":{"allow":["Write"]}}'
const trust = async ({ service }: Under, isTrusted: boolean) =>
  value(service.project.decide((await service.project.state())?.hash ?? '', isTrusted))

const CHANGES: Readonly<Record<string, Change>> = {
  'a rule of the settings is removed': {
    before: ({ service }) => value(service.settings.update({ rules: WRITES })),
    steps: ({ service }) => [write(), () => value(service.settings.update({ rules: NO_RULES })), write()],
    outcomes: ['done', 'denied'],
  },
  'a rule that denies is added': {
    before: ({ service }) => value(service.settings.update({ permissionMode: 'acceptEdits' })),
    steps: ({ service }) => [
      write(),
      () => value(service.settings.update({ rules: { ...NO_RULES, deny: ['Write'] } })),
      write(),
    ],
    outcomes: ['done', 'denied'],
  },
  'the mode of the settings': {
    before: ({ service }) => value(service.settings.update({ permissionMode: 'acceptEdits' })),
    steps: ({ service }) => [
      write(),
      () => value(service.settings.update({ permissionMode: 'plan' })),
      write(),
    ],
    outcomes: ['done', 'denied'],
  },
  'the mode of the session': {
    before: ({ service }) => value(service.permissions.setMode('acceptEdits')),
    steps: ({ service }) => [write(), () => value(service.permissions.setMode('default')), write()],
    outcomes: ['done', 'denied'],
  },
  'the switch that lets permissions be bypassed': {
    before: async ({ service }) => {
      await value(service.settings.update({ allowBypass: true }))
      await value(service.permissions.setMode('bypassPermissions'))
    },
    steps: ({ service }) => [write(), () => value(service.settings.update({ allowBypass: false })), write()],
    outcomes: ['done', 'denied'],
  },
  'a rule granted for the session': {
    steps: () => [write(), write()],
    answers: [{ behavior: 'allow', scope: 'session', rule: 'Write' }],
    outcomes: ['done', 'done'],
  },
  'a rule of the workspace is removed': {
    before: async ({ service, prompt, session }) => {
      const always = { behavior: 'allow', scope: 'always', rule: 'Write', place: 'workspace' } as const
      await prompt([write()], [always])
      // The grants of the session end with it, the rule of its workspace stays.
      await service.sessions.create()
      await value(service.sessions.open(session))
    },
    steps: ({ service }) => [write(), () => value(service.permissions.forgetWorkspaceRule('Write')), write()],
    outcomes: ['done', 'denied'],
  },
  'a file is locked, then unlocked': {
    before: ({ service }) => value(service.permissions.setMode('acceptEdits')),
    steps: ({ service }) => [
      write('one'),
      () => value(service.permissions.setLock('two', true)),
      write('two'),
      () => value(service.permissions.setLock('two', false)),
      write('two'),
    ],
    outcomes: ['done', 'denied', 'done'],
  },
  'trust in the project is withdrawn': {
    before: async (under) => {
      const data = new TextEncoder().encode(config)
      await value(under.service.files.write('/workspace/.claude/settings.json', data))
      await trust(under, true)
    },
    steps: (under) => [write(), () => trust(under, false), write()],
    outcomes: ['done', 'denied'],
  },
}

it.each(Object.entries(CHANGES))('%s: holds for the next call of a run', async (_, change) => {
  const under = await start()
  await change.before?.(under)
  expect(await under.prompt(change.steps(under), change.answers)).toEqual(change.outcomes)
})

it('goes by the description of another sandbox from the next prompt on', async () => {
  const { service, prompt, sandboxes } = await start()
  await value(service.settings.update({ sandboxAutoAllow: true }))
  const touch = { calls: [{ name: 'Bash', input: { command: 'echo x > made', description: 'x' } }] }
  expect(await prompt([touch])).toEqual(['done'])
  sandboxes.contained = false
  await service.connection.attachSandbox(new MessageChannel().port1)
  expect(await prompt([touch])).toEqual(['denied'])
})

it('goes by the settings of another tab from the next prompt on', async () => {
  const { service, prompt } = await start()
  await value(service.settings.update({ rules: WRITES }))
  expect(await prompt([write()])).toEqual(['done'])
  await value(new SettingsStore().update({ rules: NO_RULES }))
  expect(await prompt([write()])).toEqual(['denied'])
})
