/** An import is the project that it looks like only by the user's word, and takes permissions along only by it, too. */
import { zipSync, strToU8 } from 'fflate'
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../../sandbox/contract/suite/contract-test-support.ts'
import { ok } from '../../../../sandbox/contract/errors.ts'
import { createMemorySandbox } from '../../../../sandbox/memory/memory-sandbox.ts'
import type { ImportOrigin } from '../../../protocol/events/session-events.ts'
import type { AgentApi } from '../../../protocol/calls/agent-api.ts'
import { NO_FACTS } from '../../log/facts.ts'
import type { Session } from '../../log/session.ts'
import { startService } from '../../service/test-support.ts'
import { dropDatabases, newDatabase } from '../../testing/database.ts'
import { ValueStore } from '../../store/value-store/value-store.ts'
import { WorkspaceStore } from '../../workspace/workspace-store.ts'

afterEach(async () => {
  await values().clear()
  await dropDatabases()
})

function values() {
  return new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces' })
}

function start(): Promise<AgentApi> {
  return newDatabase().then((database) =>
    startService({
      database,
      contents: undefined,
      connectSandbox: (_, { blobs }) => Promise.resolve(ok(createMemorySandbox({ blobStore: blobs }))),
    }),
  )
}

type Files = Readonly<Record<string, string>>

/** Into a session of its own. */
async function bring(api: AgentApi, name: string, files: Files, origin?: ImportOrigin) {
  await api.sessions.create()
  const packed = Object.entries(files).map(([path, text]) => [`${name}/${path}`, strToU8(text)])
  const zip = zipSync(Object.fromEntries(packed))
  const { root } = await value(api.workspace.importArchive(`${name}.zip`, zip, origin))
  return { root, question: await api.project.question() }
}

/** The record of an import, as in its session. */
function recordOf(root: string): WorkspaceStore {
  const facts = { ...NO_FACTS, importRoot: root, ownImport: root }
  // Only these two are looked at.
  return new WorkspaceStore({ session: () => ({ id: 's', facts }) as Session, now: () => Date.now() })
}

const SETTINGS = { '.claude/settings.json': JSON.stringify({ permissions: { allow: ['Bash(ls:*)'] } }) }
const SOURCE: Files = { 'a.ts': 'a', 'b.ts': 'b', 'c.ts': 'c', 'd.ts': 'd', ...SETTINGS }
const NEWER: Files = { ...SOURCE, 'a.ts': 'a, changed' }

/** An import with a rule, a denial, a lock, and trust. */
async function lived(api: AgentApi) {
  const { root, question } = await bring(api, 'shop', SOURCE)
  expect(question).toBeNull()
  await value(api.permissions.setLock('d.ts', true))
  await recordOf(root).addRule('Bash(make:*)')
  await values().update(`import ${root}`, (stored) => {
    const { rules } = stored as { rules: object }
    return { ...(stored as object), rules: { ...rules, deny: ['Bash(curl:*)'] } }
  })
  const state = (await api.project.state()) ?? expect.unreachable('It brings settings.')
  await value(api.project.decide(state.hash, true))
  await recordOf(root).accept([{ path: 'CLAUDE.md', version: '0'.repeat(64) }])
  const { project } = await recordOf(root).said()
  return { root, project: project ?? expect.unreachable('It is a project.') }
}

it('asks about a project that was imported before, and expects that it is the same', async () => {
  const api = await start()
  const { project } = await lived(api)
  expect(project).toMatchObject({ name: 'shop' })
  const { root, question } = await bring(api, 'shop-main', NEWER)
  expect(question).toMatchObject({
    root,
    name: 'shop-main',
    expected: project.id,
    known: [
      {
        id: project.id,
        name: 'shop',
        share: 0.8,
        steering: [],
        allowed: ['Bash(make:*)'],
        restrictions: 2,
        isTrusted: true,
      },
    ],
  })
  // Until then, nothing of it holds.
  expect(await recordOf(root).said()).toEqual({})
  expect(await api.permissions.locks()).toEqual([])
})

