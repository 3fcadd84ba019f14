import { afterEach, describe, expect, it, vi } from 'vitest'
import type { BlobStore, ExecResult, OutputChunk, Sandbox, SandboxEvent } from '../contract/contract.ts'
import { ok } from '../contract/errors.ts'
import { PORT_STREAM_BYTES } from '../contract/limits.ts'
import { PORT_VERSION } from './port-schema.ts'
import { connectSandbox, serveSandbox } from './port.ts'
import { memoryBlobs, sandboxWith } from './testing/sandbox-with.ts'

const text = (value: string) => new TextEncoder().encode(value)
const ports: MessagePort[] = []

afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

function channel() {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  return { near: port1, far: port2 }
}

async function connect(create: (blobs: BlobStore) => Sandbox, blobs: BlobStore = memoryBlobs()) {
  const { near, far } = channel()
  serveSandbox(far, create)
  const connected = await connectSandbox(near, { blobs, deadlineMs: 2000 })
  if (!connected.ok) throw new Error(connected.error.message)
  return connected.value
}

const HASH = 'a'.repeat(64)

const EXIT_ZERO: ExecResult = {
  exitCode: 0,
  stdout: text('out'),
  stderr: text(''),
  droppedBytes: 0,
  durationMs: 1,
  timedOut: false,
  cwd: '/workspace',
}

