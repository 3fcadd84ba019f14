/** The same in the origin's own files, with tabs that are threads of their own. */
import { deleteDB } from 'idb'
import { expect, it } from 'vitest'
import type { TabAnswer, TabRequest } from './testing/tab.worker.ts'

const PLACE = 'contents-test'

class Tab {
  readonly #worker = new Worker(new URL('./testing/tab.worker.ts', import.meta.url), { type: 'module' })
  readonly #database: string

  constructor(database: string) {
    this.#database = database
  }

  ask(request: Partial<TabRequest>): Promise<TabAnswer> {
    return new Promise((resolve, reject) => {
      this.#worker.addEventListener(
        'message',
        ({ data }: MessageEvent<TabAnswer | string>) =>
          typeof data === 'string' ? reject(new Error(data)) : resolve(data),
        { once: true },
      )
      this.#worker.addEventListener('error', ({ message }) => reject(new Error(message)), { once: true })
      this.#worker.postMessage({ database: this.#database, place: PLACE, put: [], get: [], ...request })
    })
  }

  end(): void {
    this.#worker.terminate()
  }
}

it('two tabs read what each other writes, and a third has all of it after the database was lost', async () => {
  const [first, second] = [`contents-${Date.now()}`, `contents-${Date.now()}-again`]
  const texts = Array.from({ length: 30 }, (_, at) => `${at} `.repeat(1 + (at % 7) * 9_000))
  const [ours, theirs] = [texts.slice(0, 15), texts.slice(15)]
  const tabs = [new Tab(first), new Tab(first)] as const
  const [here, there] = await Promise.all([tabs[0].ask({ put: ours }), tabs[1].ask({ put: theirs })])
  expect([here.unfiled, there.unfiled]).toEqual([0, 0])
  for (const tab of tabs) {
    const { texts: read, files } = await tab.ask({ get: texts })
    expect(read).toEqual(texts)
    expect(files).toHaveLength(2)
  }
  for (const tab of tabs) tab.end()

  const after = new Tab(second)
  await expect.poll(async () => (await after.ask({ get: texts })).texts).toEqual(texts)
  // It goes on in a file that is there.
  const { files, texts: read } = await after.ask({ put: ['more'], get: ['more'] })
  expect([files.length, read]).toEqual([2, ['more']])
  after.end()
  await Promise.all([first, second].map((name) => deleteDB(name)))
  await expect
    .poll(async () => {
      const root = await navigator.storage.getDirectory()
      return root.removeEntry(PLACE, { recursive: true }).then(
        () => 'removed',
        (error: unknown) => String(error),
      )
    })
    .toBe('removed')
})
