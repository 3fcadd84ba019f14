/** The kernel's thread: one file system, its processes, and the port to the app. */
import { z } from 'zod'
import { serveSandbox } from '../port.ts'
import { isPreviewRequest } from '../preview-messages.ts'
import type { PreviewRequest } from '../preview-messages.ts'
import { createKernel } from './kernel.ts'
import { nodeWorkerUrl } from './node/assets.ts'
import { answerPreview } from './preview.ts'
import { createProcessOperations } from './process/exec.ts'
import { ProcessTable } from './process/process-table.ts'
import type { ProcessWorker } from './process/process.ts'
import type { ProgramKind } from './process/protocol.ts'
import { ensureCommandFiles } from './shell/command-files.ts'
import { createStandardVfs } from './vfs/standard-tree.ts'

z.config({ jitless: true })

const vfs = createStandardVfs()
ensureCommandFiles(vfs)
let servesApp = false

// The host page sends the app's port, once, and then what previewed pages ask for: anybody on its origin could ask that.
addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
  if (!port) return
  if (isPreviewRequest(data)) servePreview(port, data)
  else if (!servesApp && isAppPort(data)) serveApp(port)
})

function isAppPort(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'port'
}

function serveApp(port: MessagePort): void {
  servesApp = true
  serveSandbox(port, (blobs, egress) => {
    const table = new ProcessTable({ vfs, createWorker, now: () => Date.now(), egress })
    table.warm('shell')
    table.warm('node')
    return createKernel({ vfs, blobs, processes: createProcessOperations(table) })
  })
}

function servePreview(port: MessagePort, request: PreviewRequest): void {
  const answer = answerPreview(vfs, request)
  port.postMessage(answer, [answer.body.buffer])
}

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
