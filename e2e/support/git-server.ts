/** Repositories served by the real `git http-backend`, behind CORS headers as a host that allows pages sends them. */
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface GitServer {
  /** `http://localhost:<port>` */
  readonly url: string
  readonly host: string
  /** Folder of its repositories, for the real git. */
  readonly folder: string
  readonly requests: readonly {
    readonly method: string
    readonly url: string
    readonly authorization: string
  }[]
  /** The real git in one of its folders; throws when it fails. */
  git(name: string, ...args: string[]): string
  close(): Promise<void>
}

export interface GitServerOptions {
  /** Requests without it as their password get 401. */
  readonly token?: string
}

const IDENTITY = {
  GIT_AUTHOR_NAME: 'Ann',
  GIT_AUTHOR_EMAIL: 'ann@example.com',
  GIT_COMMITTER_NAME: 'Ann',
  GIT_COMMITTER_EMAIL: 'ann@example.com',
  GIT_CONFIG_NOSYSTEM: '1',
  HOME: '/nowhere',
}

/** Names ending in `.git` are bare repositories, made when they are first used. */
export async function startGitServer(options: GitServerOptions = {}): Promise<GitServer> {
  const folder = mkdtempSync(join(tmpdir(), 'vivarium-git-server-'))
  const requests: GitServer['requests'][number][] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    response.setHeader('Access-Control-Allow-Origin', '*')
    response.setHeader('Access-Control-Allow-Headers', 'authorization, content-type, git-protocol')
    response.setHeader('Access-Control-Allow-Methods', 'GET, POST')
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
    if (method === 'OPTIONS') return response.writeHead(204).end()
    const authorization = headers.authorization ?? ''
    requests.push({ method, url, authorization })
    if (options.token !== undefined && authorization !== `Basic ${btoa(`x-access-token:${options.token}`)}`)
      return response.writeHead(401, { 'WWW-Authenticate': 'Basic' }).end()
    return backend(folder, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', () => resolve()))
  // A server that listens has an address with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}`,
    host: `localhost:${port}`,
    folder,
    requests,
    git: (name, ...args) => {
      const cwd = join(folder, name)
      mkdirSync(cwd, { recursive: true })
      const { status, stdout, stderr } = spawnSync('git', args, {
        cwd,
        encoding: 'utf8',
        env: { ...process.env, ...IDENTITY },
      })
      if (status !== 0) throw new Error(`git ${args.join(' ')}: ${stderr}`)
      return stdout
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          rmSync(folder, { recursive: true, force: true })
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}

/** One request as CGI has it. */
function backend(folder: string, request: IncomingMessage, response: ServerResponse): void {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const child = spawn('git', ['http-backend'], {
    env: {
      ...process.env,
      ...IDENTITY,
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: '1',
      PATH_INFO: url.pathname,
      QUERY_STRING: url.search.slice(1),
      REQUEST_METHOD: request.method ?? '',
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      REMOTE_USER: 'ann',
      REMOTE_ADDR: '127.0.0.1',
    },
  })
  request.pipe(child.stdin)
  child.stdin.on('error', () => undefined)
  let head = Buffer.alloc(0)
  let isBody = false
  child.stdout.on('data', (part: Buffer) => {
    if (isBody) return void response.write(part)
    head = Buffer.concat([head, part])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    isBody = true
    let status = 200
    for (const line of head.subarray(0, end).toString().split('\r\n')) {
      const [, name = '', value = ''] = /^([^:]+): *(.*)$/.exec(line) ?? []
      if (name === 'Status') status = Number.parseInt(value, 10)
      else response.setHeader(name, value)
    }
    response.writeHead(status)
    response.write(head.subarray(end + 4))
  })
  child.on('close', () => response.end())
}
