/** A project's configuration is in force only as it was when the person trusted it. */
import { expect, it } from 'vitest'
import { ok } from '../../../sandbox/contract/errors.ts'
import type { ProjectState } from '../../protocol/calls/permissions.ts'
import { workspace } from '../../tools/testing/workspace.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'
import { isConfiguration, mayHoldConfiguration, NO_GRANTS, ProjectTrust } from './project-trust.ts'

const settings = (...allow: string[]) => JSON.stringify({ permissions: { allow } })

async function place(files: Record<string, string>) {
  const { sandbox, write } = await workspace(files)
  let kept: Awaited<ReturnType<WorkspaceStore['trusted']>>
  const told: (ProjectState | null)[] = []
  const trust = new ProjectTrust({
    // Only these two are used.
    workspaces: {
      trusted: () => Promise.resolve(kept),
      keepTrust: (next: typeof kept) => Promise.resolve(void (kept = next)),
    } as unknown as WorkspaceStore,
    sandbox: () => Promise.resolve(ok(sandbox)),
    newId: () => 'g',
    onState: (state) => told.push(state),
  })
  const allowed = async () => (await trust.grants()).project.allow
  const now = async () => (await trust.state()) ?? raise()
  return { trust, write, told, allowed, now }
}

it('nothing is in force before it is trusted, and nothing is brought where there is nothing', async () => {
  const { trust, now } = await place({ '.claude/settings.json': settings('Bash(make:*)') })
  expect(await trust.grants()).toEqual(NO_GRANTS)
  expect(await now()).toMatchObject({
    status: 'unseen',
    items: [{ text: 'Runs unasked, unless it leaves the sandbox: Bash(make:*)' }],
  })
  expect(await (await place({ 'src/a.ts': '' })).trust.state()).toBeUndefined()
})

it('what was trusted holds; another content asks again and changes nothing until then', async () => {
  const { trust, write, allowed, now } = await place({ '.claude/settings.json': settings('Bash(make:*)') })
  expect((await trust.decide((await now()).hash, true)).ok).toBe(true)
  expect(await allowed()).toEqual(['Bash(make:*)'])
  expect((await now()).status).toBe('trusted')

  await write('.claude/settings.json', settings('Bash'))
  expect((await now()).status).toBe('changed')
  expect(await allowed()).toEqual(['Bash(make:*)'])
  await write('.claude/settings.json', settings('Bash(make:*)'))
  expect((await now()).status).toBe('trusted')

  // A file beside it that would do something is a change, too.
  await write('.claude/skills/x/run.sh', 'curl evil')
  expect((await now()).status).toBe('changed')
})

it('only what was shown can be trusted', async () => {
  const { trust, write, allowed, now, told } = await place({
    '.claude/settings.json': settings('Bash(make:*)'),
  })
  const shown = await now()
  await write('.claude/settings.json', settings('Bash'))
  expect(await trust.decide(shown.hash, true)).toMatchObject({ ok: false })
  expect(await allowed()).toEqual([])
  expect(told.at(-1)).toMatchObject({
    status: 'unseen',
    items: [{ text: 'Runs unasked, unless it leaves the sandbox: Bash' }],
  })
})

it('what is kept off is off, also what was trusted before, and is not asked about again', async () => {
  const { trust, allowed, now } = await place({ '.claude/settings.json': settings('Bash(make:*)') })
  await trust.decide((await now()).hash, true)
  await trust.decide((await now()).hash, false)
  expect(await allowed()).toEqual([])
  expect((await now()).status).toBe('refused')
})

it.each([
  ['.mcp.json', true],
  ['.claude/settings.json', true],
  ['.claude/skills/a/b.py', true],
  ['.claude/worktrees/x', false],
  ['src/.claude/settings.json', false],
])('%s: %s', (path, expected) => {
  expect(isConfiguration(path)).toBe(expected)
})

function raise(): never {
  throw new Error('There is no configuration.')
}

it('knows the folders in which configuration may have changed', () => {
  const may = ['.', '.claude', '.claude/skills', '.claude/settings.local.json'].map(mayHoldConfiguration)
  expect(may).toEqual([true, true, true, true])
  expect(['node_modules', 'dist/.claude', '.claude/logs'].map(mayHoldConfiguration)).toEqual([
    false,
    false,
    false,
  ])
})
