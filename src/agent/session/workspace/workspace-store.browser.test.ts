/** A user's decisions on a workspace hold for exactly these files, and come with nobody's recording. */
import { expect, it } from 'vitest'
import { STEERING_VERSIONS, WORKSPACES_REMEMBERED } from '../../limits.ts'
import { applyFact, NO_FACTS } from '../log/facts.ts'
import type { SessionFacts } from '../log/facts.ts'
import type { Session } from '../log/session.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { keptEntry, WorkspaceStore } from './workspace-store.ts'

let clock = 0
function storeOf(id: string, facts: SessionFacts): WorkspaceStore {
  // Only these two are looked at.
  return new WorkspaceStore({ session: () => ({ id, facts }) as Session, now: () => ++clock })
}
const imported = (root: string): SessionFacts => ({ ...NO_FACTS, importRoot: root, ownImport: root })

it('holds in every session that has the same import, and in no other', async () => {
  await storeOf('a', imported('r1')).addRule('Bash(make:*)')
  expect((await storeOf('b', imported('r1')).rules()).allow).toEqual(['Bash(make:*)'])
  expect((await storeOf('b', imported('r2')).rules()).allow).toEqual([])
  expect((await storeOf('a', NO_FACTS).rules()).allow).toEqual([])
  expect((await storeOf('b', imported('r1')).forgetRule('Bash(make:*)')).allow).toEqual([])
  expect((await storeOf('a', imported('r1')).rules()).allow).toEqual([])
})

it('without an import it is the session’s own, and goes with it', async () => {
  const store = storeOf('c', NO_FACTS)
  await store.addRule('Bash(make:*)')
  expect((await storeOf('d', NO_FACTS).rules()).allow).toEqual([])
  expect((await store.rules()).allow).toEqual(['Bash(make:*)'])
  await store.forget('c')
  expect((await store.rules()).allow).toEqual([])
})

it('a recording that names the same import gets nothing of it', async () => {
  await storeOf('e', imported('r3')).addRule('Bash(make:*)')
  const base = { seq: 1, at: 1 }
  const before = applyFact(NO_FACTS, {
    ...base,
    type: 'workspace_imported',
    name: 'x',
    files: 1,
    bytes: 1,
    root: 'r3',
  })
  expect(before.ownImport).toBe('r3')
  const opened = applyFact(before, {
    ...base,
    type: 'recording_opened',
    title: 'x',
    key: 'k',
    appVersion: '1',
  } as never)
  expect(opened.importRoot).toBe('r3')
  expect((await storeOf('f', opened).rules()).allow).toEqual([])
})

it('a template and a script’s archive lend nothing to an import of the same bytes, and get nothing of it', async () => {
  await storeOf('n', imported('r11')).addRule('Bash(make:*)')
  for (const origin of ['template', 'script'] as const) {
    const event = { seq: 1, at: 1, type: 'workspace_imported', name: 'x', files: 1, bytes: 1, root: 'r11' }
    const facts = applyFact(NO_FACTS, { ...event, origin } as never)
    expect(facts).toMatchObject({ importRoot: 'r11', openedRoot: 'r11' })
    const store = storeOf(`o ${origin}`, facts)
    expect((await store.rules()).allow).toEqual([])
    await store.addRule('Bash(rm:*)')
  }
  expect((await storeOf('n', imported('r11')).rules()).allow).toEqual(['Bash(make:*)'])
})

it('takes in what a backup has: no ask, deny or lock that is here is lost, and nothing that is no entry comes', async () => {
  const store = storeOf('g', imported('r4'))
  await store.addRule('Bash(make:*)')
  await store.setLock('here.txt', true)
  const [[key, entry] = ['', undefined]] = [...(await store.all())].filter(([name]) => name === 'import r4')
  expect(entry).toMatchObject({ locks: ['here.txt'] })
  const rules = { allow: ['Bash(ls:*)'], ask: [], deny: ['Bash(rm:*)'] }
  const denied = { allow: [], ask: ['Edit'], deny: ['Bash(curl:*)'] }
  await store.takeIn(new Map([[key, { at: 1, rules: denied }]]))
  await store.takeIn(new Map([[key, { at: 2, rules, locks: ['there.txt'] }]]))
  expect(await store.rules()).toEqual({
    allow: ['Bash(ls:*)'],
    ask: ['Edit'],
    deny: ['Bash(curl:*)', 'Bash(rm:*)'],
  })
  expect(await store.locks()).toEqual(['here.txt', 'there.txt'])
  // An entry without rules takes none away.
  await store.takeIn(new Map([[key, { at: 3, locks: ['new.txt'] }]]))
  expect((await store.rules()).allow).toEqual(['Bash(ls:*)'])
  expect(await store.locks()).toEqual(['here.txt', 'there.txt', 'new.txt'])
  expect(keptEntry('import r5', { at: 1, rules })).toHaveLength(1)
  for (const [name, value] of [
    ['import r5', { at: 1, rules: { ...rules, deny: 'Bash' } }],
    ['import r5', { rules }],
    ['import r5', 'text'],
    ['other', { at: 1 }],
    ['import ../x', { at: 1 }],
  ] as const)
    expect(keptEntry(name, value)).toEqual([])
})

