/** Keys under a passphrase: set, changed, removed, in two tabs, cut off at any write, and with damaged records. */
import { createStore, del, entries, get, set } from 'idb-keyval'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { Keyring } from './keyring.ts'
import { SecretStore } from '../secret-store.ts'
import { deriveQuickly } from './testing/quick-derivation.ts'

const [FIRST, SECOND] = ['horse battery staple', 'correct staple horse'] as const
const SECRETS = { a: 'sk-aaaaaaaaaaaa', b: 'ghp_bbbbbbbbbbbb', c: 'hidden ccccc' } as const

interface Tab {
  readonly keyring: Keyring
  readonly stores: readonly [SecretStore, SecretStore]
  /** How often the page was told that somebody waits. */
  wanted: number
}

function openTab(): Tab {
  const keyring = new Keyring({ locks: navigator.locks })
  const store = (database: string) =>
    new SecretStore({ database, store: 'values', keyring, onSecret: () => undefined })
  const tab: Tab = { keyring, stores: [store('test-keys-1'), store('test-keys-2')], wanted: 0 }
  keyring.onState = (_, wanted) => (tab.wanted += wanted ? 1 : 0)
  return tab
}

const record = createStore('vivarium-wrapping', 'keys')
const raw = createStore('test-keys-1', 'values')

beforeEach(async () => {
  const { keyring, stores } = openTab()
  await keyring.removeAll()
  await keyring.unlock('')
  await stores[0].set('a', SECRETS.a)
  await stores[0].set('b', SECRETS.b)
  await stores[1].set('c', SECRETS.c)
})

async function readAll({ stores: [one, two] }: Tab): Promise<Record<string, string>> {
  return { a: await one.get('a'), b: await one.get('b'), c: await two.get('c') }
}

const NONE = { a: '', b: '', c: '' }

it('after a reload nothing is read before the passphrase was entered; a wrong one says so, however often', async () => {
  const before = openTab()
  expect(await before.keyring.protection()).toEqual({ state: 'open', hasPassphrase: false })
  expect(await before.keyring.change({ current: '', next: FIRST })).toMatchObject({ ok: true })
  expect(await readAll(before)).toEqual(SECRETS)

  const tab = openTab()
  expect(await tab.keyring.protection()).toEqual({ state: 'locked', hasPassphrase: true })
  expect(await readAll(tab)).toEqual(NONE)
  expect(await tab.stores[0].has('a')).toBe(true)
  for (let attempt = 0; attempt < 3; attempt += 1)
    expect(await tab.keyring.unlock(SECOND)).toMatchObject({
      ok: false,
      error: { message: 'That is not the passphrase. Nothing was unlocked.' },
    })
  expect(await readAll(tab)).toEqual(NONE)
  expect(await tab.keyring.unlock(FIRST)).toMatchObject({ ok: true })
  expect(await readAll(tab)).toEqual(SECRETS)
  // The same letters, put together in another way.
  expect(await tab.keyring.change({ current: FIRST, next: 'fünf Äpfel im Korb' })).toMatchObject({ ok: true })
  expect(await openTab().keyring.unlock('fu\u0308nf A\u0308pfel im Korb')).toMatchObject({ ok: true })
})

it('no key that opens them lies in the database while there is a passphrase', async () => {
  const tab = openTab()
  await tab.keyring.change({ current: '', next: FIRST })
  const [[, stored]] = (await entries(record)) as [[string, object]]
  const found: string[] = []
  JSON.stringify(stored, (name, value: unknown) => {
    if (value instanceof CryptoKey) found.push(name)
    return value
  })
  expect(found).toEqual([])
  expect(stored).toMatchObject({ current: { kind: 'passphrase', iterations: 600_000 }, former: [] })
})

it('what needs the keys waits for the person, and goes on or says why not', async () => {
  await openTab().keyring.change({ current: '', next: FIRST })
  const tab = openTab()
  const declined = tab.keyring.need()
  await expect.poll(() => tab.wanted).toBe(1)
  tab.keyring.decline()
  expect(await declined).toMatchObject({ ok: false, error: { kind: 'not_permitted' } })

  const stored = tab.stores[0].set('d', 'a new one')
  const also = tab.keyring.need()
  await expect.poll(() => tab.wanted).toBeGreaterThan(1)
  await tab.keyring.unlock(FIRST)
  expect([await stored, await also]).toMatchObject([{ ok: true }, { ok: true }])
  expect(await tab.stores[0].get('d')).toBe('a new one')
})

it('locked again, another tab is locked, too; removed, all are open, and without a passphrase after a reload', async () => {
  const [here, there] = [openTab(), openTab()]
  await here.keyring.change({ current: '', next: FIRST })
  await expect.poll(async () => (await there.keyring.protection()).state).toBe('locked')
  await there.keyring.unlock(FIRST)
  expect(await readAll(there)).toEqual(SECRETS)
  await here.keyring.lock()
  expect(await readAll(here)).toEqual(NONE)
  await expect.poll(async () => (await there.keyring.protection()).state).toBe('locked')
  expect(await readAll(there)).toEqual(NONE)

  expect(await here.keyring.change({ current: SECOND, next: '' })).toMatchObject({ ok: false })
  const waiting = there.keyring.need()
  expect(await here.keyring.change({ current: FIRST, next: '' })).toMatchObject({ ok: true })
  // There is nothing to be entered any more.
  expect(await waiting).toMatchObject({ ok: true })
  expect(await readAll(there)).toEqual(SECRETS)
  expect(await here.keyring.lock()).toMatchObject({ ok: false, error: { kind: 'invalid' } })
  const later = openTab()
  expect(await later.keyring.protection()).toEqual({ state: 'open', hasPassphrase: false })
  expect(await readAll(later)).toEqual(SECRETS)
})

