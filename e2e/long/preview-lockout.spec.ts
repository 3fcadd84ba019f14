/** A page of the preview does all it can to keep the user out: after each attack the app opens with its session and its files. */
import type { Frame } from '@playwright/test'
import { everythingKept } from '../support/kept-files.ts'
import { show, write } from '../support/preview-pages.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

interface Attack {
  readonly name: string
  /** Runs in the page. One that does not come back is begun with a timer. */
  readonly run: () => unknown
  /** The outcome. */
  readonly result?: unknown
}

/** Loads itself again as often as a page of its origin has asked for it. */
const PAGE = `<!doctype html><h1>Attack</h1><script>
  const left = Number(localStorage.loads ?? 0)
  if (left > 0) { localStorage.loads = left - 1; location.reload() }
</script>`

const ATTACKS: readonly Attack[] = [
  {
    name: 'fills all storage of its origin',
    run: async () => {
      try {
        for (let count = 0; ; count += 1) localStorage.setItem(`k${count}`, 'x'.repeat(100_000))
      } catch {
        // It is full.
      }
      const cache = await caches.open('flood')
      const database = await new Promise<IDBDatabase>((resolve, reject) => {
        const request = indexedDB.open('flood', 1)
        request.onupgradeneeded = () => request.result.createObjectStore('flood', { autoIncrement: true })
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(new Error('no database'))
      })
      const bytes = crypto.getRandomValues(new Uint8Array(65_536))
      const block = new Blob(Array.from({ length: 64 }, () => bytes))
      try {
        for (let count = 0; count < 1000; count += 1) {
          await cache.put(`/flood/${count}`, new Response(block))
          await new Promise<void>((resolve, reject) => {
            const transaction = database.transaction('flood', 'readwrite')
            transaction.objectStore('flood').add(block)
            transaction.oncomplete = () => resolve()
            transaction.onabort = () => reject(new Error('full'))
          })
        }
        return 'it is not full'
      } catch {
        return 'full'
      }
    },
    result: 'full',
  },
  {
    name: 'deletes all that its origin has stored, and its service worker',
    run: async () => {
      for (const name of await caches.keys()) await caches.delete(name)
      for (const { name } of await indexedDB.databases())
        if (name !== undefined) indexedDB.deleteDatabase(name)
      localStorage.clear()
      for (const registration of await navigator.serviceWorker.getRegistrations())
        await registration.unregister()
      return (await navigator.serviceWorker.getRegistrations()).length
    },
    result: 0,
  },
  {
    name: 'puts another script of its origin in the place of the service worker',
    run: async () => {
      const host = window.parent[0] as unknown as Window
      const loaded = host.performance.getEntriesByType('resource').map(({ name }) => name)
      const scripts = [...loaded, '/vivarium-page.js'].filter((address) => address.endsWith('.js'))
      const attempts = scripts.flatMap((address) =>
        ['/', '/assets/'].flatMap((scope) =>
          (['classic', 'module'] as const).map((type) =>
            navigator.serviceWorker.register(address, { scope, type }).then(
              () => address,
              () => '',
            ),
          ),
        ),
      )
      // Only itself can take its place.
      const done = await Promise.all([
        ...attempts,
        navigator.serviceWorker
          .register('/service-worker.js?other', { scope: '/preview/' })
          .then(() => 'itself'),
      ])
      return [scripts.length > 1, ...done.filter((address) => address !== '')]
    },
    result: [true, 'itself'],
  },
  {
    name: 'holds all locks, and steals those that are held',
    run: async () => {
      const { held = [] } = await navigator.locks.query()
      for (const { name = '' } of held)
        void navigator.locks.request(name, { steal: true }, () => new Promise(() => undefined)).catch(() => 0)
      return held.length > 0
    },
    result: true,
  },
  {
    name: 'never comes to an end',
    run: () =>
      void setTimeout(() => {
        for (;;);
      }),
  },
  {
    name: 'never comes to an end in workers, too',
    run: () => {
      const address = URL.createObjectURL(new Blob(['for (;;);'], { type: 'text/javascript' }))
      for (let count = 0; count < 8; count += 1) new Worker(address)
      new SharedWorker(address)
      setTimeout(() => {
        for (;;);
      })
    },
  },
  {
    name: 'asks again and again, and before it is left',
    run: () => {
      window.addEventListener('beforeunload', (event) => {
        event.preventDefault()
        event.returnValue = 'Stay'
      })
      for (let count = 0; count < 100; count += 1) {
        alert('Pay')
        confirm('Stay?')
        prompt('Password')
        print()
      }
      return 'asked'
    },
    result: 'asked',
  },
  {
    name: 'floods the history',
    run: () => {
      for (let count = 0; count < 150; count += 1) history.pushState({}, '', `?${count}`)
      setInterval(() => history.pushState({}, '', `?${Math.random()}`), 5)
    },
  },
  {
    name: 'loads itself again and again',
    run: () => {
      localStorage['loads'] = 100
      setTimeout(() => location.reload())
    },
  },
  {
    name: 'leads the tab elsewhere',
    run: () => {
      const { top } = window
      if (!top) return 'no top'
      const attempts: (() => unknown)[] = [
        () => (top.location.href = 'about:blank'),
        () => top.location.replace('about:blank'),
        () => window.open('about:blank', '_top'),
        () => top.close(),
        () => top.postMessage('x'.repeat(1000), '*'),
        () => {
          const link = document.createElement('a')
          Object.assign(link, { href: 'about:blank', target: '_top' })
          document.body.append(link)
          link.click()
        },
      ]
      for (const attempt of attempts)
        try {
          attempt()
        } catch {
          // Refused.
        }
      return 'tried'
    },
    result: 'tried',
  },
  {
    name: 'leads the sandbox’s own page elsewhere, and keeps doing it',
    run: () => {
      setInterval(() => {
        for (let at = 0; at < window.parent.length; at += 1)
          try {
            const other = window.parent[at] as unknown as Window
            if (other !== window) other.location.replace('/preview/none/')
          } catch {
            // It is of another origin.
          }
      }, 20)
    },
  },
  {
    name: 'takes all memory',
    run: () =>
      void setTimeout(() => {
        const all: unknown[] = []
        for (;;) all.push(new Array(1_000_000).fill({ a: 1 }))
      }),
  },
]

