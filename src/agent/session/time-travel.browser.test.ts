/**
 * Random sequences of what an agent and a person do to a workspace: tools in the real embedded sandbox, its shell included,
 * restores, redos, forks, and changes of session. After each the tree is byte for byte what a simple model says.
 */
import { afterEach, expect, it } from 'vitest'
import { treeOf, value } from '../../sandbox/contract/suite/contract-test-support.ts'
import type { BlobStore, Sandbox } from '../../sandbox/contract/contract.ts'
import { createKernel } from '../../sandbox/embedded/kernel.ts'
import { createProcessOperations } from '../../sandbox/embedded/process/exec.ts'
import { ProcessTable } from '../../sandbox/embedded/process/process-table.ts'
import { WarmWorkers } from '../../sandbox/embedded/process/warm-workers.ts'
import { ensureCommandFiles } from '../../sandbox/embedded/shell/files/command-files.ts'
import { createStandardVfs } from '../../sandbox/embedded/vfs/standard-tree.ts'
import { ok } from '../../sandbox/contract/errors.ts'
import { patience } from '../../testing/patience.ts'
import { soak } from '../../testing/soak.ts'
import { createScriptedModel } from '../model/scripted.ts'
import type { ScriptedResponse } from '../model/scripted.ts'
import { IdbBlobStore } from './contents/blob-store.ts'
import { CONTENT_KINDS, placeOf, tabFiles } from './contents/test-support.ts'
import type { Database } from './store/database.ts'
import type { JournalPlace } from './journal/contract.ts'
import type { AgentApi } from '../protocol/calls/agent-api.ts'
import { startService } from './service/test-support.ts'
import { dropDatabases, newDatabase } from './testing/database.ts'
import { WorkspaceModel } from './testing/time-travel.ts'
import type { Files, NextCall } from './testing/time-travel.ts'

/** Each case takes some three seconds. */
const SOAK = soak('time-travel', { gate: 4, round: 12, isGateFixed: true })
const ACTS = 24

const open: Sandbox[] = []
afterEach(cleanUp)

async function cleanUp(): Promise<void> {
  await Promise.all(open.splice(0).map((sandbox) => sandbox.dispose()))
  await dropDatabases()
}

it(
  SOAK.title('after tools, restores, redos and forks in any order, each tree is byte-equal to the model'),
  { timeout: patience(300_000) },
  () =>
    SOAK.each(async ({ seed }) => {
      await travel(seed)
      await cleanUp()
    }),
)

/** Acts of one seed, and then each root once more from the disk. */
async function travel(seed: number): Promise<void> {
  const database = await newDatabase()
  // By turns: all that is checked here holds wherever the contents are.
  const kind = CONTENT_KINDS[seed % 2] ?? 'files'
  const contents = kind === 'files' ? placeOf(database) : undefined
  const { service, sandbox, answer } = await start(database, contents)
  const model = new WorkspaceModel(seed)
  /** The files at each root, and of each session as it was left. */
  const known = new Map<string, Files>()
  const sessions = new Map<string, Files>()
  let session = (await service.sessions.create()).id
  const did = { runs: 0, restores: 0, redos: 0, forks: 0, switches: 0 }

  for (let act = 0; act < ACTS; act++) {
    const where = `seed ${seed}, act ${act}`
    const steps = (await service.history.steps()).flatMap((step) => {
      const files = step.root === undefined ? undefined : known.get(step.root)
      return files ? [{ ...step, files }] : []
    })
    const undone = steps.filter((step) => step.undone)
    const choice = model.chance(10)
    if (choice < 5 || steps.length === 0) {
      const calls = Array.from({ length: 1 + model.chance(3) }, () => model.nextCall())
      await runCalls({ service, answer, known, where }, calls)
      did.runs += 1
    } else if (choice < 8) {
      const isRedo = undone.length > 0 && model.chance(2) === 0
      const step = model.any(isRedo ? undone : steps)
      const conversation = isRedo || model.chance(2) === 0
      expect(await service.history.restore(step.seq, { files: true, conversation }), where).toEqual(
        ok(undefined),
      )
      model.files = step.files
      did[isRedo ? 'redos' : 'restores'] += 1
    } else if (choice < 9) {
      const step = model.any(steps)
      sessions.set(session, model.files)
      session = (await value(service.history.fork(step.seq))).id
      model.files = step.files
      did.forks += 1
    } else {
      sessions.set(session, model.files)
      const other = model.any([...sessions.keys()])
      session = (await value(service.sessions.open(other))).id
      model.files = sessions.get(other) ?? {}
      did.switches += 1
    }
    // The sandbox follows a change of session by itself; its users wait for that.
    const root = await value(service.workspace.checkpoint())
    expect(await treeOf(sandbox()), where).toEqual(model.tree())
    const before = known.get(root)
    if (before) expect(model.treeOf(before), where).toEqual(model.tree())
    known.set(root, model.files)
  }

  expect(did.runs, `seed ${seed}`).toBeGreaterThan(0)
  expect(did.restores + did.redos + did.forks, `seed ${seed}`).toBeGreaterThan(0)
  // Another sandbox, which knows nothing, gets all of it from the disk.
  const later = kernel(new IdbBlobStore(database, undefined, tabFiles(kind, database)))
  for (const [root, files] of known) {
    await value(later.restore(root))
    expect(await treeOf(later), `seed ${seed}, root ${root}`).toEqual(model.treeOf(files))
  }
}

