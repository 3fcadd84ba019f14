/**
 * Checkpoints and restores as the agent's worker sees them at the end of a tool call: through the real port, to the
 * real kernel in a thread of its own, with the real store in IndexedDB.
 */
import { openDatabase } from '../../src/agent/session/store/database.ts'
import { IdbBlobStore } from '../../src/agent/session/contents/blob-store.ts'
import type { Sandbox } from '../../src/sandbox/contract/contract.ts'
import type { Result } from '../../src/sandbox/contract/errors.ts'
import { connectSandbox } from '../../src/sandbox/port/port.ts'
import { timeOfOnePut } from './one-put.ts'

export interface CheckpointTimes {
  readonly checkpoint: number[]
  readonly restore: number[]
  /** One strict IndexedDB write of the same bytes. */
  readonly puts: number[]
}

export interface CheckpointRequest {
  /** To the kernel. */
  readonly port: MessagePort
  readonly zip: Uint8Array
  /** Absolute, the file that is changed. */
  readonly path: string
  readonly rounds: number
}

async function measure({ port, zip, path, rounds }: CheckpointRequest): Promise<CheckpointTimes> {
  const blobs = new IdbBlobStore(await openDatabase({ name: `bench-${crypto.randomUUID()}` }))
  const sandbox: Sandbox = unwrap(await connectSandbox(port, { blobs, deadlineMs: 10_000 }))
  const { root } = unwrap(await sandbox.importArchive({ id: 'import', data: zip }))
  const original = unwrap(await sandbox.readFile(path))
  const times: CheckpointTimes = { checkpoint: [], restore: [], puts: [] }
  for (let round = 0; round < rounds; round++) {
    const line = new TextEncoder().encode(`// change ${round}\n`)
    const data = new Uint8Array([...line, ...original])
    times.puts.push(await timeOfOnePut(data))
    unwrap(await sandbox.writeFile({ path, data }))
    times.checkpoint.push(await timeOf(async () => unwrap(await sandbox.checkpoint())))
    times.restore.push(await timeOf(async () => unwrap(await sandbox.restore(root))))
  }
  return times
}

async function timeOf(action: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await action()
  return performance.now() - start
}

function unwrap<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(result.error.message)
  return result.value
}

onmessage = ({ data }: MessageEvent<CheckpointRequest>) => {
  measure(data).then(
    (times) => postMessage(times),
    (error: unknown) => postMessage(String(error)),
  )
}
