/** App files that the service workers have stored, for times without a network and for the next start. */
import { readFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import type { Frame, Page } from '@playwright/test'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import type { Site } from './site.ts'

/** Resolves when the service workers of both origins have kept all that the build wrote down. */
export async function everythingKept(page: Page, site: Site): Promise<void> {
  await expect
    .poll(() => keptIn(page.mainFrame()), { timeout: patience(60_000) })
    // On every host, the page of the opaque sandbox that shows a step's preview.
    .toBe(filesOf('app', '/opaque/', '/assets/llama') + 1)
  const host = page.frames().find((frame) => frame.url().startsWith(site.sandboxOrigin))
  if (!host) throw new Error('There is no frame of the sandbox origin.')
  await expect.poll(() => keptIn(host), { timeout: patience(60_000) }).toBe(filesOf('sandbox', '/assets/py'))
}

function keptIn(frame: Frame): Promise<number> {
  return frame.evaluate(async () => {
    const caches_ = await Promise.all(
      (await caches.keys())
        .filter((name) => name.startsWith('vivarium-shell-'))
        .map((name) => caches.open(name)),
    )
    const kept = await Promise.all(caches_.map((cache) => cache.keys()))
    return kept.flat().length
  })
}

/** How many files the build has written down, but those that begin with one of `without`, which not everybody needs. */
export function filesOf(folder: 'app' | 'sandbox', ...without: readonly string[]): number {
  const script = readFileSync(`dist/${folder}/service-worker.js`, 'utf8')
  const beginning = (path: string) => script.split(`\\"path\\":\\"${path}`).length - 1
  return without.reduce((left, path) => left - beginning(path), beginning('/'))
}