interface Under {
  readonly service: AgentApi
  /** Sets the model's next responses. */
  readonly answer: (responses: readonly ScriptedResponse[]) => void
  readonly known: Map<string, Files>
  readonly where: string
}

/** One run, a call a turn; of each the root that the log names is noted. */
async function runCalls({ service, answer, known, where }: Under, calls: readonly NextCall[]): Promise<void> {
  const from = (await service.sessions.events(1)).length
  answer(calls.flatMap((step) => step.calls.map((call) => ({ calls: [call] }))))
  const sent = await value(service.runs.run('Go on'))
  expect(sent.terminal, where).toBe('completed')
  const results = (await service.sessions.events(from + 1)).filter((event) => event.type === 'tool_result')
  expect(
    results.map(({ tool, outcome, content }) => [
      tool,
      outcome,
      outcome === 'done' ? '' : JSON.stringify(content),
    ]),
    where,
  ).toEqual(calls.flatMap((step) => step.calls.map(({ name }) => [name, 'done', ''])))
  let at = 0
  for (const step of calls) {
    at += step.calls.length
    const root = results[at - 1]?.root
    if (root !== undefined) known.set(root, step.after)
  }
}

async function start(database: Database, contents: JournalPlace | undefined) {
  let responses: readonly ScriptedResponse[] = []
  let current: Sandbox | undefined
  const service = await startService({
    database,
    contents,
    connectSandbox: (_, { blobs }) => Promise.resolve(ok((current = kernel(blobs)))),
    parts: {
      createModel: () => ({
        stream: (request, signal) => {
          const [next = { text: 'Done.' }, ...rest] = responses
          responses = rest
          return createScriptedModel([next]).stream(request, signal)
        },
      }),
    },
  })
  return {
    service,
    sandbox: (): Sandbox => {
      if (!current) throw new Error('The sandbox was not asked for.')
      return current
    },
    answer: (next: readonly ScriptedResponse[]) => {
      responses = next
    },
  }
}

function kernel(blobs: BlobStore): Sandbox {
  const vfs = createStandardVfs()
  ensureCommandFiles(vfs)
  const workers = new WarmWorkers(
    (kind) =>
      new Worker(new URL('../../sandbox/embedded/shell/shell.worker.ts', import.meta.url), {
        type: 'module',
        name: kind,
      }),
  )
  const table = new ProcessTable({ vfs, workers, now: () => Date.now() })
  const sandbox = createKernel({ vfs, blobs, processes: createProcessOperations(table) })
  open.push(sandbox)
  return sandbox
}
