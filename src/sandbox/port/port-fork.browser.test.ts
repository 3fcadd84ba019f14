/** Forks over the port: each speaks on a port of its own, which the app has made, and is believed no more than the sandbox is. */
import { afterEach, describe, expect, it } from 'vitest'
import type { ForkRequest, Sandbox, SandboxEvent } from '../contract/contract.ts'
import type { Egress, EgressRequest } from '../contract/egress.ts'
import { fail, ok } from '../contract/errors.ts'
import { PORT_VERSION } from './port-schema.ts'
import { connectSandbox, serveSandbox } from './port.ts'
import { memoryBlobs, sandboxWith } from './testing/sandbox-with.ts'

const text = (value: string) => new TextEncoder().encode(value)
const HASH = 'a'.repeat(64)
const REQUEST: EgressRequest = {
  url: 'https://a.example/',
  method: 'GET',
  headers: [],
  followRedirects: false,
  initiator: { execId: 'e', command: 'c', operation: 'o', run: 'r' },
}
const ports: MessagePort[] = []

afterEach(() => {
  for (const port of ports.splice(0)) port.close()
})

function channel() {
  const { port1, port2 } = new MessageChannel()
  ports.push(port1, port2)
  return { near: port1, far: port2 }
}

/** A sandbox whose forks do what is given, and what became of them. */
async function connect(methods: (request: ForkRequest) => Partial<Sandbox> = () => ({})) {
  const { near, far } = channel()
  const began: ForkRequest[] = []
  const ended: string[] = []
  const forking: Partial<Sandbox> = {
    fork: (request) => {
      began.push(request)
      const dispose = () => Promise.resolve(void ended.push(request.id))
      return Promise.resolve(ok(sandboxWith({ ...forking, dispose, ...methods(request) })))
    },
  }
  const blobs = memoryBlobs()
  serveSandbox(far, () => sandboxWith(forking))
  const sandbox = await value(connectSandbox(near, { blobs, deadlineMs: 2000 }))
  return { sandbox, blobs, near, far, began, ended }
}

/** A connection whose other side is told here what to say. */
async function hostile(deadlineMs = 2000, egress?: Egress) {
  const { near, far } = channel()
  far.start()
  far.postMessage({ type: 'hello', version: PORT_VERSION })
  const sandbox = await value(connectSandbox(near, { blobs: memoryBlobs(), egress, deadlineMs }))
  /** Answers the next fork, and gives its port. */
  const answer = (reply: unknown) =>
    new Promise<MessagePort>((resolve) => {
      far.onmessage = ({ data, ports: [port] }: MessageEvent<{ type: string; id: number }>) => {
        if (data.type !== 'fork' || port === undefined) return
        ports.push(port)
        far.postMessage({ type: 'reply', id: data.id, value: reply })
        resolve(port)
      }
    })
  return { sandbox, far, answer }
}

async function value<T>(result: Promise<{ ok: true; value: T } | { ok: false; error: { message: string } }>) {
  const settled = await result
  if (!settled.ok) throw new Error(settled.error.message)
  return settled.value
}