it('of a backup takes in as many accepted versions as there may be, the latest', () => {
  const accepted = Array.from({ length: STEERING_VERSIONS + 1 }, (_, at) => ({ path: 'a', version: `${at}` }))
  expect(keptEntry('import r5', { at: 1, accepted })).toEqual([
    ['import r5', { at: 1, accepted: accepted.slice(1) }],
  ])
})

const saves = (path: string, count: number) =>
  Array.from({ length: count }, (_, at) => ({ path, version: `${path} ${at}` }))
const STAYING = [
  { path: 'CLAUDE.md', version: 'mine' },
  { path: 'https://example.com/rules', version: 'theirs' },
]

it('saves of other files push out no accepted version of a steering file or an address', async () => {
  const store = storeOf('p', imported('r12'))
  await store.accept(STAYING)
  const prose = saves('a.md', STEERING_VERSIONS)
  for (let at = 0; at < prose.length; at += 20) await store.accept(prose.slice(at, at + 20))
  const accepted = await store.accepted()
  expect(accepted).toEqual([...STAYING, ...prose.slice(STAYING.length)])
  // Nor do those of a backup.
  const taken = [...STAYING, ...saves('b.md', STEERING_VERSIONS)]
  await store.takeIn(new Map(keptEntry('import r12', { at: 1, accepted: taken })))
  expect(await store.accepted()).toEqual([...STAYING, ...taken.slice(2 + STAYING.length)])
})

it('a record with more accepted versions than there may be is read, and cut by the next one', async () => {
  const values = new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces' })
  const accepted = [...STAYING, ...saves('a.md', STEERING_VERSIONS + 100)]
  await values.set('import r13', { at: 1, accepted })
  const store = storeOf('q', imported('r13'))
  expect(await store.accepted()).toEqual(accepted)
  const last = { path: 'a.md', version: 'last' }
  await store.accept([last])
  const kept = await store.accepted()
  expect(kept).toHaveLength(STEERING_VERSIONS)
  expect(kept.slice(0, 2)).toEqual(STAYING)
  expect(kept.at(-1)).toEqual(last)
})

it('holds accepted versions of every workspace, of links and programs, too, and of entries that a later version wrote', async () => {
  const hash = (digit: string) => digit.repeat(64)
  const store = storeOf('h', imported('r5'))
  await store.accept([
    { path: 'CLAUDE.md', version: hash('1') },
    { path: '.git/hooks/pre-commit', version: `${hash('2')}+x` },
    { path: 'AGENTS.md', version: `${hash('3')}@` },
    { path: 'GEMINI.md', version: 'none' },
  ])
  const later = new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces' })
  await later.set('import r6', { at: 1, agreed: { 'CLAUDE.md': [{ bytes: hash('4') }] } })
  const other = storeOf('i', NO_FACTS)
  await other.accept([{ path: 'CLAUDE.md', version: hash('5') }])
  const held = await other.hashes()
  expect([...held]).toEqual(expect.arrayContaining(['1', '2', '3', '4', '5'].map(hash)))
  await other.forget('i')
  expect([...(await store.hashes())]).not.toContain(hash('5'))
})

