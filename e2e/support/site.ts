/** The built app, served on a free pair of ports, as `npm start` serves it. */
import { createServer } from 'node:net'
import { serve } from '../../scripts/lib/serve.mjs'

export interface Site {
  readonly url: string
  readonly origin: string
  readonly sandboxOrigin: string
  close(): Promise<void>
}

export async function startSite(): Promise<Site> {
  const port = await freePort()
  const sandboxPort = await freePort()
  const server = await serve({ port, sandboxPort })
  return {
    url: `http://localhost:${port}/`,
    origin: `http://localhost:${port}`,
    sandboxOrigin: `http://localhost:${sandboxPort}`,
    close: () => server.close(),
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, 'localhost', () => {
      const address = probe.address()
      probe.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port)
        else reject(new Error('No free port could be found.'))
      })
    })
  })
}
