/** The built app, served on a free pair of ports, or on one, as `npm start` serves it. */
import { createServer } from 'node:net'
import { serve } from '../../scripts/lib/serve/serve.mjs'

export interface Site {
  readonly url: string
  readonly origin: string
  /** The app's where there is one origin only. */
  readonly sandboxOrigin: string
  close(): Promise<void>
}

interface SiteOptions {
  /** 1: the folder dist/app alone. */
  readonly origins?: 1 | 2
  /** The package registry that the server is set up for. */
  readonly registry?: string
  /** WebContainer's host; by default it is not offered. */
  readonly containerOrigin?: string
  /** The folder with both builds; `dist` by default. */
  readonly root?: string
  /** Whether the service workers cache the app's files, which takes a fresh profile seconds. Only offline use needs it. */
  readonly cachesFiles?: boolean
  /** Bytes of a request's headers that its servers take; as `npm start` by default. */
  readonly headerBytes?: number
  /** A site that is closed, in whose place this one is served. */
  readonly inPlaceOf?: Site
}

export async function startSite({
  origins = 2,
  registry = '',
  containerOrigin = '',
  root = 'dist',
  cachesFiles = false,
  headerBytes,
  inPlaceOf,
}: SiteOptions = {}): Promise<Site> {
  const port = inPlaceOf ? Number(new URL(inPlaceOf.origin).port) : await freePort()
  const otherPort = inPlaceOf ? Number(new URL(inPlaceOf.sandboxOrigin).port) : undefined
  const sandboxPort = origins === 2 ? (otherPort ?? (await freePort())) : undefined
  const server = await serve({
    port,
    sandboxPort,
    registry,
    containerOrigin,
    root,
    cachesFiles,
    ...(headerBytes === undefined ? {} : { headerBytes }),
  })
  return {
    url: `http://localhost:${port}/`,
    origin: `http://localhost:${port}`,
    sandboxOrigin: `http://localhost:${sandboxPort ?? port}`,
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
