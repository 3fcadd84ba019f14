/** Small values that a later version has stored: a change by this one loses nothing of them. */
import { expect, it } from 'vitest'
import { BackupStore } from '../backup/backup-memory.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import { SettingsStore } from './settings-store.ts'
import { TerminalStore } from './terminal-store.ts'
import { ValueStore } from './value-store/value-store.ts'

it('settings', async () => {
  const values = new ValueStore({ database: 'vivarium-settings', store: 'values' })
  const later = {
    ...DEFAULT_SETTINGS,
    memory: true,
    permissionMode: 'careful',
    limits: { run: 1, session: 2, day: 3, week: 4 },
    rules: { allow: [], ask: [], deny: ['Bash(rm:*)'], rank: 'user' },
  }
  await values.set('settings', later)
  const store = new SettingsStore()
  expect(await store.read()).toMatchObject({ permissionMode: 'default', limits: { day: 3 } })
  expect(await store.update({ maxTurns: 7, limits: { run: 9, session: 2, day: 3 } })).toMatchObject({
    ok: true,
  })
  expect(await values.get('settings')).toEqual({ ...later, maxTurns: 7, limits: { ...later.limits, run: 9 } })
  await store.update({ permissionMode: 'plan' })
  expect(await values.get('settings')).toMatchObject({ permissionMode: 'plan', memory: true })
})

it('terminals', async () => {
  const values = new ValueStore({ database: 'vivarium-terminals', store: 'sessions' })
  await values.set('s', { terminals: [], history: ['ls'], layout: 'split' })
  const store = new TerminalStore()
  expect(await store.read('s')).toEqual({ terminals: [], history: ['ls'] })
  await store.keep('s', { terminals: [], history: ['ls', 'pwd'] })
  expect(await values.get('s')).toEqual({ terminals: [], history: ['ls', 'pwd'], layout: 'split' })
})

it('the memory of backups, of which each part is read on its own', async () => {
  const database = `backups-${crypto.randomUUID()}`
  const values = new ValueStore({ database, store: 'values' })
  const handle = await navigator.storage.getDirectory()
  const folder = { every: 'day', keep: 7, names: ['a'], handle, zip: true }
  const last = { name: 'a', at: 1, bytes: 1, sessions: 1, damaged: [], place: 'cloud' }
  await values.set('memory', { last, folder, plan: 'x' })
  const store = new BackupStore(database)
  const { zip: _, ...known } = folder
  expect(await store.read()).toEqual({ folder: known })
  await store.change((memory) => ({ ...memory, folder: memory.folder && { ...memory.folder, keep: 3 } }))
  expect(await values.get('memory')).toEqual({ last, folder: { ...folder, keep: 3 }, plan: 'x' })
  await store.change(({ folder: __, ...memory }) => memory)
  expect(await values.get('memory')).toEqual({ last, plan: 'x' })
})
