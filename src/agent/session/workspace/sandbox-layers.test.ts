import { describe, expect, it } from 'vitest'
import type { Sandbox, SandboxDescription } from '../../../sandbox/contract/contract.ts'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { LockGuard } from '../run/hooks/lock-guard.ts'
import { placesLayer } from './places/place-router.ts'
import { LAYERS, readingSandbox, runSandbox, workspaceSandbox } from './sandbox-layers.ts'
import type { WorkspaceLayers } from './sandbox-layers.ts'

const blobs = new MemoryBlobStore()
const QUIET: WorkspaceLayers = {
  environment: () => Promise.resolve({}),
  onCommandEnd: () => undefined,
  loggedRoot: () => undefined,
}

function replaced(below: Sandbox, above: Sandbox): readonly string[] {
  return Object.keys(above)
    .filter((method) => Reflect.get(above, method) !== Reflect.get(below, method))
    .toSorted()
}

/** Methods whose list has any of these layers. */
function listed(...layers: readonly string[]): readonly string[] {
  return Object.entries(LAYERS)
    .filter(([, of]) => of.some((layer) => layers.includes(layer)))
    .map(([method]) => method)
    .toSorted()
}

describe('layers of a sandbox', () => {
  it('replace the listed methods, and leave all others to the sandbox below', () => {
    const plain = createMemorySandbox({ blobStore: blobs })
    const workspace = workspaceSandbox(plain, QUIET)
    expect(Object.keys(plain).toSorted()).toEqual(Object.keys(LAYERS).toSorted())
    expect(replaced(plain, workspace)).toEqual(listed('description', 'environment', 'home', 'loggedRoot'))
    const guard = new LockGuard({ blobs, locks: () => [], root: () => undefined })
    expect(
      replaced(workspace, runSandbox(workspace, { places: placesLayer([]), locks: guard.layer })),
    ).toEqual(listed('locks'))
  })

  it('add variables first, and tell of the end of a command last', async () => {
    const order: string[] = []
    const plain = createMemorySandbox({ blobStore: blobs })
    const sandbox = workspaceSandbox(
      {
        ...plain,
        exec: (request) => {
          order.push(`runs with ${JSON.stringify(request.env)}`)
          return Promise.resolve(fail('unsupported', 'It runs nothing.'))
        },
      },
      {
        ...QUIET,
        environment: () => (order.push('asked for variables'), Promise.resolve({ A: '1' })),
        onCommandEnd: () => void order.push('ended'),
      },
    )
    await sandbox.exec({ id: 'x', command: 'true' })
    expect(order).toEqual(['asked for variables', 'runs with {"A":"1"}', 'ended'])
  })

  it('put locked files back before a checkpoint is compared with the log', async () => {
    const plain = createMemorySandbox({ blobStore: blobs })
    await plain.writeFile({ path: 'a', data: Uint8Array.of(1) })
    const first = await plain.checkpoint()
    const root = first.ok ? first.value.root : ''
    const workspace = workspaceSandbox(plain, { ...QUIET, loggedRoot: () => root })
    const guard = new LockGuard({ blobs, locks: () => ['/workspace/a'], root: () => root })
    await plain.writeFile({ path: 'a', data: Uint8Array.of(2) })
    // A look at the changes takes a checkpoint before the agent does.
    expect(await workspace.checkpoint()).toMatchObject({ value: { changed: true } })
    expect(
      await runSandbox(workspace, { places: placesLayer([]), locks: guard.layer }).checkpoint(),
    ).toMatchObject({
      value: { root, changed: false },
    })
  })

  it('give a fork, and a fork of it, variables and one question of its own, and nothing of the workspace’s', async () => {
    const seen: string[] = []
    const logs = { ended: 0, described: 0 }
    const noting = (below: Sandbox, name: string): Sandbox => ({
      ...below,
      describe: () => (logs.described++, below.describe()),
      exec: (request, onOutput) => {
        seen.push(`${name} ${JSON.stringify(request.env)}`)
        return below.exec(request, onOutput)
      },
      fork: async (request) => {
        const forked = await below.fork(request)
        return forked.ok ? ok(noting(forked.value, request.id)) : forked
      },
    })
    const sandbox = workspaceSandbox(noting(createMemorySandbox({ blobStore: blobs }), 'sandbox'), {
      environment: () => Promise.resolve({ A: '1' }),
      onCommandEnd: () => (logs.ended += 1),
      loggedRoot: () => undefined,
    })
    const forked = await value(sandbox.fork({ id: 'fork' }))
    const inner = await value(readingSandbox(forked).fork({ id: 'inner' }))
    await forked.exec({ id: 'x', command: 'echo x' })
    await inner.exec({ id: 'x', command: 'echo x', env: { B: '2' } })
    expect(seen).toEqual(['fork {"A":"1"}', 'inner {"A":"1","B":"2"}'])
    expect(logs.ended).toBe(0)
    await Promise.all([forked.describe(), forked.describe(), inner.describe()])
    expect(logs.described).toBe(2)
    // With the log's root a checkpoint would always be said to be another.
    const first = await value(forked.checkpoint())
    expect(await value(forked.checkpoint())).toEqual({ ...first, changed: false })
    expect(await value(sandbox.checkpoint())).toMatchObject({ root: first.root, changed: true })
    expect(await inner.writeFile({ path: 'mine', data: Uint8Array.of(1) })).toMatchObject({ ok: true })
  })

  it('ask for a description once, and again after a failure only', async () => {
    const plain = createMemorySandbox({ blobStore: blobs })
    let asked = 0
    const told = await plain.describe()
    // A closed port answers so, against the type.
    const closed = fail('disposed', 'The sandbox is gone.') as unknown as SandboxDescription
    const sandbox = workspaceSandbox(
      { ...plain, describe: () => Promise.resolve(asked++ === 0 ? closed : told) },
      QUIET,
    )
    expect(await sandbox.describe()).toBe(closed)
    const answers = await Promise.all([sandbox.describe(), sandbox.describe()])
    expect([...answers, await sandbox.describe()]).toEqual([told, told, told])
    expect(asked).toBe(2)
  })
})
