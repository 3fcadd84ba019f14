/** `npm run dev`: both origins from source, with reload. */
import { createServer } from 'vite'
import { Failure, runMain } from './lib/fail.mjs'
import { appHeaders, sandboxHeaders } from './lib/build/headers.mjs'
import { portsFromEnvironment } from './lib/serve/ports.mjs'
import { buildLibraries, installPackages, requireNode } from './lib/setup.mjs'

const ONE_ORIGIN =
  'The sandbox of a host with one origin is built, never served from source. Use SANDBOX_PORT=none npm start.'

await runMain(async () => {
  requireNode()
  const { port, sandboxPort } = portsFromEnvironment()
  if (sandboxPort === undefined) throw new Failure(ONE_ORIGIN)
  await installPackages()
  await buildLibraries()
  const appOrigin = `http://localhost:${port}`
  const sandboxOrigin = `http://localhost:${sandboxPort}`
  await listen('vite.config.ts', port, {
    headers: withoutPolicy(appHeaders({ sandboxOrigin })),
    plugins: [fillOrigin(sandboxOrigin)],
  })
  await listen('vite.sandbox.config.ts', sandboxPort, {
    headers: withoutPolicy(sandboxHeaders({ appOrigin })),
  })
  console.log(`Vivarium (development) is at ${appOrigin}/`)
})

async function listen(configFile, port, { headers, plugins = [] }) {
  const server = await createServer({ configFile, plugins, server: { port, strictPort: true, headers } })
  await server.listen()
}

/** Tells the page where the sandbox is, as `npm start` does. */
function fillOrigin(origin) {
  const place = '<meta name="vivarium-sandbox-origin" content=""'
  return {
    name: 'vivarium-sandbox-origin',
    transformIndexHtml: (page) => page.replace(place, place.replace('content=""', `content="${origin}"`)),
  }
}

/** Vite's reload client needs inline scripts and a socket, which the policy forbids; isolation stays. */
function withoutPolicy(headers) {
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'content-security-policy'),
  )
}
