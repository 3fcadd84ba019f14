/** `npm start`: installs what is missing, builds if needed, serves both origins. */
import { buildIfNeeded } from './lib/build/build.mjs'
import { runMain } from './lib/fail.mjs'
import { portsFromEnvironment } from './lib/serve/ports.mjs'
import { registryFromNpm } from './lib/serve/registry.mjs'
import { serve } from './lib/serve/serve.mjs'
import { installPackages, requireNode } from './lib/setup.mjs'

await runMain(async () => {
  requireNode()
  const ports = portsFromEnvironment()
  await installPackages()
  await buildIfNeeded()
  const server = await serve({
    ...ports,
    registry: await registryFromNpm(),
    // The vendor's, unless told otherwise; empty: WebContainer is not offered.
    containerOrigin: process.env.WEBCONTAINER_ORIGIN ?? 'https://stackblitz.com',
    // Origins of the pages that its programs serve.
    containerPreviews: process.env.WEBCONTAINER_PREVIEWS ?? 'https://*.webcontainer-api.io',
  })
  console.log(`Vivarium is at http://localhost:${ports.port}/`)
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void server.close())
})