for (const { name, run, result } of ATTACKS)
  test(`a page that ${name} keeps nobody out`, async ({ workbench, page }) => {
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      void dialog.dismiss()
    })
    const { address, frame } = await openAttack(workbench)
    if (name.startsWith('fills')) await limit(frame)
    expect(await frame.evaluate(run)).toEqual(result)
    await page.reload({ waitUntil: 'commit' })
    // The session is there at once; a sandbox whose process is busy is given up after 20 seconds.
    await expect(workbench.composer).toBeEditable()
    expect((await workbench.exec('cat keep')).stdout).toBe('precious\n')
    expect(page.url()).toBe(address)
    expect(dialogs).toEqual([])
    // The fault is over with the next one.
    await page.reload({ waitUntil: 'commit' })
    await expect(workbench.composer).toBeEditable()
    const shown = await show(workbench, '/?again')
    await expect(shown.getByRole('heading')).toHaveText('Attack')
    expect(new URL(shown.url()).pathname).toMatch(/^\/preview\//)
  })

test('what a page has deleted is not missed without a server, but for the sandbox', async ({ page }) => {
  const site = await startSite({ cachesFiles: true })
  const workbench = new Workbench(page, site.url)
  const { address, frame } = await openAttack(workbench)
  await everythingKept(page, site)
  await frame.evaluate(async () => {
    for (const cache of await caches.keys()) await caches.delete(cache)
  })
  const events = await workbench.events()
  await site.close()
  await page.reload({ waitUntil: 'commit' })
  await expect(workbench.composer).toBeEditable()
  expect(page.url()).toBe(address)
  expect(await workbench.events()).toEqual(events)
  const again = await startSite({ cachesFiles: true, inPlaceOf: site })
  await page.reload({ waitUntil: 'commit' })
  await expect(workbench.composer).toBeEditable()
  expect((await workbench.exec('cat keep')).stdout).toBe('precious\n')
  await again.close()
})

/** A session with a file, and a page in the preview. */
async function openAttack(workbench: Workbench) {
  await workbench.open()
  await write(workbench, { keep: 'precious\n', 'index.html': PAGE })
  const frame = await show(workbench, '/')
  await expect(frame.getByRole('heading')).toHaveText('Attack')
  await expect(workbench.page).toHaveURL(/#session=/)
  const address = workbench.page.url()
  return { address, frame }
}

/** Twenty megabytes for the page's origin, so that it is soon full. */
async function limit(frame: Frame): Promise<void> {
  const session = await frame.page().context().newCDPSession(frame.page())
  const origin = await frame.evaluate(() => location.origin)
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 20_000_000 })
}

for (const path of ['/', '/assets/'])
  test(`all cookies that a browser keeps of one host, for ${path}, do not keep a first visitor out`, async ({
    browser,
  }) => {
    const site = await startSite()
    const context = await browser.newContext({ serviceWorkers: 'block' })
    try {
      await context.addCookies(
        Array.from({ length: 180 }, (_, count) => ({
          name: `c${count}`,
          value: 'x'.repeat(4000),
          domain: 'localhost',
          path,
        })),
      )
      const workbench = new Workbench(await context.newPage(), site.url)
      await workbench.open()
      expect((await workbench.exec('echo up')).stdout).toBe('up\n')
    } finally {
      await context.close()
      await site.close()
    }
  })
