import type { Sandbox } from '../contract.ts'
import { describeSandboxContract } from '../contract-suite.ts'
import { createKernel } from './kernel.ts'
import { nodeWorkerUrl } from './node/assets.ts'
import { createProcessOperations } from './process/exec.ts'
import { ProcessTable } from './process/process-table.ts'
import { WarmWorkers } from './process/warm-workers.ts'
import type { ProgramKind } from './process/protocol.ts'
import { ensureCommandFiles } from './shell/command-files.ts'
import { createStandardVfs } from './vfs/standard-tree.ts'

describeSandboxContract('embedded', {
  create(blobs): Sandbox {
    const vfs = createStandardVfs()
    ensureCommandFiles(vfs)
    const table = new ProcessTable({ vfs, workers: new WarmWorkers(createWorker), now: () => Date.now() })
    return createKernel({ vfs, blobs, processes: createProcessOperations(table) })
  },
  capabilities: { shell: true, separateStderr: true, openShells: true },
})

function createWorker(kind: ProgramKind): Worker {
  if (kind === 'node') return new Worker(nodeWorkerUrl(), { name: kind })
  return new Worker(new URL('./shell/shell.worker.ts', import.meta.url), { type: 'module', name: kind })
}