describe('forks over the port', () => {
  it('carry calls, events and contents, each on its own, as deep as they go', async () => {
    const listeners = new Map<string, (event: SandboxEvent) => void>()
    const { sandbox, blobs, began } = await connect(({ id, blobs: own }) => ({
      readFile: (path) => Promise.resolve(ok(text(`${id}: ${path}`))),
      checkpoint: async () => {
        const put = await own?.put([{ hash: HASH, data: text(id) }])
        return put?.ok ? ok({ root: HASH, changed: true, files: 1, bytes: 1 }) : fail('corrupt', 'not stored')
      },
      subscribe: (listener) => {
        listeners.set(id, listener)
        return () => undefined
      },
    }))
    const forked = await value(sandbox.fork({ id: 'one' }))
    const inner = await value(forked.fork({ id: 'inner' }))
    expect(began.map(({ id }) => id)).toEqual(['one', 'inner'])
    expect(await forked.readFile('x')).toEqual(ok(text('one: x')))
    expect(await inner.readFile('x')).toEqual(ok(text('inner: x')))
    expect(await sandbox.readFile('x')).toMatchObject({ error: { kind: 'unsupported' } })
    expect(await inner.checkpoint()).toMatchObject({ ok: true })
    expect(blobs.stored.get(HASH)).toEqual(text('inner'))
    const told: string[] = []
    for (const [name, of] of Object.entries({ sandbox, forked, inner }))
      of.subscribe((event) => event.type === 'processes_changed' && told.push(`${name} ${event.running}`))
    listeners.get('one')?.({ type: 'processes_changed', running: 3 })
    listeners.get('inner')?.({ type: 'processes_changed', running: 4 })
    await expect.poll(() => told.toSorted()).toEqual(['forked 3', 'inner 4'])
  })

  it('fail as the sandbox says, and leave nothing open', async () => {
    const { near, far } = channel()
    serveSandbox(far, () =>
      sandboxWith({ fork: async () => fail('limit', 'too many', { hint: 'end some' }) }),
    )
    const sandbox = await value(connectSandbox(near, { blobs: memoryBlobs(), deadlineMs: 2000 }))
    expect(await sandbox.fork({ id: 'x' })).toEqual(fail('limit', 'too many', { hint: 'end some' }))
    const broken = channel()
    serveSandbox(broken.far, () => sandboxWith({ fork: () => Promise.reject(new TypeError('oops')) }))
    const other = await value(connectSandbox(broken.near, { blobs: memoryBlobs(), deadlineMs: 2000 }))
    expect(await other.fork({ id: 'x' })).toMatchObject({
      error: { kind: 'internal', message: expect.stringContaining('oops') },
    })
  })

  it('ask the gate that they were given, by the id that the app knows', async () => {
    let inside: Egress | undefined
    const { sandbox } = await connect(({ egress }) => {
      inside = egress
      return {}
    })
    const asked: EgressRequest[] = []
    const egress: Egress = {
      request: (request) => {
        asked.push(request)
        return Promise.resolve({ type: 'refused', message: 'noted' })
      },
    }
    await value(sandbox.fork({ id: 'own', egress }))
    const lying = { ...REQUEST, initiator: { ...REQUEST.initiator, fork: 'another' } }
    expect(await inside?.request(lying, new AbortController().signal)).toMatchObject({ message: 'noted' })
    expect(asked.map(({ initiator }) => initiator.fork)).toEqual(['own'])
    await value(sandbox.fork({ id: 'shut' }))
    expect(await inside?.request(REQUEST, new AbortController().signal)).toMatchObject({ type: 'refused' })
    expect(asked).toHaveLength(1)
  })

  it('end by their own dispose, with their sandbox, and with a page that goes away', async () => {
    const first = await connect()
    const [one, two] = [
      await value(first.sandbox.fork({ id: 'one' })),
      await value(first.sandbox.fork({ id: 'two' })),
    ]
    await one.dispose()
    await expect.poll(() => first.ended).toEqual(['one'])
    expect(await one.usage()).toMatchObject({ error: { kind: 'disposed' } })
    const pending = two.fork({ id: 'inner' })
    await first.sandbox.dispose()
    expect(await pending).toMatchObject({ error: { kind: 'disposed' } })
    expect(await two.usage()).toMatchObject({ error: { kind: 'disposed' } })
    await expect.poll(() => first.ended).toContain('two')
    // A page says nothing when it goes: the browser does, to each port.
    const second = await connect()
    const its: MessagePort[] = []
    second.far.addEventListener('message', (event: MessageEvent) => its.push(...event.ports))
    await value(second.sandbox.fork({ id: 'left' }))
    await value(second.sandbox.fork({ id: 'other' }))
    its[0]?.dispatchEvent(new Event('close'))
    await expect.poll(() => second.ended).toEqual(['left'])
    second.far.dispatchEvent(new Event('close'))
    await expect.poll(() => second.ended).toEqual(['left', 'other'])
  })

  it('fail with their sandbox when its thread is gone', async () => {
    const { sandbox, near } = await connect(() => ({ readFile: () => new Promise(() => undefined) }))
    const forked = await value(sandbox.fork({ id: 'one' }))
    const inner = await value(forked.fork({ id: 'inner' }))
    const pending = inner.readFile('x')
    near.dispatchEvent(new Event('close'))
    expect(await pending).toMatchObject({ error: { kind: 'disposed' } })
    expect(await forked.usage()).toMatchObject({ error: { kind: 'disposed' } })
    expect(await sandbox.fork({ id: 'late' })).toMatchObject({ error: { kind: 'disposed' } })
  })

  it('are refused with an id that is none, before anything is sent', async () => {
    const { sandbox, began } = await connect()
    // Against the types.
    for (const id of [7, null, ''] as unknown as string[])
      expect(await sandbox.fork({ id })).toMatchObject({ error: { kind: 'invalid' } })
    expect(began).toEqual([])
  })
})

