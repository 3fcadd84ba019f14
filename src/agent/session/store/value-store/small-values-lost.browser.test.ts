/** The browser has lost all databases of small values, and kept the files of the origin. */
import { proxy, wrap } from 'comlink'
import type { Remote } from 'comlink'
import { deleteDB } from 'idb'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { slice } from '../../../../testing/slice.ts'
import type { ValuesTab } from './testing/values.worker.ts'
import { ValueStore } from './value-store.ts'

const FOLDER = 'values-test'
const [FIRST, SECOND] = ['horse battery staple', 'correct staple horse'] as const

const workers: Worker[] = []

function openTab(): Remote<ValuesTab> {
  const worker = new Worker(new URL('./testing/values.worker.ts', import.meta.url), { type: 'module' })
  workers.push(worker)
  return wrap<ValuesTab>(worker)
}

function closeTabs(): void {
  for (const worker of workers.splice(0)) worker.terminate()
}

/** Closes all tabs and deletes each database, as a crash of the browser may. */
async function loseDatabases(): Promise<void> {
  closeTabs()
  const names = (await indexedDB.databases()).map(({ name = '' }) => name)
  await Promise.all(names.filter((name) => name.startsWith('vivarium-')).map((name) => deleteDB(name)))
}

async function clean(): Promise<void> {
  await loseDatabases()
  const root = await navigator.storage.getDirectory()
  for await (const name of root.keys()) if (name === FOLDER) await root.removeEntry(name, { recursive: true })
}

beforeEach(clean)
afterEach(clean)

/** All files of the origin, by path, as texts of a character a byte. */
async function files(
  folder?: FileSystemDirectoryHandle,
  path = '',
): Promise<readonly (readonly [path: string, text: string])[]> {
  const found: (readonly [string, string])[] = []
  for await (const [name, handle] of (folder ?? (await navigator.storage.getDirectory())).entries()) {
    if (handle.kind === 'directory') found.push(...(await files(handle, `${path}/${name}`)))
    else {
      const bytes = await (await handle.getFile()).arrayBuffer()
      found.push([`${path}/${name}`, new TextDecoder('latin1').decode(bytes)])
    }
  }
  return found
}

const paths = async () => (await files()).map(([path]) => path.replace(`/${FOLDER}/vivarium-`, '')).toSorted()

const HOME_BYTES = Uint8Array.from({ length: 100_000 }, (_, at) => (at * 7) % 256)

async function storeAll(tab: Remote<ValuesTab>): Promise<void> {
  await tab.updateSettings({ model: 'some-model', limits: { run: 1, session: 2.5, day: 0 } })
  await tab.keepTerminals(['ls', 'echo ä'])
  await tab.addRule('Bash(make:*)')
  await tab.writeHome(HOME_BYTES)
}

async function readAll(tab: Remote<ValuesTab>) {
  return {
    settings: await tab.settings(),
    terminals: await tab.terminals(),
    rules: await tab.rules(),
    home: await tab.readHome(),
  }
}

it('settings, terminals, rules and the home directory come back as they were', async () => {
  const tab = openTab()
  await storeAll(tab)
  const before = await readAll(tab)
  expect(before).toMatchObject({
    settings: { model: 'some-model' },
    terminals: { history: ['ls', 'echo ä'] },
    rules: { allow: ['Bash(make:*)'] },
    home: HOME_BYTES,
  })
  await loseDatabases()
  const next = openTab()
  expect(await readAll(next)).toEqual(before)
  expect((await next.comeBack()).restored.toSorted()).toEqual([
    'vivarium-homes',
    'vivarium-settings',
    'vivarium-terminals',
    'vivarium-workspaces',
  ])
  expect(await next.comeBack()).toMatchObject({ unread: [], lost: [] })
  closeTabs()
  // After the next reload nothing has come back: it is there.
  expect(await openTab().comeBack()).toEqual({ restored: [], unread: [], lost: [] })
})

it('two tabs at once have all of it, and what either changes then', async () => {
  await storeAll(openTab())
  await loseDatabases()
  const tabs = [openTab(), openTab()] as const
  const [here, there] = await Promise.all(tabs.map(readAll))
  expect(here).toEqual(there)
  expect(here).toMatchObject({ settings: { model: 'some-model' }, home: HOME_BYTES })
  await Promise.all(
    Array.from({ length: 40 }, (_, at) => tabs[at % 2 === 0 ? 0 : 1].addRule(`Bash(make ${at}:*)`)),
  )
  const [rules] = await Promise.all(tabs.map((tab) => tab.rules()))
  await loseDatabases()
  expect(await openTab().rules()).toEqual(rules)
})