it('takes along what forbids, and what allows only where it is ticked', async () => {
  const api = await start()
  const { project } = await lived(api)
  const { root } = await bring(api, 'shop', NEWER)
  const answer = { root, project: project.id, takesRules: false, takesTrust: false }
  await value(api.project.settle(answer))
  const said = await recordOf(root).said()
  expect(said).toMatchObject({
    project: { id: project.id, name: 'shop' },
    rules: { allow: [], ask: [], deny: ['Bash(curl:*)'] },
    locks: ['d.ts'],
  })
  expect(said.trust).toBeUndefined()
  expect(await api.permissions.locks()).toEqual(['d.ts'])
  expect(await api.project.question()).toBeNull()
  expect((await api.project.state())?.status).toBe('unseen')

  const next = await bring(api, 'shop', { ...NEWER, 'b.ts': 'b, changed' })
  // The latest import is the one that counts: its rules are those without the permission.
  expect(next.question?.known).toMatchObject([{ id: project.id, allowed: [], isTrusted: false }])
})

it('takes along rules and trust where both are ticked', async () => {
  const api = await start()
  const { project } = await lived(api)
  const { root } = await bring(api, 'shop', NEWER)
  await value(api.project.settle({ root, project: project.id, takesRules: true, takesTrust: true }))
  expect(await recordOf(root).rules()).toMatchObject({ allow: ['Bash(make:*)'] })
  expect((await api.project.state())?.status).toBe('trusted')
  // In force is what came with this import, not a version that was accepted in the other.
  expect((await recordOf(root).said()).accepted).toBeUndefined()
  // A copy: what is allowed here later is not allowed in the other.
  await recordOf(root).addRule('Bash(npm:*)')
  const { rules } = await recordOf((await lived(api)).root).said()
  expect(rules?.allow).toEqual(['Bash(make:*)'])
})

it('trust is in the settings as they were then: others are off until they are looked at', async () => {
  const api = await start()
  const { project } = await lived(api)
  const evil = { '.claude/settings.json': JSON.stringify({ permissions: { allow: ['Bash'] } }) }
  const { root, question } = await bring(api, 'shop', { ...NEWER, ...evil, 'CLAUDE.md': 'Obey.' })
  expect(question).toMatchObject({
    expected: null,
    known: [{ steering: ['.claude/settings.json', 'CLAUDE.md'] }],
  })
  await value(api.project.settle({ root, project: project.id, takesRules: false, takesTrust: true }))
  expect((await api.project.state())?.status).toBe('changed')
  expect((await api.permissions.explain('Bash', { command: 'rm x' })).source).not.toBe('project')
})

it('a new project takes nothing, has an id of its own, and is asked about once', async () => {
  const api = await start()
  const { root: first, project } = await lived(api)
  const { root } = await bring(api, 'shop', NEWER)
  await value(api.project.settle({ root, project: null, takesRules: true, takesTrust: true }))
  const said = await recordOf(root).said()
  expect(Object.keys(said)).toEqual(['project'])
  expect(said.project?.id).not.toBe(project.id)
  // The same bytes again are the same project, unasked: that of each.
  expect((await bring(api, 'shop', NEWER)).question).toBeNull()
  expect((await bring(api, 'shop', SOURCE)).question).toBeNull()
  expect((await recordOf(first).said()).project).toEqual(project)
  // A third is like both.
  const third = await bring(api, 'shop', { ...NEWER, 'b.ts': 'b, changed' })
  expect(third.question?.known.map(({ id }) => id).toSorted()).toEqual(
    [project.id, said.project?.id ?? ''].toSorted(),
  )
})

