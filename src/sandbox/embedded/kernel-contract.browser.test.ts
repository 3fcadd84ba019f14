import type { Sandbox } from '../contract/contract.ts'
import { describeSandboxContract } from '../contract/suite/contract-suite.ts'
import { createKernel } from './kernel.ts'
import { createProcessOperations } from './process/exec.ts'
import { ProcessTable } from './process/process-table.ts'
import { LOADED_WORKERS } from './process/testing/loaded-workers.ts'
import { ensureCommandFiles } from './shell/files/command-files.ts'
import { createStandardVfs } from './vfs/standard-tree.ts'

describeSandboxContract('embedded', {
  create(blobs): Sandbox {
    const vfs = createStandardVfs()
    ensureCommandFiles(vfs)
    const table = new ProcessTable({ vfs, workers: LOADED_WORKERS, now: () => Date.now() })
    return createKernel({ vfs, blobs, processes: createProcessOperations(table) })
  },
  capabilities: {
    shell: true,
    separateStderr: true,
    openShells: true,
    readOnly: true,
    opened: true,
    results: true,
    forks: true,
  },
})