it('a tab that ends in the middle of coming back leaves all of it to the next', async () => {
  await storeAll(openTab())
  await loseDatabases()
  for (let round = 0; round < 8; round += 1) {
    const tab = openTab()
    const reading = readAll(tab)
    // Ended at another moment each time, by what its thread has done.
    await (round % 2 === 0 ? tab.protection() : Promise.race([reading, tab.settings()]))
    reading.catch(() => undefined)
    closeTabs()
  }
  expect(await readAll(openTab())).toMatchObject({
    settings: { model: 'some-model' },
    rules: { allow: ['Bash(make:*)'] },
    home: HOME_BYTES,
  })
})

it('nothing of a deleted session comes back', async () => {
  const tab = openTab()
  await storeAll(tab)
  expect(await paths()).toEqual([
    'homes/k-session-1',
    'settings/all',
    'terminals/k-session-1',
    'workspaces/all',
  ])
  await tab.forgetSession()
  expect(await paths()).toEqual(['settings/all'])
  await loseDatabases()
  expect(await readAll(openTab())).toMatchObject({
    terminals: { history: [] },
    rules: { allow: [] },
    home: undefined,
  })
})

it('a full disk costs no change, and the next copy has it', async () => {
  const tab = openTab()
  await tab.updateSettings({ model: 'before' })
  await tab.fillDisk(true)
  expect(await tab.updateSettings({ model: 'after' })).toMatchObject({ ok: true })
  expect(await tab.settings()).toMatchObject({ model: 'after' })
  const copy = async () => (await files()).map(([, text]) => text).join('\n')
  expect(await copy()).toContain('before')
  expect(await copy()).not.toContain('after')
  await tab.fillDisk(false)
  await tab.evenOut()
  await loseDatabases()
  expect(await openTab().settings()).toMatchObject({ model: 'after' })
})

it('an installation of a version without copies gets them', async () => {
  await new ValueStore({ database: 'vivarium-settings', store: 'values' }).set('settings', { model: 'older' })
  const tab = openTab()
  expect(await paths()).toEqual([])
  await tab.evenOut()
  expect(await paths()).toEqual(['settings/all'])
})

const CANARIES = ['key', 'header', 'token', 'hidden', 'program', 'share'].map((name) => `canary-of-${name}`)

/** In the forms in which it could stand there. */
function formsOf(secret: string): readonly string[] {
  // All three places at which it may begin in a text of base64, without what its neighbours change.
  const encoded = ['', 'x', 'xx'].map((before) => btoa(before + secret).slice(before === '' ? 0 : 4, -4))
  const hex = [...secret].map((letter) => letter.charCodeAt(0).toString(16)).join('')
  return [secret, ...encoded, hex]
}

async function canariesInFiles(): Promise<readonly string[]> {
  const all = await files()
  expect(all.length).toBeGreaterThan(0)
  return all.flatMap(([path, text]) =>
    [...CANARIES, FIRST, SECOND]
      .filter((secret) => formsOf(secret).some((form) => text.includes(form)))
      .map((secret) => `${path}: ${secret}`),
  )
}

const storeSecrets = (tab: Remote<ValuesTab>) =>
  tab.storeSecrets(proxy((name: string) => `canary-of-${name}`))

it('without a passphrase no copy has a secret, and after a loss each is asked for by its name', async () => {
  const tab = openTab()
  await storeSecrets(tab)
  expect(await tab.secrets()).toEqual(CANARIES)
  await tab.evenOut()
  expect(await canariesInFiles()).toEqual([])
  await loseDatabases()

  const next = openTab()
  expect(await next.secrets()).toEqual([])
  expect(await next.protection()).toEqual({ state: 'open', hasPassphrase: false })
  const lost = async (one: Remote<ValuesTab>) =>
    (await one.comeBack()).lost.map(({ database, name }) => `${database.replace('vivarium-', '')} ${name}`)
  const all = [
    'git-tokens github.com',
    'hidden ',
    'keys anthropic',
    'keys anthropic headers',
    'program-keys SOME_KEY',
    'share-secrets put',
    'share-stores ',
  ]
  expect((await lost(next)).toSorted()).toEqual(all)
  // Its placeholder may stand in files of the workspace.
  expect(await next.programs()).toMatchObject([{ name: 'SOME_KEY', hosts: ['api.example'], hint: '' }])
  await next.setApiKey('another-key-1234')
  closeTabs()
  expect((await lost(openTab())).toSorted()).toEqual(all.filter((name) => name !== 'keys anthropic'))
  await openTab().removeKeys()
  expect(await lost(openTab())).toEqual([])
  expect(await paths()).toEqual([])
})

