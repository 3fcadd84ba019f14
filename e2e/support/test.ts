/** Playwright's `test` with the app served, a page opened on it, and a model server. */
import { test as base } from '@playwright/test'
import { startModelServer } from '../model-server/server.ts'
import type { ModelServer } from '../model-server/contract.ts'
import { startRegistry } from './registry-server.ts'
import type { RegistryServer } from './registry-server.ts'
import { startSite } from './site.ts'
import type { Site } from './site.ts'
import { Workbench } from './workbench.ts'

interface Fixtures {
  readonly model: ModelServer
  readonly workbench: Workbench
  /** A package registry of the test's own, and a site that takes it for the machine's. Both may be closed early. */
  readonly registry: RegistryServer
  readonly registrySite: Site
}

export const test = base.extend<Fixtures, { cachesFiles: boolean; site: Site }>({
  cachesFiles: [false, { option: true, scope: 'worker' }],
  site: [
    async ({ cachesFiles }, use) => {
      const site = await startSite({ cachesFiles })
      await use(site)
      await site.close()
    },
    { scope: 'worker' },
  ],
  // Playwright wants the empty pattern: it reads a fixture's needs from its first parameter.
  // eslint-disable-next-line no-empty-pattern
  model: async ({}, use) => {
    const server = await startModelServer()
    await use(server)
    await server.close()
  },
  workbench: async ({ page, site }, use) => {
    await use(new Workbench(page, site.url))
  },
  // eslint-disable-next-line no-empty-pattern -- as above
  registry: async ({}, use) => {
    const registry = await startRegistry()
    await use(registry)
    await registry.close()
  },
  registrySite: async ({ registry, cachesFiles }, use) => {
    const site = await startSite({ registry: registry.address, cachesFiles })
    await use(site)
    await site.close()
  },
})

export { expect } from '@playwright/test'
