/** `npm run dev`: both origins from source, with reload. */
import { createServer } from 'vite'
import { runMain } from './lib/fail.mjs'
import { appHeaders, sandboxHeaders } from './lib/headers.mjs'
import { portsFromEnvironment } from './lib/ports.mjs'
import { buildLibraries, installPackages, requireNode } from './lib/setup.mjs'

await runMain(async () => {
  requireNode()
  const { port, sandboxPort } = portsFromEnvironment()
  await installPackages()
  await buildLibraries()
  const appOrigin = `http://localhost:${port}`
  const sandboxOrigin = `http://localhost:${sandboxPort}`
  await listen('vite.config.ts', port, withoutPolicy(appHeaders({ sandboxOrigin })))
  await listen('vite.sandbox.config.ts', sandboxPort, withoutPolicy(sandboxHeaders({ appOrigin })))
  console.log(`Vivarium (development) is at ${appOrigin}/`)
})

async function listen(configFile, port, headers) {
  const server = await createServer({ configFile, server: { port, strictPort: true, headers } })
  await server.listen()
}

/** Vite's reload client needs inline scripts and a socket, which the policy forbids; isolation stays. */
function withoutPolicy(headers) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-security-policy'),
  )
}