it('with a passphrase all secrets come back, locked, and no copy has them or the passphrase', async () => {
  const tab = openTab()
  await storeSecrets(tab)
  expect(await tab.changePassphrase('', FIRST)).toMatchObject({ ok: true })
  expect(await canariesInFiles()).toEqual([])
  await loseDatabases()

  const next = openTab()
  expect(await next.protection()).toEqual({ state: 'locked', hasPassphrase: true })
  expect(await next.learn()).toEqual([])
  expect(await next.unlock(SECOND)).toMatchObject({ ok: false })
  expect(await next.unlock(FIRST)).toMatchObject({ ok: true })
  expect(await next.secrets()).toEqual(CANARIES)
  expect((await next.comeBack()).lost).toEqual([])

  // Another passphrase, a new secret, and lost once more.
  expect(await next.changePassphrase(FIRST, SECOND)).toMatchObject({ ok: true })
  await next.setApiKey('canary-of-key-2')
  expect(await canariesInFiles()).toEqual([])
  await loseDatabases()
  const last = openTab()
  expect(await last.unlock(FIRST)).toMatchObject({ ok: false })
  expect(await last.unlock(SECOND)).toMatchObject({ ok: true })
  expect(await last.apiKey()).toBe('canary-of-key-2')
})

/** Writes of copies while a passphrase is changed: the record, two secrets, and the record once more. */
const WRITES = 4

it('killed at any write of a copy while the passphrase is changed, all secrets come back by the old one or the new', async () => {
  // Each kill takes two seconds: a thread that does not answer ends only then.
  const killed = slice([...Array(WRITES).keys()], 2)
  for (const writes of [...killed, WRITES]) {
    await clean()
    const tab = openTab()
    await tab.deriveQuickly()
    await tab.changePassphrase('', FIRST)
    await tab.setApiKey('canary-of-key')
    await tab.storeToken('canary-of-token')
    const [worker] = workers
    const stands = new Promise<boolean>((resolve) =>
      worker?.addEventListener('message', ({ data }) => data === 'stands still' && resolve(true)),
    )
    await tab.standStillAfter(writes)
    const wasKilled = await Promise.race([stands, tab.changePassphrase(FIRST, SECOND).then(() => false)])
    await loseDatabases()

    const next = openTab()
    await next.deriveQuickly()
    const opened = [await next.unlock(FIRST), await next.unlock(SECOND)]
    expect({ writes, opened: opened.some(({ ok }) => ok) }).toEqual({ writes, opened: true })
    expect({ writes, secrets: await next.secrets() }).toEqual({
      writes,
      secrets: ['canary-of-key', 'canary-of-token'],
    })
    expect({ writes, wasKilled }).toEqual({ writes, wasKilled: writes < WRITES })
  }
})

it('once the passphrase is removed its copies are gone, and secrets are lost with the databases', async () => {
  const tab = openTab()
  await storeSecrets(tab)
  await tab.changePassphrase('', FIRST)
  expect(await paths()).toContain('wrapping/all')
  await tab.changePassphrase(FIRST, '')
  expect(await paths()).not.toContain('wrapping/all')
  expect(await canariesInFiles()).toEqual([])
  await loseDatabases()
  const next = openTab()
  expect(await next.protection()).toEqual({ state: 'open', hasPassphrase: false })
  expect(await next.secrets()).toEqual([])
  expect((await next.comeBack()).lost).toHaveLength(7)
})

it('a secret that an older version stored as it was is in no copy', async () => {
  await new ValueStore({ database: 'vivarium-keys', store: 'keys' }).set('anthropic', CANARIES[0])
  const tab = openTab()
  await tab.evenOut()
  expect(await paths()).toEqual(['keys/all'])
  expect(await canariesInFiles()).toEqual([])
  expect(await tab.apiKey()).toBe(CANARIES[0])
  expect(await canariesInFiles()).toEqual([])
})
