/** The kernel's thread on the sandbox origin: a module, whose programs are files of that origin. */
import { runKernelThread } from './kernel-thread.ts'
import { nodeWorkerUrl } from './node/assets.ts'
import type { ProcessWorker } from './process/process.ts'
import type { ProgramKind } from './process/protocol.ts'

runKernelThread({ frame: 'origin', createWorker })

function createWorker(kind: ProgramKind): ProcessWorker {
  switch (kind) {
    case 'shell':
      return new Worker(new URL('./shell/shell.worker.ts', import.meta.url), { type: 'module', name: kind })
    case 'node':
      // Classic, because it loads the rarely used parts of Node's library when they are asked for.
      return new Worker(nodeWorkerUrl(), { name: kind })
    default:
      return kind satisfies never
  }
}
