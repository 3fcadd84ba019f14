/** The page reaches the functions of the agent's areas, and nothing behind them: no key, no store, no part. */
import { expose, wrap } from 'comlink'
import { afterEach, expect, it } from 'vitest'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { exposedCalls } from './exposed-calls.ts'
import { CredentialStore } from '../secrets/credential-store.ts'
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { startService } from './test-support.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'

type Call = (...args: readonly unknown[]) => Promise<unknown>
type Calls = Readonly<Record<string, Readonly<Record<string, Call>>>>

const ports: MessagePort[] = []
afterEach(async () => {
  // Other tests of this browser find none of these.
  const values = new CredentialStore()
  await values.removeKeys()
  await values.setExtraHeaders('anthropic', 'X-Team:')
  await values.forgetProgramKey('PROGRAM_KEY')
  for (const port of ports.splice(0)) port.close()
  await dropDatabases()
})

/** The same over a port, as the page has them; comlink's types end at the first name of a path. */
function remote(api: Promise<AgentApi>): Calls {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  expose(exposedCalls(api), port1)
  return wrap(port2) as unknown as Calls
}

async function start() {
  return startService({
    database: await newDatabase(),
    connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
  })
}

it('consists of plain objects whose own properties are functions and nothing else', async () => {
  const api = await start()
  const areas = Object.entries(api)
  expect(areas.length).toBeGreaterThan(15)
  for (const [area, calls] of areas) {
    expect(Object.getPrototypeOf(calls), area).toBe(Object.prototype)
    expect(Object.getOwnPropertySymbols(calls), area).toEqual([])
    for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(calls))) {
      expect(typeof property.value, `${area}.${name}`).toBe('function')
      const besides = Object.getOwnPropertyNames(property.value).filter(
        (own) => !['length', 'name', 'prototype'].includes(own),
      )
      expect(besides, `${area}.${name}`).toEqual([])
    }
  }
})

it.each(['constructor', '__proto__', 'hasOwnProperty', 'toString', 'values', 'keyring', ''])(
  'no area has "%s"',
  async (name) => {
    const api = await start()
    const page = remote(Promise.resolve(api))
    for (const area of [...Object.keys(api), 'parts', 'constructor', '__proto__'])
      await expect(page[area]?.[name]?.()).rejects.toThrow(/^The agent has no call /)
  },
)

it('takes no property of the page', async () => {
  const api = await start()
  const exposed = exposedCalls(Promise.resolve(api))
  expect(Reflect.set(exposed, 'settings', {})).toBe(false)
  expect(Reflect.set(exposed.settings, 'read', () => undefined)).toBe(false)
  expect(Reflect.defineProperty(exposed, 'more', { value: 1 })).toBe(false)
  expect(await exposed.settings.read()).toEqual(await api.settings.read())
})

it('no call, whether it answers or fails, gives a key, a token, a header or a hidden value back', async () => {
  const api = await start()
  const secrets = ['sk-key-0123456789', 'ghp-token-0123456789', 'header-0123456789', 'hidden-0123456789']
  const [key = '', token = '', header = '', hidden = ''] = secrets
  await api.credentials.setApiKey(key)
  await api.credentials.setGitToken('git.example', token)
  await api.credentials.setExtraHeaders(`X-Team: ${header}`)
  await api.credentials.hideValue(hidden)
  await api.credentials.setProgramKey({
    name: 'PROGRAM_KEY',
    value: `program-${key}`,
    hosts: ['api.example'],
  })
  await api.sessions.create()
  const page = remote(Promise.resolve(api))
  const read: string[] = []
  for (const [area, calls] of Object.entries(api)) {
    for (const [name, call] of Object.entries<Call>(calls)) {
      if (call.length > 0 || CHANGES.has(`${area}.${name}`)) continue
      const answer = await page[area]?.[name]?.().then((value) => JSON.stringify(value ?? null), String)
      for (const secret of secrets) expect(answer, `${area}.${name}`).not.toContain(secret)
      read.push(`${area}.${name}`)
    }
  }
  expect(read).toEqual(
    expect.arrayContaining([
      'settings.read',
      'credentials.keyStatus',
      'credentials.hiddenValues',
      'keys.protection',
    ]),
  )
})

/** Calls without arguments that change something, or wait for the user. */
const CHANGES = new Set([
  'keys.remove',
  'keys.lock',
  'keys.declineUnlock',
  'connection.sandboxLost',
  'backups.backUpIntoFolder',
  'backups.backUpWhenDue',
  'credentials.testConnection',
])

it('a call before the service is open waits for it, and rejects with its error', async () => {
  const opening = Promise.withResolvers<AgentApi>()
  const page = remote(opening.promise)
  const read = page['settings']?.['read']?.()
  opening.reject(new Error('The database cannot be opened.'))
  await expect(read).rejects.toThrow('The database cannot be opened.')
})