it('a record of a later version loses nothing by a change of this one', async () => {
  const values = new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces' })
  const later = {
    at: 1,
    id: 'p1',
    rules: { allow: ['Bash(ls:*)'], ask: ['Edit'], deny: ['Bash(rm:*)'], rank: ['user'] },
    locks: ['src'],
    trust: { hash: 'h', grants: grants(['Bash(make:*)']), parts: [{ path: '.mcp.json', hash: 'm' }] },
    accepted: [{ path: 'CLAUDE.md', version: 'v1', by: 'user' }],
  }
  await values.set('import later', later)
  const store = storeOf('h', imported('later'))
  expect(await store.rules()).toEqual({ allow: ['Bash(ls:*)'], ask: ['Edit'], deny: ['Bash(rm:*)'] })
  expect(await store.locks()).toEqual(['src'])
  expect(await store.trusted()).toEqual({ hash: 'h', grants: grants(['Bash(make:*)']) })
  await store.addRule('Bash(make:*)')
  await store.setLock('docs', true)
  await store.accept([{ path: 'AGENTS.md', version: 'v2' }])
  await store.keepTrust({ hash: 'h2', grants: grants([]) })
  expect(await values.get('import later')).toEqual({
    ...later,
    at: clock,
    rules: { ...later.rules, allow: ['Bash(ls:*)', 'Bash(make:*)'] },
    locks: ['docs', 'src'],
    trust: { hash: 'h2', grants: grants([]), parts: later.trust.parts },
    accepted: [...later.accepted, { path: 'AGENTS.md', version: 'v2' }],
  })
  const entry = (await store.all()).get('import later')
  expect(entry).toMatchObject({ id: 'p1', rules: { rank: ['user'] } })
  await store.keepTrust({ refused: 'h2' })
  expect(await values.get('import later')).toMatchObject({ id: 'p1', trust: { refused: 'h2' } })
  expect(await store.trusted()).toEqual({ refused: 'h2' })
})

const mark = (id: string, at = 1) => ({
  ...{ id, name: 'shop', at },
  evidence: { commits: [], remotes: [], contents: 0, sample: [], steering: {} },
})

it('an import is of the project that was said last by the user, and of the first that was found out', async () => {
  const store = storeOf('j', imported('r7'))
  expect(await store.markProject('r7', mark('p1'))).toEqual(mark('p1'))
  expect(await store.markProject('r7', mark('p2'))).toEqual(mark('p1'))
  expect(await store.markProject('r7', { ...mark('p1'), name: 'named' })).toMatchObject({ name: 'named' })
  await store.settleProject('r7', mark('p3'), {})
  expect(await store.said()).toEqual({ project: mark('p3') })
  expect(await store.imports()).toContainEqual({ root: 'r7', entry: { at: clock, project: mark('p3') } })
})

it('what comes along with a project is added: no rule, lock or trust that is here is lost', async () => {
  const store = storeOf('k', imported('r8'))
  await store.addRule('Bash(make:*)')
  await store.setLock('here.txt', true)
  await store.keepTrust({ refused: 'h1' })
  await store.accept([{ path: 'CLAUDE.md', version: 'v2' }])
  await store.settleProject('r8', mark('p1'), {
    rules: { allow: ['Bash(ls:*)'], ask: ['Edit'], deny: ['Bash(curl:*)'] },
    locks: ['there.txt'],
    trust: { hash: 'h2', grants: grants(['Bash']) },
  })
  expect(await store.said()).toEqual({
    project: mark('p1'),
    rules: { allow: ['Bash(make:*)', 'Bash(ls:*)'], ask: ['Edit'], deny: ['Bash(curl:*)'] },
    locks: ['here.txt', 'there.txt'],
    trust: { refused: 'h1' },
    accepted: [{ path: 'CLAUDE.md', version: 'v2' }],
  })
})

it('a backup makes no import another project’s', async () => {
  const store = storeOf('l', imported('r9'))
  await store.markProject('r9', mark('p1'))
  await store.takeIn(new Map([['import r9', { at: 5, project: mark('p2') }]]))
  await store.takeIn(new Map([['import r10', { at: 5, project: mark('p2') }]]))
  expect((await store.said()).project).toEqual(mark('p1'))
  expect((await storeOf('l', imported('r10')).said()).project).toEqual(mark('p2'))
})

it('imports of which nothing was said push out no rule', async () => {
  const values = new ValueStore({ database: 'vivarium-workspaces', store: 'workspaces' })
  await values.clear()
  const store = storeOf('m', imported('first'))
  await store.addRule('Bash(make:*)')
  for (let at = 0; at < WORKSPACES_REMEMBERED; at += 1)
    await values.set(`import r${at}`, { at: clock + at, project: mark(`p${at}`) })
  clock += WORKSPACES_REMEMBERED
  await storeOf('m', imported('last')).markProject('last', mark('last', clock))
  expect((await store.rules()).allow).toEqual(['Bash(make:*)'])
  const roots = (await store.imports()).map(({ root }) => root)
  expect(roots).toHaveLength(WORKSPACES_REMEMBERED + 1)
  expect(roots).not.toContain('r0')
  await values.clear()
})

function grants(allow: string[]) {
  return { project: { allow, ask: [], deny: [] }, local: { allow: [], ask: [], deny: [] }, env: {} }
}
