/** The kernel as its worker puts it together, without programs. Waits for the port to whoever plays the agent. */
import { createKernel } from '../../src/sandbox/embedded/kernel.ts'
import { createProcessOperations } from '../../src/sandbox/embedded/process/exec.ts'
import { ProcessTable } from '../../src/sandbox/embedded/process/process-table.ts'
import { WarmWorkers } from '../../src/sandbox/embedded/process/warm-workers.ts'
import { createStandardVfs } from '../../src/sandbox/embedded/vfs/standard-tree.ts'
import { serveSandbox } from '../../src/sandbox/port/port.ts'

onmessage = ({ ports: [port] }) => {
  if (!port) return
  const vfs = createStandardVfs()
  const createWorker = () => {
    throw new Error('Nothing runs in this harness.')
  }
  const table = new ProcessTable({ vfs, workers: new WarmWorkers(createWorker), now: () => Date.now() })
  serveSandbox(port, (blobs) => createKernel({ vfs, blobs, processes: createProcessOperations(table) }))
}
