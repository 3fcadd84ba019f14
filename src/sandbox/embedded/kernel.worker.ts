/** The kernel's worker on the sandbox origin, whose programs are files of that origin. */
import { keepMessages, loadProgram } from '../contract/load-program.ts'
import { nodeWorkerUrl } from './node/start/assets.ts'
import type { ProcessWorker } from './process/program-thread.ts'
import type { ProgramKind } from './process/protocol.ts'
import { PythonWorkers } from './python/python-workers.ts'

const pythons = new PythonWorkers(
  () => new Worker(new URL('./python/python.worker.ts', import.meta.url), { type: 'module', name: 'python' }),
)

// Both load at the same time: the first command needs the two of them.
let firstShell: Worker | undefined = makeWorker('shell')
const release = keepMessages(firstShell)

loadProgram(async () => {
  const { runKernelThread } = await import('./kernel-thread.ts')
  runKernelThread({ frame: 'origin', createWorker })
})

function createWorker(kind: ProgramKind): ProcessWorker {
  if (kind !== 'shell' || firstShell === undefined) return makeWorker(kind)
  const worker = firstShell
  firstShell = undefined
  // When whoever asked listens to it.
  queueMicrotask(release)
  return worker
}

function makeWorker(kind: ProgramKind): Worker {
  switch (kind) {
    case 'shell':
      return new Worker(new URL('./shell/shell.worker.ts', import.meta.url), { type: 'module', name: kind })
    case 'node':
      // Classic, because it loads the rarely used parts of Node's library when they are asked for.
      return new Worker(nodeWorkerUrl(), { name: kind })
    case 'node-thread':
      return new Worker(nodeWorkerUrl({ isThread: true }), { name: kind })
    case 'python':
      return pythons.create()
    default:
      return kind satisfies never
  }
}
