/** A version of a steering file counts where the user imported, set, allowed or accepted it, and nowhere else. */
import { expect, it } from 'vitest'
import { NO_FACTS } from '../log/facts.ts'
import { gateInTest } from './test-support.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

it('lists what a program added, changed and removed, and no other files', async () => {
  const { write, remove, shown } = await gateInTest({
    'CLAUDE.md': 'a',
    'AGENTS.md': 'a',
    'pkg/.npmrc': 'a',
    'src/a.ts': 'a',
  })
  expect(await shown()).toEqual([])
  await write('CLAUDE.md', 'evil')
  await write('.git/hooks/pre-commit', 'evil', 0o755)
  await write('.git/hooks/pre-push.sample', 'evil')
  await write('.git/index', 'x')
  await write('.Git/index', 'x')
  await write('sub/.git', 'gitdir: ../evil')
  await write('src/a.ts', 'b')
  await remove('pkg/.npmrc')
  expect(await shown()).toEqual([
    '.Git/index added',
    '.git/hooks/pre-commit added',
    'CLAUDE.md changed',
    'pkg/.npmrc removed',
    'sub/.git added',
  ])
})

it('on a full disk the list is the same, and tells links and files that can be run from others', async () => {
  const { write, remove, sandbox, pending, fillDisk } = await gateInTest({
    'CLAUDE.md': 'first',
    'pkg/AGENTS.md': 'first',
    '.npmrc': 'first',
    'src/a.ts': 'a',
  })
  await write('CLAUDE.md', 'second', 0o755)
  await write('src/a.ts', 'b')
  await write('.claude/skills/x/SKILL.md', 'new')
  await sandbox.symlink('src/a.ts', '/workspace/GEMINI.md')
  await remove('pkg/AGENTS.md')
  const before = await pending()
  expect(before.map(({ path }) => path)).toHaveLength(4)
  fillDisk()
  // Something that no checkpoint has: there would be nothing to store otherwise.
  await write('log', 'more')
  expect(await pending()).toEqual(before)
})

it('that a file can be run now is another version', async () => {
  const { write, sandbox, shown } = await gateInTest({ '.git/hooks/pre-commit': 'a' })
  await sandbox.setMode('/workspace/.git/hooks/pre-commit', 0o755)
  expect(await shown()).toEqual(['.git/hooks/pre-commit changed'])
  await sandbox.setMode('/workspace/.git/hooks/pre-commit', 0o600)
  await write('README.md', 'a')
  expect(await shown()).toEqual([])
})

it('in an empty workspace each is new', async () => {
  const { write, shown } = await gateInTest()
  await write('CLAUDE.md', 'a')
  expect(await shown()).toEqual(['CLAUDE.md added'])
})

it('exactly the accepted version counts, and the version in force is the last one accepted', async () => {
  const { write, gate, pending, shown } = await gateInTest({ 'CLAUDE.md': 'a' })
  await write('CLAUDE.md', 'b')
  const before = await pending()
  await write('CLAUDE.md', 'c')
  expect(await gate.accept(before)).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })
  expect(await gate.versions(before[0] ?? raise())).toMatchObject({ ok: false })
  await write('CLAUDE.md', 'b')
  expect(await gate.accept(before)).toMatchObject({ ok: true })
  expect(await shown()).toEqual([])
  await write('CLAUDE.md', 'c')
  const [file] = await pending()
  expect(await gate.versions(file ?? raise())).toEqual({
    ok: true,
    value: { inForce: bytes('b'), now: bytes('c') },
  })
})

it('of a git configuration only what names a host, a token, a program or a place steers', async () => {
  const { write, shown } = await gateInTest({
    '.git/config': '[remote "origin"]\n\turl = https://a.example\n',
  })
  await write('.git/config', '[remote "origin"]\n\turl = https://a.example\n[user]\n\tname = Ada\n')
  await write('new/.git/config', '[core]\n\tbare = false\n')
  expect(await shown()).toEqual([])
  await write('.git/config', '[remote "origin"]\n\turl = https://evil.example\n')
  await write('new/.git/config', '[core]\n\tfsmonitor = ./evil\n')
  expect(await shown()).toEqual(['.git/config changed', 'new/.git/config added'])
})

it('the user’s own edits set a file, but not one that is only moved there', async () => {
  const { write, gate, sandbox, root, shown } = await gateInTest({ 'CLAUDE.md': 'a', '.claude/a.md': 'a' })
  const edit = async (edits: Parameters<typeof gate.tookEdits>[0], act: () => Promise<unknown>) => {
    const before = await root()
    await act()
    await gate.tookEdits(edits, { before, after: await root() })
  }
  await edit([{ kind: 'file', path: 'CLAUDE.md', data: bytes('mine'), over: 'anything' }], () =>
    write('CLAUDE.md', 'mine'),
  )
  await edit([{ kind: 'remove', path: '/workspace/.claude' }], () =>
    sandbox.remove('/workspace/.claude', { recursive: true }),
  )
  expect(await shown()).toEqual([])
  await write('notes.md', 'evil')
  await edit([{ kind: 'move', from: 'notes.md', to: 'AGENTS.md' }], () =>
    sandbox.rename('/workspace/notes.md', '/workspace/AGENTS.md'),
  )
  expect(await shown()).toEqual(['AGENTS.md added'])
  await write('.npmrc', 'mine')
  await gate.tookFile('/workspace/.npmrc', bytes('mine'))
  expect(await shown()).toEqual(['AGENTS.md added'])
})

it('a line of the user’s sets what it names, unless the agent works meanwhile', async () => {
  const { write, gate, state, shown } = await gateInTest({ 'CLAUDE.md': 'a' })
  await write('AGENTS.md', 'evil')
  await gate.aroundLine('echo b > CLAUDE.md; cat AGENTS.md', () => write('CLAUDE.md', 'b'))
  expect(await shown()).toEqual(['AGENTS.md added'])
  await gate.aroundLine('node build.js CLAUDE.md', () => write('CLAUDE.md', 'evil'))
  expect(await shown()).toEqual(['AGENTS.md added', 'CLAUDE.md changed'])
  state.busy = true
  await gate.aroundLine('echo c > CLAUDE.md', () => write('CLAUDE.md', 'c'))
  expect(await shown()).toEqual(['AGENTS.md added', 'CLAUDE.md changed'])
})

it('the file of a call that the user allowed counts as it was then', async () => {
  const { write, state, pending, shown } = await gateInTest({ 'CLAUDE.md': 'a' })
  await write('CLAUDE.md', 'asked')
  const [file] = await pending()
  const setByCalls = new Map([['CLAUDE.md', file?.version ?? '']])
  state.facts = { ...NO_FACTS, openedRoot: state.facts.openedRoot, setByCalls }
  expect(await shown()).toEqual([])
  await write('CLAUDE.md', 'unasked')
  expect(await shown()).toEqual(['CLAUDE.md changed'])
})

function raise(): never {
  throw new Error('Nothing is pending.')
}