it('what one tab stores while another changes the passphrase is not lost', async () => {
  const [here, there] = [openTab(), openTab()]
  const names = Array.from({ length: 40 }, (_, at) => `n${at}`)
  await here.keyring.change({ current: '', next: FIRST })
  await there.keyring.unlock(FIRST)
  const storing = (async () => {
    for (const name of names) await there.stores[1].set(name, `value of ${name}`)
  })()
  await here.keyring.change({ current: FIRST, next: SECOND })
  // The other tab has to ask for the new one, and waits.
  await there.keyring.unlock(SECOND)
  await storing
  const later = openTab()
  await later.keyring.unlock(SECOND)
  expect(await readAll(later)).toEqual(SECRETS)
  for (const name of names) expect(await later.stores[1].get(name)).toBe(`value of ${name}`)
})

const writes = { left: Infinity }
const proto = IDBObjectStore.prototype
const original = { put: proto.put, delete: proto.delete, clear: proto.clear }
let deriveAsBefore = () => undefined as void
afterEach(() => {
  Object.assign(proto, original)
  deriveAsBefore()
})

/** From the n-th write on nothing is written any more, as in a tab that was killed. */
function dieAfter(count: number): void {
  writes.left = count
  const mortal = (name: keyof typeof original) =>
    function (this: IDBObjectStore, ...args: unknown[]): unknown {
      if (writes.left <= 0) throw new DOMException('The tab was killed.', 'AbortError')
      writes.left -= 1
      return Reflect.apply(original[name], this, args)
    }
  Object.assign(proto, { put: mortal('put'), delete: mortal('delete'), clear: mortal('clear') })
}

const CHANGES = [
  { name: 'set', from: '', to: FIRST },
  { name: 'changed', from: FIRST, to: SECOND },
  { name: 'removed', from: FIRST, to: '' },
] as const

it.each(CHANGES)(
  'killed at any write while the passphrase is $name, nothing is lost',
  async ({ from, to }) => {
    deriveAsBefore = deriveQuickly()
    let points = 0
    for (let count = 0; ; count += 1) {
      const seed = openTab()
      await seed.keyring.removeAll()
      await seed.stores[0].set('a', SECRETS.a)
      await seed.stores[0].set('b', SECRETS.b)
      await seed.stores[1].set('c', SECRETS.c)
      await seed.keyring.change({ current: '', next: from })
      dieAfter(count)
      const changed = await openTab()
        .keyring.change({ current: from, next: to })
        .catch(() => undefined)
      const wasKilled = writes.left <= 0
      Object.assign(proto, original)

      const tab = openTab()
      const opened = []
      for (const passphrase of new Set([from, to])) {
        const unlocked = await tab.keyring.unlock(passphrase)
        if (unlocked.ok) opened.push(passphrase)
      }
      expect(opened.length).toBeGreaterThan(0)
      expect({ count, ...(await readAll(tab)) }).toEqual({ count, ...SECRETS })
      // The interrupted change has been finished by then: nothing needs the key before any more.
      expect(await get('wrapping', record)).not.toHaveProperty('former.0')
      if (!wasKilled) {
        expect(changed).toMatchObject({ ok: true })
        break
      }
      points += 1
    }
    // The record, three secrets, and the record once more.
    expect(points).toBeGreaterThanOrEqual(4)
  },
)

it('a damaged record is told, nothing is stored beside it, and removing the keys begins anew', async () => {
  for (const damage of [{ version: 1 }, 'text', { version: 9, current: {}, former: [] }, null]) {
    await set('wrapping', damage, record)
    const tab = openTab()
    expect(await tab.keyring.protection()).toEqual({ state: 'damaged', hasPassphrase: false })
    expect(await readAll(tab)).toEqual(NONE)
    for (const tried of [
      tab.stores[0].set('x', 'y'),
      tab.keyring.unlock(FIRST),
      tab.keyring.change({ current: '', next: FIRST }),
    ])
      expect(await tried).toMatchObject({ ok: false, error: { kind: 'internal' } })
    expect(await get('wrapping', record)).toEqual(damage)
  }
  const tab = openTab()
  await tab.keyring.removeAll()
  expect(await tab.stores[0].has('a')).toBe(false)
  expect(await tab.stores[0].set('x', 'y')).toMatchObject({ ok: true })
  expect(await openTab().stores[0].get('x')).toBe('y')
})

it('a damaged secret costs that one alone, also while all are encrypted anew', async () => {
  await set('b', { iv: new Uint8Array(12), data: new ArrayBuffer(20) }, raw)
  const tab = openTab()
  expect(await tab.keyring.change({ current: '', next: FIRST })).toMatchObject({ ok: true })
  expect(await readAll(tab)).toEqual({ ...SECRETS, b: '' })
  await del('b', raw)
})

it('what a version before stored as it was is encrypted when it is read, and when a passphrase is set', async () => {
  await set('a', SECRETS.a, raw)
  const tab = openTab()
  expect(await tab.stores[0].get('a')).toBe(SECRETS.a)
  expect(await get('a', raw)).not.toBe(SECRETS.a)
  await set('a', SECRETS.a, raw)
  await tab.keyring.change({ current: '', next: FIRST })
  expect(await get('a', raw)).not.toBe(SECRETS.a)
  expect(await readAll(tab)).toEqual(SECRETS)
})

it.each([
  ['short', 'A passphrase has at least 10 characters; nothing was changed.'],
  ['x'.repeat(1001), 'A passphrase has at most 1000 characters; nothing was changed.'],
])('a passphrase that is too %s is refused', async (next, message) => {
  expect(await openTab().keyring.change({ current: '', next })).toMatchObject({
    ok: false,
    error: { message },
  })
})