describe('sandbox port', () => {
  it('carries calls, bytes, failures and events', async () => {
    let publish: (event: SandboxEvent) => void = () => undefined
    const all = Uint8Array.from({ length: 256 }, (_, byte) => byte)
    const sandbox = await connect(() =>
      sandboxWith({
        readFile: (path) => Promise.resolve(path === '/all' ? ok(all) : ok(text(path))),
        subscribe: (listener) => {
          publish = listener
          return () => undefined
        },
      }),
    )
    expect(await sandbox.readFile('/all')).toEqual(ok(all))
    expect(await sandbox.readFile('ü')).toEqual(ok(text('ü')))
    expect(await sandbox.list('/')).toMatchObject({ ok: false, error: { kind: 'unsupported' } })
    const events: SandboxEvent[] = []
    sandbox.subscribe((event) => events.push(event))
    publish({ type: 'files_changed', paths: ['/workspace/a'], ignored: [], overflow: false })
    await expect
      .poll(() => events)
      .toEqual([{ type: 'files_changed', paths: ['/workspace/a'], ignored: [], overflow: false }])
  })

  it('streams output in order before the result, and never more than was granted', async () => {
    const sandbox = await connect(() =>
      sandboxWith({
        exec: async (_request, onOutput) => {
          for (let n = 0; n < 50; n++)
            onOutput?.({ stream: n % 2 ? 'stderr' : 'stdout', data: text(`${n}\n`) })
          return ok(EXIT_ZERO)
        },
      }),
    )
    const seen: string[] = []
    const result = await sandbox.exec({ id: 'x', command: 'x' }, ({ stream, data }: OutputChunk) => {
      seen.push(`${stream}:${new TextDecoder().decode(data).trim()}`)
    })
    expect(result).toEqual(ok(EXIT_ZERO))
    expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => `${n % 2 ? 'stderr' : 'stdout'}:${n}`))
  })

  it('gathers what comes in small pieces, and nothing of it is lost', async () => {
    const pieces = 5_000
    const sandbox = await connect(() =>
      sandboxWith({
        exec: async (_request, onOutput) => {
          for (let n = 0; n < pieces; n++) {
            onOutput?.({ stream: 'stdout', data: text(`${n}\n`) })
            if (n % 100 === 0) await new Promise((resolve) => setTimeout(resolve))
          }
          return ok(EXIT_ZERO)
        },
      }),
    )
    const chunks: string[] = []
    await sandbox.exec({ id: 'x', command: 'x' }, ({ data }) => {
      chunks.push(new TextDecoder().decode(data))
    })
    expect(chunks.join('')).toBe(Array.from({ length: pieces }, (_, n) => `${n}\n`).join(''))
    expect(chunks.length).toBeLessThan(pieces / 10)
  })

  it('bounds what waits when output comes faster than it is taken', async () => {
    const megabyte = new Uint8Array(PORT_STREAM_BYTES / 4)
    const sandbox = await connect(() =>
      sandboxWith({
        exec: (_request, onOutput) => {
          for (let n = 0; n < 200; n++) onOutput?.({ stream: 'stdout', data: megabyte })
          return Promise.resolve(ok(EXIT_ZERO))
        },
      }),
    )
    let bytes = 0
    await sandbox.exec({ id: 'x', command: 'x' }, (chunk) => {
      bytes += chunk.data.length
    })
    expect(bytes).toBeLessThanOrEqual(2 * PORT_STREAM_BYTES)
    expect(bytes).toBeGreaterThan(0)
  })

  it('hands the app’s blob store to the sandbox, many objects at once', async () => {
    const blobs = memoryBlobs()
    const hash = (n: number) => n.toString(16).padStart(64, '0')
    let inside: BlobStore | undefined
    await connect((store) => {
      inside = store
      return sandboxWith({})
    }, blobs)
    const objects = [text('one'), new Uint8Array(), Uint8Array.of(0, 255)].map((data, n) => ({
      hash: hash(n),
      data,
      like: n === 2 ? hash(0) : undefined,
    }))
    const put = vi.spyOn(blobs, 'put')
    expect(await inside?.put(objects)).toEqual(ok(undefined))
    expect(put).toHaveBeenCalledWith(objects)
    expect(await inside?.missing([hash(0), hash(9)])).toEqual([hash(9)])
    expect(await inside?.get([hash(2), hash(9), hash(1)])).toEqual([
      Uint8Array.of(0, 255),
      undefined,
      new Uint8Array(),
    ])
    expect([...blobs.stored.values()]).toEqual(objects.map(({ data }) => data))
  })

  it('tells the sandbox when the app’s store breaks, and goes on', async () => {
    const broken = () => Promise.reject(new Error('the disk is gone'))
    const sandbox = await connect(
      (blobs) => {
        const said = (asked: Promise<unknown>) => asked.then(() => 'answered', String)
        return sandboxWith({
          readLink: async () =>
            ok(
              [
                await said(blobs.missing([HASH])),
                await said(blobs.get([HASH])),
                await said(blobs.put([{ hash: HASH, data: text('x') }])),
              ].join('\n'),
            ),
        })
      },
      { missing: broken, get: broken, put: broken },
    )
    const line = 'Error: the store of contents failed: the disk is gone'
    expect(await sandbox.readLink('x')).toEqual(ok([line, line, line].join('\n')))
  })

  it('survives garbage from the sandbox side: nothing breaks, wrong answers become failures', async () => {
    const { near, far } = channel()
    const blobs = memoryBlobs()
    far.start()
    far.postMessage({ type: 'hello', version: PORT_VERSION })
    const connected = await connectSandbox(near, { blobs, deadlineMs: 2000 })
    if (!connected.ok) throw new Error(connected.error.message)
    const sandbox = connected.value
    const events: unknown[] = []
    sandbox.subscribe((event) => events.push(event))
    const calls: number[] = []
    far.onmessage = ({ data }: MessageEvent<{ type: string; id: number }>) => {
      if (data.type !== 'call') return
      calls.push(data.id)
      const garbage = [
        null,
        7,
        'x',
        [],
        {},
        { type: 'reply' },
        { type: 'reply', id: 'no' },
        { type: 'constructor' },
      ]
      for (const message of garbage) far.postMessage(message)
      far.postMessage({ type: 'event', event: { type: 'files_changed', paths: [1] } })
      far.postMessage({ type: 'stream', id: data.id, value: { stream: 'stdin' } })
      far.postMessage({ type: 'blobs_put', id: 1, hashes: ['../../x'], likes: [], packed: {} })
      far.postMessage({ type: 'reply', id: 999, value: 'nobody asked' })
      far.postMessage({
        type: 'reply',
        id: data.id,
        value: { ok: true, value: { __proto__: null, size: -1 } },
      })
    }
    expect(await sandbox.stat('/x')).toMatchObject({ ok: false, error: { kind: 'internal' } })
    expect(await sandbox.exec({ id: 'e', command: 'x' }, () => undefined)).toMatchObject({ ok: false })
    expect(calls.length).toBe(2)
    expect(events).toEqual([])
    expect(blobs.stored.size).toBe(0)
  })

  it('refuses another version, and a silent peer after the deadline', async () => {
    const old = channel()
    old.far.postMessage({ type: 'hello', version: PORT_VERSION + 1 })
    expect(await connectSandbox(old.near, { blobs: memoryBlobs(), deadlineMs: 2000 })).toMatchObject({
      ok: false,
      error: { kind: 'unsupported' },
    })
    const silent = channel()
    expect(await connectSandbox(silent.near, { blobs: memoryBlobs(), deadlineMs: 20 })).toMatchObject({
      ok: false,
      error: { kind: 'disposed' },
    })
  })

  it('fails what is pending, and every later call, once it is disposed', async () => {
    let disposed = false
    const sandbox = await connect(() =>
      sandboxWith({
        readFile: () => new Promise(() => undefined),
        dispose: () => {
          disposed = true
          return Promise.resolve()
        },
      }),
    )
    const pending = sandbox.readFile('/x')
    await sandbox.dispose()
    expect(await pending).toMatchObject({ ok: false, error: { kind: 'disposed' } })
    expect(await sandbox.readFile('/x')).toMatchObject({ ok: false, error: { kind: 'disposed' } })
    await expect.poll(() => disposed).toBe(true)
  })

  it('turns a bug in the sandbox into a failure of that call', async () => {
    const sandbox = await connect(() =>
      sandboxWith({
        readLink: () => {
          throw new TypeError('oops')
        },
      }),
    )
    expect(await sandbox.readLink('/x')).toMatchObject({
      ok: false,
      error: { kind: 'internal', message: expect.stringContaining('oops') },
    })
  })
})
