/**
 * A package registry on the loopback: what this machine's registry says of a package, and its archives, as they are,
 * fetched once and kept in `e2e/.fixtures/registry/`. Counts what it was asked.
 */
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { registryFromNpm } from '../../scripts/lib/serve/registry.mjs'
import { projectRoot } from '../fixtures/project-root.ts'

export interface RegistryServer {
  /** With a slash at its end. */
  readonly address: string
  /** Paths that were asked for. */
  readonly asked: readonly string[]
  /** While set, everything is answered with this status; the archives that are asked for first, so many, are not. */
  fail(status: number | undefined, afterArchives?: number): void
  close(): Promise<void>
}

interface Kept {
  readonly status: number
  readonly contentType: string
}

export async function startRegistry(): Promise<RegistryServer> {
  const upstream = await registryFromNpm()
  const folder = join(projectRoot(), 'e2e/.fixtures/registry')
  mkdirSync(folder, { recursive: true })
  const asked: string[] = []
  let failure: number | undefined
  let archivesLeft = 0
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    asked.push(path)
    const isSpared = archivesLeft > 0
    if (path.endsWith('.tgz')) archivesLeft -= 1
    if (failure !== undefined && !isSpared) {
      response.writeHead(failure).end()
      return
    }
    answer(upstream, folder, { path, accept: request.headers.accept ?? '*/*' }).then(
      ({ kept, body }) => {
        response.writeHead(kept.status, { 'Content-Type': kept.contentType })
        response.end(body)
      },
      (error: unknown) => {
        response.writeHead(502).end(String(error))
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    asked,
    fail: (status, afterArchives = 0) => {
      failure = status
      archivesLeft = afterArchives
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  upstream: string,
  folder: string,
  { path, accept }: { path: string; accept: string },
): Promise<{ kept: Kept; body: Buffer }> {
  const file = join(folder, createHash('sha256').update(`${path} ${accept}`).digest('hex').slice(0, 32))
  if (!existsSync(`${file}.json`)) await fetchInto(file, new URL(`.${path}`, upstream), accept)
  const kept = JSON.parse(readFileSync(`${file}.json`, 'utf8')) as Kept
  return { kept, body: readFileSync(file) }
}

async function fetchInto(file: string, url: URL, accept: string): Promise<void> {
  const response = await fetch(url, { headers: { accept } })
  if (response.status >= 500) throw new Error(`The registry answered ${response.status} for ${url.pathname}.`)
  // Two tests may ask for the same one at once: each puts a whole file in its place.
  const temporary = `${file}-${process.pid}-${Math.random().toString(36).slice(2)}`
  writeFileSync(temporary, Buffer.from(await response.arrayBuffer()))
  renameSync(temporary, file)
  const kept: Kept = {
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'application/octet-stream',
  }
  writeFileSync(`${file}.json`, JSON.stringify(kept))
}