describe('a hostile sandbox', () => {
  it.each([
    [null],
    [{ ok: true, value: sandboxShaped() }],
    [{ ok: false }],
    ['fork'],
    [{ ok: true, value: 7 }],
  ])('is not believed a fork that it answers with %j', async (reply) => {
    const { sandbox, answer } = await hostile()
    const port = answer(reply)
    const forked = sandbox.fork({ id: 'x' })
    ;(await port).postMessage({ type: 'hello', version: PORT_VERSION })
    expect(await forked).toMatchObject({ ok: false, error: { kind: 'internal' } })
  })

  it('has no fork where nobody speaks on its port, or speaks another version', async () => {
    const silent = await hostile(20)
    const told = silent.answer(ok(undefined)).then(
      (port) =>
        new Promise((resolve) => {
          port.onmessage = ({ data }: MessageEvent<unknown>) => resolve(data)
        }),
    )
    expect(await silent.sandbox.fork({ id: 'x' })).toMatchObject({ error: { kind: 'disposed' } })
    expect(await told).toEqual({ type: 'dispose' })
    const other = await hostile()
    void other.answer(ok(undefined)).then((port) => port.postMessage({ type: 'hello', version: 1 }))
    expect(await other.sandbox.fork({ id: 'x' })).toMatchObject({ error: { kind: 'unsupported' } })
  })

  it('makes no port by itself: what speaks on one that it sends is not heard', async () => {
    const asked: string[] = []
    const egress: Egress = {
      request: ({ url }) => {
        asked.push(url)
        return Promise.resolve({ type: 'refused', message: 'no' })
      },
    }
    const { far } = await hostile(2000, egress)
    const { near: its, far: sent } = channel()
    const refused = new Promise((resolve) => {
      far.onmessage = ({ data }: MessageEvent<{ type: string }>) =>
        data.type === 'egress_head' && resolve(data)
    })
    far.postMessage({ type: 'fork', id: 1, fork: 'mine' }, [sent])
    its.postMessage({ type: 'hello', version: PORT_VERSION })
    its.postMessage({ type: 'egress_request', id: 1, request: { ...REQUEST, url: 'https://from.its/' } })
    far.postMessage({ type: 'egress_request', id: 2, request: REQUEST })
    await refused
    expect(asked).toEqual([REQUEST.url])
  })

  it('answers for no other: a reply on one port settles no call of another', async () => {
    const { sandbox, far, answer } = await hostile()
    const [first, second] = [await begin('one'), await begin('two')]
    async function begin(id: string) {
      const port = answer(ok(undefined))
      const forked = sandbox.fork({ id })
      const at = await port
      at.postMessage({ type: 'hello', version: PORT_VERSION })
      return { sandbox: await value(forked), at }
    }
    let settled = 0
    const read = first.sandbox.readFile('x').finally(() => (settled += 1))
    const id = await new Promise<number>((resolve) => {
      first.at.onmessage = ({ data }: MessageEvent<{ id: number }>) => resolve(data.id)
    })
    const foreign = ok(text('foreign'))
    for (let at = 0; at < 20; at += 1) {
      far.postMessage({ type: 'reply', id: at, value: foreign })
      second.at.postMessage({ type: 'reply', id: at, value: foreign })
    }
    // All that was sent there before has been received when these events have.
    const heard = [sandbox, second.sandbox].map(
      (of) => new Promise<void>((resolve) => of.subscribe(() => resolve())),
    )
    for (const port of [far, second.at])
      port.postMessage({ type: 'event', event: { type: 'processes_changed', running: 0 } })
    await Promise.all(heard)
    expect(settled).toBe(0)
    first.at.postMessage({ type: 'reply', id, value: ok(text('one')) })
    expect(await read).toEqual(ok(text('one')))
  })
})

describe('the sandbox’s side', () => {
  it('takes no fork without a port, or that is not well-formed, and has no such method', async () => {
    const { near, far } = channel()
    const began: string[] = []
    serveSandbox(far, () =>
      sandboxWith({
        fork: ({ id }) => {
          began.push(id)
          return Promise.resolve(ok(sandboxWith({})))
        },
      }),
    )
    const replies: unknown[] = []
    near.onmessage = ({ data }: MessageEvent<{ type: string }>) => data.type === 'reply' && replies.push(data)
    near.postMessage({ type: 'fork', id: 1, fork: 'no port' })
    near.postMessage({ type: 'fork', id: 2, fork: 7 }, [channel().far])
    near.postMessage({ type: 'fork', fork: 'no id' }, [channel().far])
    near.postMessage({ type: 'call', id: 3, method: 'fork', args: [{ id: 'by call' }], streams: false })
    await expect
      .poll(() => replies)
      .toMatchObject([
        { id: 1, value: { error: { kind: 'invalid' } } },
        { id: 3, value: { error: { kind: 'unsupported' } } },
      ])
    expect(began).toEqual([])
  })
})

/** As much of a sandbox as can be sent. */
function sandboxShaped() {
  return { describe: null, fork: null, dispose: null }
}
