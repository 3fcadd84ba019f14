/** A session of three agents, for tests of recordings: the main one starts a reader and a writer, and the reader a helper. */
import { MemoryBlobStore } from '../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../sandbox/memory/memory-sandbox.ts'
import { bytes, value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import type { AgentEvent, EventBody } from '../../protocol/events.ts'
import { contentHash } from '../store/content-hash.ts'
import { readEvent } from '../shapes/lift-event.ts'
import { said } from '../testing/database.ts'
import type { RecordedThread } from './recording.ts'

export const READER = '0a0b0c0d-0001'
export const HELPER = '0a0b0c0d-0002'
export const WRITER = '0a0b0c0d-0003'
const CALL = { turnId: '5f0d9a60-turn', toolUseId: 'toolu_5f0d9a60', tool: 'Agent' } as const
const KEY = `ghp_${'a1B2'.repeat(9)}`

/** As they are read from a log. */
export function stamped(bodies: readonly EventBody[], from = 1000): AgentEvent[] {
  return bodies.map((body, index) => readEvent({ ...body, at: from + index }, index + 1))
}

export function begun(
  thread: string,
  more: Partial<Extract<EventBody, { type: 'thread_started' }>> = {},
): EventBody {
  const who = { thread, role: 'reader', mode: 'default' } as const
  return { type: 'thread_started', logVersion: 1, appVersion: '1', ...who, ...more }
}

export function started(agent: string, role = 'reader', call: Partial<typeof CALL> = {}): EventBody {
  const { tool: _, ...of } = call
  return { type: 'agent_started', agent, role, description: `Asks the ${role}`, ...of }
}

export function ended(agent: string, root?: string): EventBody {
  const work = { usage: [], turns: 1, calls: 1, durationMs: 5, changed: root === undefined ? [] : ['a'] }
  const tree = root === undefined ? {} : { root }
  return { type: 'agent_ended', agent, terminal: 'completed', result: 'Done.', ...tree, ...work }
}

function result(stored?: { readonly name: string; readonly hash: string; readonly size: number }): EventBody {
  return {
    type: 'tool_result',
    ...CALL,
    outcome: 'done',
    content: { type: 'tool_result', tool_use_id: CALL.toolUseId, content: [], is_error: false },
    durationMs: 1,
    synthetic: false,
    ...(stored === undefined ? {} : { stored }),
  }
}

const use: EventBody = {
  type: 'assistant_block',
  turnId: CALL.turnId,
  block: 0,
  content: { type: 'tool_use', id: CALL.toolUseId, name: 'Agent', input: {} },
}

/** The files `a`, then with `b`, then with `c/secret.txt`: the last tree is named by the helper's thread alone. */
export async function threeAgents() {
  const blobs = new MemoryBlobStore()
  const sandbox = createMemorySandbox({ blobStore: blobs })
  const roots: string[] = []
  for (const [path, text] of Object.entries({ a: 'a', b: 'b', 'c/secret.txt': `key ${KEY}` })) {
    await value(sandbox.writeFile({ path, data: bytes(text) }))
    roots.push((await value(sandbox.checkpoint())).root)
  }
  const [first = '', second = '', third = ''] = roots
  const long = Uint8Array.from(bytes('line\n'.repeat(99)))
  const hash = await contentHash(long)
  await blobs.put([{ hash, data: long }])
  const main = stamped([
    { type: 'session_created', logVersion: 1, appVersion: '1' },
    { type: 'workspace_imported', name: 'p', files: 1, bytes: 1, root: first },
    said('Ask the reader'),
    { type: 'run_started', runId: 'r1', model: 'm', mode: 'default' },
    use,
    started(READER, 'reader', CALL),
    ended(READER, second),
    result(),
    { type: 'turn_committed', turnId: CALL.turnId, extra: [] },
    { type: 'run_ended', runId: 'r1', terminal: 'completed', turns: 1 },
    said('Ask the writer'),
    started(WRITER, 'writer'),
    ended(WRITER),
  ])
  const threads: RecordedThread[] = [
    {
      id: READER,
      events: stamped([
        begun(READER, { toolUseId: CALL.toolUseId, root: first }),
        { type: 'run_started', runId: 'r2', model: 'm', mode: 'default' },
        use,
        started(HELPER, 'helper'),
        ended(HELPER),
        result({ name: 'agent-01234567.txt', hash, size: long.length }),
        { type: 'turn_committed', turnId: CALL.turnId, extra: [] },
        { type: 'run_ended', runId: 'r2', terminal: 'completed', turns: 1 },
      ]),
    },
    {
      id: HELPER,
      events: stamped([
        begun(HELPER, { parent: READER, role: 'helper' }),
        { ...said(`Use ${KEY}`), origin: 'program' } as EventBody,
        { type: 'checkpoint', root: third, cause: 'tool' },
      ]),
    },
    { id: WRITER, events: stamped([begun(WRITER, { role: 'writer' }), said('Write')]) },
  ]
  return { events: main, threads, blobs, hash, roots: [first, second, third] as const }
}

/** As `makeRecording` takes it. */
export async function partsOfThree() {
  return { ...(await threeAgents()), title: 'Three agents', appVersion: '1', now: 1 }
}
