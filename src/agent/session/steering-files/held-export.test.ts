/** A zip leaves with the versions in force, whatever programs have written, before or while it is packed. */
import { unzipSync } from 'fflate'
import { expect, it } from 'vitest'
import { ok } from '../../../sandbox/contract/errors.ts'
import { exportHeld } from './held-export.ts'
import { gateInTest } from './test-support.ts'

async function place(imported: Readonly<Record<string, string>>, folder?: string) {
  const made = await gateInTest(imported)
  const { sandbox, gate } = made
  const prefix = folder === undefined ? {} : { prefix: folder }
  let meanwhile: () => Promise<unknown> = () => Promise.resolve()
  const pack = async () => {
    await meanwhile()
    const zip = await sandbox.exportArchive({ id: 'e', ...prefix })
    return zip.ok ? ok({ name: 'a.zip', data: zip.value, folder }) : zip
  }
  const exported = async () => {
    const done = await exportHeld({ exportArchive: pack }, gate)
    if (!done.ok) throw new Error(done.error.message)
    const { data, heldBack } = done.value
    // It is whole: the sandbox takes it back.
    const again = await gateInTest()
    expect(await again.sandbox.importArchive({ id: 'i', data })).toMatchObject({ ok: true })
    const files = Object.entries(unzipSync(data))
      .filter(([name]) => !name.endsWith('/'))
      .map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])
    return { files: Object.fromEntries(files) as Record<string, string>, heldBack, data }
  }
  return { ...made, exported, during: (act: () => Promise<unknown>) => (meanwhile = act) }
}

const IMPORTED = { 'CLAUDE.md': 'original', '.git/config': '[core]\n', 'src/a.ts': 'a' }

it('without changes of such files the zip is what the sandbox packed, byte for byte', async () => {
  const { exported, sandbox, write } = await place(IMPORTED)
  await write('src/a.ts', 'b')
  const plain = await sandbox.exportArchive({ id: 'e' })
  expect(await exported()).toMatchObject({ heldBack: [], data: plain.ok ? plain.value : undefined })
})

it.each([
  [undefined, 'with room'],
  ['project', 'with room'],
  ['project', 'on a full disk'],
])('changed, new and removed files leave as they were (in %s, %s)', async (folder, room) => {
  const { exported, write, remove, fillDisk } = await place({ ...IMPORTED, '.npmrc': 'original' }, folder)
  if (room !== 'with room') fillDisk()
  await write('CLAUDE.md', 'evil'.repeat(1000))
  await write('.git/hooks/pre-commit', 'evil', 0o755)
  await write('.Git/config', 'evil')
  await write('src/a.ts', 'b')
  await remove('.npmrc')
  const top = folder === undefined ? '' : `${folder}/`
  const { files, heldBack, data } = await exported()
  expect(files).toEqual({
    [`${top}.git/config`]: '[core]\n',
    [`${top}.npmrc`]: 'original',
    [`${top}CLAUDE.md`]: 'original',
    [`${top}src/a.ts`]: 'b',
  })
  expect(heldBack).toEqual(['.Git/config', '.git/hooks/pre-commit', '.npmrc', 'CLAUDE.md'])
  expect(new TextDecoder('latin1').decode(data)).not.toContain('evil')
})

it('ticked files leave as they are', async () => {
  const { exported, write, gate, pending } = await place(IMPORTED)
  await write('CLAUDE.md', 'new')
  await write('AGENTS.md', 'evil')
  await gate.accept((await pending()).filter(({ path }) => path === 'CLAUDE.md'))
  expect(await exported()).toMatchObject({ files: { 'CLAUDE.md': 'new' }, heldBack: ['AGENTS.md'] })
})

it('a program that writes while it is packed gets nothing out', async () => {
  const { exported, write, during } = await place(IMPORTED)
  during(async () => {
    await write('CLAUDE.md', 'evil')
    await write('AGENTS.md', 'evil')
  })
  const { files, heldBack } = await exported()
  expect(Object.values(files)).not.toContain('evil')
  expect(heldBack).toEqual(['AGENTS.md', 'CLAUDE.md'])
})

it('an original is left out where it would be unpacked through a link or over a folder', async () => {
  const { exported, write, remove, sandbox } = await place({
    'pkg/CLAUDE.md': 'original',
    'AGENTS.md': 'original',
  })
  await remove('pkg/CLAUDE.md')
  await sandbox.remove('/workspace/pkg', { recursive: true })
  await sandbox.symlink('src', '/workspace/pkg')
  await remove('AGENTS.md')
  await write('AGENTS.md/x', 'a')
  expect(Object.keys((await exported()).files).toSorted()).toEqual(['AGENTS.md/x', 'pkg'])
})
