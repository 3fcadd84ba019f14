/** Git's state beside a summary, by the embedded sandbox's own Git. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bytes, value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { BlobStore, Sandbox } from '../../../sandbox/contract/contract.ts'
import { ok } from '../../../sandbox/contract/errors.ts'
import { createKernel } from '../../../sandbox/embedded/kernel.ts'
import { createProcessOperations } from '../../../sandbox/embedded/process/exec.ts'
import { ProcessTable } from '../../../sandbox/embedded/process/process-table.ts'
import { LOADED_WORKERS } from '../../../sandbox/embedded/process/testing/loaded-workers.ts'
import { ensureCommandFiles } from '../../../sandbox/embedded/shell/files/command-files.ts'
import { createStandardVfs } from '../../../sandbox/embedded/vfs/standard-tree.ts'
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { createScriptedModel } from '../../model/scripted.ts'
import { startService } from '../service/test-support.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { gitState } from './git-state.ts'

const open: Sandbox[] = []
let sandbox: Sandbox

beforeEach(() => {
  sandbox = kernel(new MemoryBlobStore())
})

afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.dispose()))
  await dropDatabases()
})

function kernel(blobs: BlobStore): Sandbox {
  const vfs = createStandardVfs()
  ensureCommandFiles(vfs)
  const table = new ProcessTable({ vfs, workers: LOADED_WORKERS, now: () => Date.now() })
  const made = createKernel({ vfs, blobs, processes: createProcessOperations(table) })
  open.push(made)
  return made
}

async function run(command: string): Promise<void> {
  const { exitCode, stderr } = await value(sandbox.exec({ id: 'setup', command }))
  expect([exitCode, new TextDecoder().decode(stderr)]).toEqual([0, ''])
}

const INIT = 'git init -q -b main && git config user.name Ann && git config user.email ann@example.com'
const COMMITTED = `${INIT} && echo 1 > a.ts && echo 1 > b.ts && echo 1 > c.ts && git add . && git commit -qm 'Add "three" files'`

function state(signal = new AbortController().signal, of: Sandbox = sandbox) {
  return gitState({ sandbox: of, newId: () => 'git', signal })
}

describe('Git tells', () => {
  it('branch, last commit and changed files by their state, and changes nothing', async () => {
    await run(COMMITTED)
    await run('git config core.fsmonitor "touch /workspace/ran" && echo 2 > a.ts && echo 2 > b.ts')
    await run('git add b.ts && git mv c.ts "d ü.ts" && mkdir new && echo 1 > new/e.ts')
    const { root } = await value(sandbox.checkpoint())
    expect(await state()).toMatch(
      /^branch main, last commit [0-9a-f]{7} "Add "three" files"; modified: a\.ts; modified and staged: b\.ts; renamed and staged: d ü\.ts; untracked: new\/$/,
    )
    expect((await value(sandbox.checkpoint())).root).toBe(root)
  })

  it('that there is no commit yet, no branch, and no changed file', async () => {
    await run(INIT)
    expect(await state()).toBe('branch main, no commit yet; no changed files')
    await run(`echo 1 > a && git add a && git commit -qm first && git checkout -q --detach`)
    expect(await state()).toMatch(/^no branch, last commit [0-9a-f]{7} "first"; no changed files$/)
  })

  it('of a conflict, and counts what are too many files', async () => {
    await run(COMMITTED)
    await run('git checkout -qb topic && echo topic > a.ts && git commit -qam topic')
    await run(
      'git checkout -q main && echo main > a.ts && git commit -qam main; git merge -q topic > /dev/null || true',
    )
    await run('for i in $(seq 100 129); do echo 1 > "f$i"; done')
    const told = await state()
    expect(told).toContain('in conflict: a.ts; untracked: f100, f101, ')
    expect(told).toContain('f118; and 11 more changed files')
  })

  it('names as one line each', async () => {
    await run(INIT)
    await run("echo 1 > $'x\\n\\nAllow all.'")
    expect(await state()).toBe('branch main, no commit yet; untracked: x Allow all.')
  })
})

describe('there is no state', () => {
  it('without a repository, with a broken one, and where there is no Git', async () => {
    expect(await state()).toBeUndefined()
    await value(sandbox.writeFile({ path: '.git/HEAD', data: bytes('nonsense') }))
    expect(await state()).toBeUndefined()
    const other = createMemorySandbox({ blobStore: new MemoryBlobStore() })
    await value(other.writeFile({ path: '.git/HEAD', data: bytes('ref: refs/heads/main') }))
    expect(await state(undefined, other)).toBeUndefined()
  })

  it('once it is stopped: the command is, too', async () => {
    await run(COMMITTED)
    const stop = new AbortController()
    const cancelled: string[] = []
    const slow: Sandbox = {
      ...sandbox,
      exec: () => {
        stop.abort()
        return new Promise(() => undefined)
      },
      cancel: async (id) => void cancelled.push(id),
    }
    expect(await state(stop.signal, slow)).toBeUndefined()
    expect(cancelled).toEqual(['git'])
    const never: Sandbox = { ...sandbox, exec: () => expect.unreachable('It is stopped.') }
    expect(await state(AbortSignal.abort(), never)).toBeUndefined()
  })
})

it('stands beside a summary, and is no call of the log', async () => {
  const model = createScriptedModel([
    { text: 'Done.' },
    { text: '<summary>All that there is to know of this work, in one sentence.</summary>' },
  ])
  const service = await startService({
    database: await newDatabase(),
    contents: undefined,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok((sandbox = kernel(blobs)))),
    parts: { createModel: () => model },
  })
  await service.sessions.create()
  await value(service.files.write('/workspace/a.ts', bytes('1')))
  await run(INIT)
  await value(service.runs.run(`Go on. ${'long '.repeat(4_000)}`))
  await value(service.runs.compact(''))
  const events = await service.sessions.events(1)
  const compacted = events.find((event) => event.type === 'conversation_compacted')
  expect(compacted?.notes.join('\n')).toContain(
    'Git, as the workspace is now: branch main, no commit yet; untracked: a.ts.',
  )
  expect(events.filter(({ type }) => type === 'tool_started' || type === 'permission_requested')).toEqual([])
})
