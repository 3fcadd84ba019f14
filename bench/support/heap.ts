/** Bytes that are in use after a collection: of a page and of the workers that it has. */
import type { CDPSession } from '@playwright/test'

/** Session ids of the page's workers. */
export type Workers = ReadonlySet<string>

/** Call it once a page; the set follows the workers that come and go. */
export async function watchWorkers(cdp: CDPSession): Promise<Workers> {
  const workers = new Set<string>()
  cdp.on('Target.attachedToTarget', ({ sessionId }) => workers.add(sessionId))
  cdp.on('Target.detachedFromTarget', ({ sessionId }) => workers.delete(sessionId))
  await cdp.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: false, flatten: false })
  return workers
}

interface Usage {
  readonly usedSize: number
  /** Bytes of array buffers, which lie beside the heap. */
  readonly backingStorageSize?: number
}

/** Bytes of JavaScript objects, with `buffers` also of array buffers. */
export async function heapOf(
  cdp: CDPSession,
  workers: Workers,
  { buffers = false }: { readonly buffers?: boolean } = {},
): Promise<number> {
  const bytesOf = ({ usedSize, backingStorageSize = 0 }: Usage) =>
    usedSize + (buffers ? backingStorageSize : 0)
  await cdp.send('HeapProfiler.collectGarbage')
  let bytes = bytesOf(await cdp.send('Runtime.getHeapUsage'))
  for (const worker of workers) bytes += bytesOf(await usageOfWorker(cdp, worker))
  return bytes
}

async function usageOfWorker(cdp: CDPSession, sessionId: string): Promise<Usage> {
  await ask(cdp, sessionId, 'HeapProfiler.collectGarbage')
  return (await ask(cdp, sessionId, 'Runtime.getHeapUsage')) as Usage // the protocol's
}

let lastId = 0

/** A command to a worker, which has no session of its own here: its messages come wrapped. */
async function ask(cdp: CDPSession, sessionId: string, method: string): Promise<unknown> {
  const id = (lastId += 1)
  const answered = new Promise<unknown>((resolve, reject) => {
    const hear = ({ sessionId: from, message }: { sessionId: string; message: string }) => {
      const answer = JSON.parse(message) as { id?: number; result?: unknown; error?: { message: string } }
      if (from !== sessionId || answer.id !== id) return
      cdp.off('Target.receivedMessageFromTarget', hear)
      if (answer.error) reject(new Error(`${method}: ${answer.error.message}`))
      else resolve(answer.result)
    }
    cdp.on('Target.receivedMessageFromTarget', hear)
  })
  await cdp.send('Target.sendMessageToTarget', { sessionId, message: JSON.stringify({ id, method }) })
  return answered
}