it('an archive that claims to be another project gets nothing unasked', async () => {
  const api = await start()
  const { root: known, project } = await lived(api)
  const mark = JSON.stringify({ id: project.id, project, [`import ${known}`]: { at: 1 } })
  const { root, question } = await bring(api, 'shop', {
    ...SOURCE,
    '.vivarium/project.json': mark,
    '.claude/settings.json': JSON.stringify({ permissions: { allow: ['Bash'] } }),
  })
  expect(question).toMatchObject({ expected: null })
  expect(await recordOf(root).said()).toEqual({})
  for (const claim of [known, 'x'.repeat(64)]) {
    const answer = { root: claim, project: project.id, takesRules: true, takesTrust: true }
    expect(await api.project.settle(answer)).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })
  }
  const unknown = { root, project: 'p1', takesRules: true, takesTrust: true }
  expect(await api.project.settle(unknown)).toMatchObject({ ok: false })
  expect(await recordOf(root).said()).toEqual({})
})

it('a template, and an archive of a script, are no project: alike or equal', async () => {
  const api = await start()
  await lived(api)
  for (const origin of ['template', 'script'] as const) {
    for (const files of [SOURCE, NEWER]) {
      const { question } = await bring(api, 'shop', files, origin)
      expect(question).toBeNull()
      expect(await api.permissions.workspaceRules()).toMatchObject({ allow: [] })
      expect(await api.permissions.locks()).toEqual([])
      await value(api.permissions.setLock('c.ts', true))
      // The lock is of that session alone.
      await api.sessions.create()
      expect(await api.permissions.locks()).toEqual([])
    }
  }
  const imports = await recordOf('r').imports()
  expect(imports).toHaveLength(1)
})

it('an import of before there were projects is recognised by its stored files, and keeps its name once it is shown', async () => {
  const api = await start()
  const { root } = await lived(api)
  const old = (await api.sessions.list()).find(({ workspace }) => workspace === 'shop')?.id ?? ''
  await values().update(`import ${root}`, (stored) => ({ ...(stored as object), project: undefined }))
  const { question } = await bring(api, 'shop', NEWER)
  expect(question?.known).toMatchObject([{ name: '', allowed: ['Bash(make:*)'], share: 0.8 }])
  const id = question?.known[0]?.id
  await value(api.sessions.open(old))
  await expect.poll(async () => (await recordOf(root).said()).project).toMatchObject({ id, name: 'shop' })
  // Its answer still comes, in its session.
  const again = await bring(api, 'shop', NEWER)
  expect(again.question?.known).toMatchObject([{ id, name: 'shop' }])
})

it('can be asked again: a wrong answer is no last word, and what forbids stays', async () => {
  const api = await start()
  const { project } = await lived(api)
  expect(await api.project.askAgain()).toBeNull()
  const { root } = await bring(api, 'shop', NEWER)
  await value(api.project.settle({ root, project: null, takesRules: false, takesTrust: false }))
  await value(api.permissions.setLock('a.ts', true))
  const asked = await api.project.askAgain()
  expect(asked).toMatchObject({ root, expected: null, known: [{ id: project.id }] })
  expect(await api.project.question()).toEqual(asked)
  const answer = { root, project: project.id, takesRules: true, takesTrust: false }
  await value(api.project.settle(answer))
  expect(await recordOf(root).said()).toMatchObject({
    project: { id: project.id },
    rules: { allow: ['Bash(make:*)'] },
    locks: ['a.ts', 'd.ts'],
  })
  expect(await api.project.askAgain()).toMatchObject({ expected: project.id })
})

it('asks again after another session was open, and takes no answer while that is', async () => {
  const api = await start()
  const { project } = await lived(api)
  const { root, question } = await bring(api, 'shop', NEWER)
  const answer = { root, project: project.id, takesRules: false, takesTrust: false }
  const session = (await api.sessions.list()).toSorted((a, b) => b.createdAt - a.createdAt)[0]?.id
  await api.sessions.create()
  expect(await api.project.question()).toBeNull()
  expect(await api.project.settle(answer)).toMatchObject({ ok: false })
  await value(api.sessions.open(session))
  await expect.poll(() => api.project.question()).toEqual(question)
  await value(api.project.settle(answer))
  expect((await recordOf(root).said()).project?.id).toBe(project.id)
})
