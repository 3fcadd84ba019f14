/** Workers of the real programs, for tests. */
import { nodeWorkerUrl } from '../../node/start/assets.ts'
import { PythonWorkers } from '../../python/python-workers.ts'
import type { ProcessWorker } from '../program-thread.ts'
import type { ProgramKind } from '../protocol.ts'
import { WarmWorkers } from '../warm-workers.ts'

const pythons = new PythonWorkers(
  () =>
    new Worker(new URL('../../python/python.worker.ts', import.meta.url), { type: 'module', name: 'python' }),
)

/** A worker of the real program. */
export function createWorker(kind: ProgramKind): ProcessWorker {
  if (kind === 'python') return pythons.create()
  const worker =
    kind === 'node' || kind === 'node-thread'
      ? new Worker(nodeWorkerUrl({ isThread: kind === 'node-thread' }), { name: kind })
      : new Worker(new URL('../../shell/shell.worker.ts', import.meta.url), { type: 'module', name: kind })
  // A waiting worker that is thrown away while it loads complains; one in use is watched by its process.
  worker.addEventListener('error', (event) => event.preventDefault())
  return worker
}

class SharedWorkers extends WarmWorkers {
  /** The next kernel takes them. */
  override dispose(): void {}
}

/**
 * Loaded programs for all kernels of a test file, which run one after the other in them as in one kernel: in tests each new
 * worker of a shell fetches hundreds of modules, which is most of what a short test takes.
 */
export const LOADED_WORKERS: WarmWorkers = new SharedWorkers(createWorker)
