/** Notes are read before a run needs them, and no change of one is missed for it: of this tab, of another, with or without a word of it. */
import { afterEach, expect, it, vi } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { ModelRequest } from '../../model/contract.ts'
import { DEFAULT_SETTINGS } from '../../protocol/settings.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { TabChannel } from '../service/between-tabs.ts'
import { SettingsStore } from '../store/settings-store.ts'
import { ValueStore } from '../store/value-store/value-store.ts'
import { dropDatabases } from '../testing/database.ts'
import { nextAnswer, startScriptedService } from '../testing/scripted-service.ts'
import type { Step } from '../testing/scripted-service.ts'

afterEach(async () => {
  vi.restoreAllMocks()
  // Other tests of this browser start with the defaults.
  await value(new SettingsStore().update(DEFAULT_SETTINGS))
  await new ValueStore({ database: 'vivarium-memory', store: 'memories' }).clear()
  await dropDatabases()
})

const DONE = { text: 'Done.' }
let looks = 0
/** Each at other files, so that none looks like a repetition. */
const look = () => ({ calls: [{ name: 'Glob', input: { pattern: `*.${looks++}` } }] })

/** Channels of tabs that hear each other at once; of none where messages are lost. */
class Tabs {
  readonly #heard: (() => void)[] = []

  channel(): TabChannel {
    const own: (() => void)[] = []
    return {
      post: () => this.#heard.filter((hear) => !own.includes(hear)).forEach((hear) => hear()),
      listen: (hear) => {
        own.push(() => hear('changed'))
        this.#heard.push(...own)
      },
    }
  }
}

async function openTab({ tabs, settings = {} }: { tabs?: Tabs; settings?: Partial<Settings> } = {}) {
  const steps: Step[] = []
  const planned: (() => void)[] = []
  const { api, requests } = await startScriptedService({
    answer: () => nextAnswer(steps),
    later: (work) => planned.push(work),
    ...(tabs && { memoryTabs: tabs.channel() }),
  })
  await value(api.settings.update(settings))
  await api.sessions.create()
  return {
    api,
    requests,
    /** All that was left for later is begun. */
    idle: () => planned.splice(0).forEach((work) => work()),
    async run(...next: readonly Step[]) {
      steps.push(...next, DONE)
      expect(await value(api.runs.run('Go.'))).toMatchObject({ terminal: 'completed' })
      return told(requests.at(-1))
    },
  }
}

/** All that a request tells of the memory. */
function told(request: ModelRequest | undefined): string {
  const texts = request?.messages.flatMap(({ content }) =>
    content.flatMap((block) => (block.type === 'text' && /memory/.test(block.text) ? [block.text] : [])),
  )
  return (texts ?? []).join('\n')
}

/** Keys that are read from the memory's store from now on. */
function watchReads() {
  const reads: string[] = []
  const { get } = IDBObjectStore.prototype
  vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(function (this: IDBObjectStore, key) {
    if (this.transaction.db.name === 'vivarium-memory') reads.push(String(key))
    return get.call(this, key)
  })
  return reads
}

/** Resolves when the last of what was read ahead has been asked for. */
const readAhead = (reads: readonly string[]) => expect.poll(() => reads.at(-1)).toBe('everywhere')

it('a run reads the stamp alone where the notes were read ahead, and tells the same', async () => {
  const tab = await openTab()
  await value(tab.api.memory.write({ path: 'everywhere/a.md', text: 'Use tabs.\n' }))
  const reads = watchReads()
  const cold = await tab.run()
  expect(cold).toContain('Use tabs.')
  expect(reads).toContain('everywhere')
  await tab.api.sessions.create()
  reads.length = 0
  tab.idle()
  await readAhead(reads)
  reads.length = 0
  expect(await tab.run()).toBe(cold)
  expect([...new Set(reads)]).toEqual(['stamp'])
})

it('a note of this tab, and its switch, count at once', async () => {
  const tab = await openTab()
  await value(tab.api.memory.remember('Use tabs.'))
  const reads = watchReads()
  tab.idle()
  await readAhead(reads)
  await value(tab.api.memory.remember('Never push.'))
  expect(await tab.run()).toContain('Never push.')
  await tab.api.sessions.create()
  await value(tab.api.memory.write({ path: 'everywhere/a.md', text: 'Use tabs.\n' }))
  reads.length = 0
  tab.idle()
  await readAhead(reads)
  await value(tab.api.memory.setOn(false))
  expect(await tab.run()).toBe('')
})

it('a note of another tab counts for the next run, though no word of it has come', async () => {
  const [here, there] = [await openTab(), await openTab()]
  const reads = watchReads()
  here.idle()
  await readAhead(reads)
  await value(there.api.memory.write({ path: 'everywhere/a.md', text: 'Use tabs.\n' }))
  expect(await here.run()).toContain('Use tabs.')
})

it('a note of another tab counts for the next request of a run, and its word is not sent back', async () => {
  const tabs = new Tabs()
  const [here, there] = [await openTab({ tabs }), await openTab({ tabs })]
  const write = async (path: string, text: string) =>
    void (await value(there.api.memory.write({ path: `everywhere/${path}`, text })))
  const last = await here.run(look(), () => write('a.md', 'Use tabs.\n'), look())
  expect(told(here.requests[0])).not.toContain('Use tabs.')
  expect(last).toContain('Use tabs.')
  // It is read ahead for the next run, too.
  const reads = watchReads()
  await write('b.md', 'Never push.\n')
  reads.length = 0
  here.idle()
  await readAhead(reads)
  reads.length = 0
  expect(await here.run()).toContain('Never push.')
  expect(reads.filter((key) => key !== 'stamp')).toEqual([])
})

it('files that have changed since are those of the tree as the run begins', async () => {
  const { api, idle, run } = await openTab()
  const edit = async (text: string) => {
    const data = new TextEncoder().encode(text)
    await value(api.files.edit([{ kind: 'file', path: '/workspace/src/a.ts', data, over: 'anything' }]))
  }
  await edit('one')
  await value(api.memory.write({ path: 'a.md', text: '`src/a.ts` says one.\n' }))
  const reads = watchReads()
  idle()
  await readAhead(reads)
  await edit('two')
  expect(await run()).toContain('may be out of date: src/a.ts')
})

it('reading ahead that fails, or has not begun, loses nothing', async () => {
  const tab = await openTab()
  await value(tab.api.memory.remember('Use tabs.'))
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  const spy = vi.spyOn(IDBObjectStore.prototype, 'get').mockImplementation(() => {
    throw new DOMException('The database is closed.', 'InvalidStateError')
  })
  tab.idle()
  await expect
    .poll(() => info.mock.calls.map(([text]) => String(text)))
    .toContain('The notes were not read ahead:')
  spy.mockRestore()
  expect(await tab.run()).toContain('Use tabs.')
})

it('with the memory off, or a run under way, nothing is read ahead', async () => {
  const tab = await openTab({ settings: { memory: false } })
  const reads = watchReads()
  tab.idle()
  await tab.run()
  expect(reads).toEqual([])
  await value(tab.api.settings.update({ memory: true }))
  const before: number[] = []
  await tab.run(look(), async () => {
    await value(tab.api.memory.remember('Use tabs.'))
    before.push(reads.length)
    tab.idle()
    // Answered after what was begun, had it read.
    await tab.api.memory.read('none.md')
    before.push(reads.length)
  })
  expect(before).toHaveLength(2)
})
