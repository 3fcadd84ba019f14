/** A clean-up of a tab as the app puts it together, which keeps what its parts hold of stored content. */
import { afterEach, expect, it } from 'vitest'
import { WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { Redactor } from '../../redact/redactor.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import { OverloadBreaker } from '../../model/overload-breaker.ts'
import { createToolSets } from '../../tools/profiles/profiles.ts'
import { NO_FACTS } from '../log/facts.ts'
import type { SessionFacts } from '../log/facts.ts'
import type { Session } from '../log/session.ts'
import { CredentialStore } from '../secrets/credential-store.ts'
import { SteeringGate } from '../steering-files/steering-gate.ts'
import { newProfile, removeProfiles } from '../journal/testing/profile.ts'
import { checkpointEvent, keep } from '../storage/test-support.ts'
import { contentHash } from '../store/content-hash.ts'
import type { Database } from '../store/database.ts'
import { MemoryLocks } from '../store/memory-locks.ts'
import { deleteSession } from '../store/sessions.ts'
import { PolicyStore } from '../policy/policy-store.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { TerminalStore } from '../store/terminal-store.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import type { ServiceOptions } from './options.ts'
import { createStoreParts } from './store-parts.ts'

afterEach(async () => {
  await removeProfiles()
  await dropDatabases()
})

/** One after the other: each has locks of its own, so that the ones before count as ended. */
async function newTab(
  database: Database,
  id: string,
  facts: SessionFacts,
  secondCopy?: ServiceOptions['secondCopy'],
) {
  // Only these two are looked at.
  const session = () => ({ id, facts }) as Session
  const parts = createStoreParts(
    {
      database,
      secondCopy,
      storedSettings: new SettingsStore(),
      policyMemory: new PolicyStore(),
      terminalMemory: new TerminalStore(),
      credentials: new CredentialStore(),
      locks: new MemoryLocks(),
      isKept: true,
      now: () => Date.now(),
      newId: () => crypto.randomUUID(),
      appVersion: 'test',
      connectSandbox: () => Promise.reject(new Error('There is a sandbox already.')),
      redactor: new Redactor(),
      secretsKnown: Promise.resolve(),
      network: { fetch, ownOrigins: [], caches: undefined },
      parts: {
        tools: () => Promise.resolve(createToolSets()),
        overload: new OverloadBreaker(() => Date.now()),
        createModel: () => createScriptedModel([]),
      },
    },
    {
      session,
      notice: () => undefined,
      busy: () => false,
      onChanged: () => Promise.resolve(),
      onNotes: () => undefined,
      forget: () => Promise.resolve(),
    },
  )
  const { blobs, workspaces } = parts
  const sandbox = createMemorySandbox({ blobStore: blobs })
  const emptyRoot = (await value(sandbox.checkpoint())).root
  const gate = new SteeringGate({
    sandbox: () => Promise.resolve(ok(sandbox)),
    blobs,
    accepted: workspaces,
    facts: () => facts,
    emptyRoot: () => emptyRoot,
    busy: () => false,
    onAccepted: () => undefined,
  })
  return { ...parts, sandbox, gate }
}

async function write(sandbox: Sandbox, path: string, text: string): Promise<string> {
  const data = new TextEncoder().encode(text)
  await value(sandbox.writeFile({ path: `${WORKSPACE_ROOT}/${path}`, data }))
  return (await value(sandbox.checkpoint())).root
}

it('the accepted version of a steering file stays in force when the session is deleted in which it was accepted', async () => {
  const database = await newDatabase()
  const author = await newTab(database, 'author', NO_FACTS)
  const imported = await write(author.sandbox, 'CLAUDE.md', 'As it was imported.')
  const facts = { ...NO_FACTS, openedRoot: imported, importRoot: imported, ownImport: imported }

  const first = await newTab(database, 'first', facts)
  await value(first.sandbox.restore(imported))
  const mine = `As the user wants it. ${'x'.repeat(40_000)}`
  const changed = await write(first.sandbox, 'CLAUDE.md', mine)
  await value(first.gate.accept(await value(first.gate.pending())))
  await keep(database, 'first', [imported, changed])
  await keep(database, 'second', [imported])
  await deleteSession(database, 'first')

  const cleaning = await newTab(database, 'cleaning', NO_FACTS)
  const { holders } = await cleaning.storage.overview()
  await value(cleaning.storage.cleanUp())
  const second = await newTab(database, 'second', facts)
  await value(second.sandbox.restore(imported))
  await write(second.sandbox, 'CLAUDE.md', 'As a program wants it.')
  const [file] = await value(second.gate.inForce(['CLAUDE.md']))
  expect(new TextDecoder().decode(file?.data) === mine).toBe(true)
  expect(file?.held?.change).toBe('changed')
  expect(holders).toEqual([{ holder: 'accepted_versions', bytes: mine.length }])
})

it('the accepted version of a steering file comes with a backup into another browser, where no session has it either', async () => {
  const [here, there] = [await newDatabase(), await newDatabase()]
  const author = await newTab(here, 'author', NO_FACTS)
  const imported = await write(author.sandbox, 'AGENTS.md', 'As it was imported.')
  const facts = { ...NO_FACTS, openedRoot: imported, importRoot: imported, ownImport: imported }
  const first = await newTab(here, 'first', facts)
  await value(first.sandbox.restore(imported))
  await keep(here, 'first', [imported, await write(first.sandbox, 'AGENTS.md', 'As the user wants it.')])
  await value(first.gate.accept(await value(first.gate.pending())))
  await keep(here, 'second', [imported])
  await here.put('sessions', { ...(await sessionIn(here, 'second')), messages: 1 })
  await deleteSession(here, 'first')
  const { file } = await value((await first.backups()).backUp())
  if (file === undefined) throw new Error('There is no file.')

  await new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces' }).delete(`import ${imported}`)
  const other = await newTab(there, 'second', facts)
  const backups = await other.backups()
  const { rules } = await value(backups.inspect(file))
  expect(rules).toMatchObject([{ key: `import ${imported}`, accepted: 1, lacking: 0 }])
  const choice = { sessions: ['second'], settings: false, rules: true, notes: false, ownNotes: false }
  expect(await value(backups.restore(choice))).toMatchObject({ added: 1, rules: 1, problem: undefined })
  const cleaning = await newTab(there, 'cleaning', NO_FACTS)
  await value(cleaning.storage.cleanUp())
  const second = await newTab(there, 'second', facts)
  await value(second.sandbox.restore(imported))
  await write(second.sandbox, 'AGENTS.md', 'As a program wants it.')
  const [inForce] = await value(second.gate.inForce(['AGENTS.md']))
  expect(new TextDecoder().decode(inForce?.data)).toBe('As the user wants it.')
})

it('notes of the memory come with a backup into another browser, with the project of the files, and stay in a clean-up', async () => {
  const [here, there] = [await newDatabase(), await newDatabase()]
  const author = await newTab(here, 'author', NO_FACTS)
  const imported = await write(author.sandbox, 'a.txt', 'As it was imported.')
  const evidence = { commits: [], remotes: [], contents: 1, sample: [], steering: {} }
  const mark = { id: 'p', name: 'Project', at: 1, evidence }
  await author.workspaces.markProject(imported, mark)
  const text = 'As the user wants it.'
  const data = new TextEncoder().encode(text)
  const hash = await contentHash(data)
  await value(author.memories.put([{ hash, data }]))
  const written = { hash, bytes: text.length, at: 1, origin: 'user', source: { by: 'user' } } as const
  const versions = [{ ...written, head: text, faults: [], evidence: [] }]
  await value(author.memories.change('project p', () => ok([{ path: 'a.md', current: 0, versions }])))
  const { file } = await value((await author.backups()).backUp())
  if (file === undefined) throw new Error('There is no file.')

  await new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces' }).clear()
  await new ValueStore({ database: 'vivarium-memory', store: 'memories' }).clear()
  const other = await newTab(there, 'other', NO_FACTS)
  await other.workspaces.takeIn(new Map([[`import ${imported}`, { at: 1, locks: ['a.txt'] }]]))
  const backups = await other.backups()
  expect((await value(backups.inspect(file))).notes).toMatchObject([
    { project: 'Project', notes: 1, lacking: 0 },
  ])
  const choice = { sessions: [], settings: false, rules: false, notes: true, ownNotes: true }
  expect(await value(backups.restore(choice))).toMatchObject({ notes: 1, problem: undefined })
  const cleaning = await newTab(there, 'cleaning', NO_FACTS)
  await value(cleaning.storage.cleanUp())
  const later = await newTab(there, 'later', NO_FACTS)
  expect((await later.workspaces.imports()).map(({ entry }) => entry)).toEqual([
    expect.objectContaining({ project: mark, locks: ['a.txt'] }),
  ])
  expect((await later.memories.read('project p')).notes).toMatchObject([
    { path: 'a.md', versions: [{ hash }] },
  ])
  expect(await value(later.memories.text(hash))).toBe(text)
  await new ValueStore({ database: 'vivarium-memory', store: 'memories' }).clear()
})

async function sessionIn(database: Database, id: string) {
  const found = await database.get('sessions', id)
  if (found === undefined) throw new Error(`There is no session ${id}.`)
  return found
}

it('the files of a session that is in its second copy alone are there when it comes back', async () => {
  const profile = await newProfile()
  const { database, copy } = profile
  const author = await newTab(database, 'lost', NO_FACTS)
  const root = await write(author.sandbox, 'a.txt', 'x'.repeat(40_000))
  const session = await profile.create('lost')
  await session.append(checkpointEvent(root, 1))
  await session.close()
  await deleteSession(database, 'lost')

  const cleaning = await newTab(database, 'cleaning', NO_FACTS, copy)
  const { holders, freeableBytes } = await cleaning.storage.overview()
  expect({ holders: holders.map(({ holder }) => holder), freeableBytes }).toEqual({
    holders: ['second_copies'],
    freeableBytes: 0,
  })
  await value(cleaning.storage.cleanUp())
  expect(await copy.tidy()).toBe(1)
  const later = await newTab(database, 'lost', NO_FACTS, copy)
  await value(later.sandbox.restore(root))
  expect((await value(later.sandbox.readFile(`${WORKSPACE_ROOT}/a.txt`))).length).toBe(40_000)
})
