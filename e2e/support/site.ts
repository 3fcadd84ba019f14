/** The built app, served on a free pair of ports, or on one, as `npm start` serves it. */
import { createServer } from 'node:net'
import { Failure } from '../../scripts/lib/fail.mjs'
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
  const listen = (port: number, sandboxPort: number | undefined) =>
    serve({
      port,
      sandboxPort,
      registry,
      containerOrigin,
      root,
      cachesFiles,
      ...(headerBytes === undefined ? {} : { headerBytes }),
    })
  const { port, sandboxPort, server } = inPlaceOf
    ? await atPorts(portsOf(inPlaceOf, origins), listen)
    : await atFreePorts(origins, listen)
  return {
    url: `http://localhost:${port}/`,
    origin: `http://localhost:${port}`,
    sandboxOrigin: `http://localhost:${sandboxPort ?? port}`,
    close: () => server.close(),
  }
}

type Server = Awaited<ReturnType<typeof serve>>
interface Ports {
  readonly port: number
  readonly sandboxPort: number | undefined
}
type Listen = (port: number, sandboxPort: number | undefined) => Promise<Server>

/** Another program may take a port between the look for a free one and the server's own listening. */
const PORT_ATTEMPTS = 5

async function atFreePorts(origins: 1 | 2, listen: Listen, attempt = 1): Promise<Ports & { server: Server }> {
  const ports = { port: await freePort(), sandboxPort: origins === 2 ? await freePort() : undefined }
  try {
    return await atPorts(ports, listen)
  } catch (error) {
    if (!(error instanceof Failure) || attempt === PORT_ATTEMPTS) throw error
    return atFreePorts(origins, listen, attempt + 1)
  }
}

async function atPorts(ports: Ports, listen: Listen): Promise<Ports & { server: Server }> {
  return { ...ports, server: await listen(ports.port, ports.sandboxPort) }
}

function portsOf({ origin, sandboxOrigin }: Site, origins: 1 | 2): Ports {
  const portOf = (url: string) => Number(new URL(url).port)
  return { port: portOf(origin), sandboxPort: origins === 2 ? portOf(sandboxOrigin) : undefined }
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
