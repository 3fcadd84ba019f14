/** The kernel's thread: one file system, its processes, and the port to the app. */
import { z } from 'zod'
import type { FrameKind } from '../contract/contract.ts'
import { serveSandbox } from '../port/port.ts'
import { answerPreview } from '../page/site-answer.ts'
import {
  isPreviewRequest,
  isServerRequest,
  isSetCookieRequest,
  isSocketRequest,
} from '../page/preview-messages.ts'
import type { CookiesMessage, PreviewRequest, SetCookieMessage } from '../page/preview-messages.ts'
import { WARM_WORKERS_MAX } from '../contract/limits.ts'
import { createKernel } from './kernel.ts'
import { askServer } from './net/served-page.ts'
import { serveWebSocket } from './net/web-socket.ts'
import { siteFiles } from './preview.ts'
import { createProcessOperations } from './process/exec.ts'
import { ProcessTable } from './process/process-table.ts'
import type { ProcessWorker } from './process/program-thread.ts'
import type { ProgramKind } from './process/protocol.ts'
import { WarmWorkers } from './process/warm-workers.ts'
import { ensureCommandFiles } from './shell/files/command-files.ts'
import { createStandardVfs } from './vfs/standard-tree.ts'

/** Milliseconds from the first shell's readiness until Node's library is loaded: somebody waits for that shell. */
const NODE_DELAY_MS = 1_500
/** Gigabytes of the machine from which on a second program of Node waits loaded, and threads do: each holds some 20 MB. */
const SECOND_NODE_GIB = 4

export interface KernelThreadOptions {
  /** Kind of the thread's frame; part of the sandbox's description. */
  readonly frame: FrameKind
  readonly createWorker: (kind: ProgramKind) => ProcessWorker
  /** Programs that cannot be run in that frame, and why. */
  readonly unavailable?: Partial<Record<ProgramKind, string>>
}

/** To be called once, before the thread's first message is delivered. */
export function runKernelThread({ frame, createWorker, unavailable = {} }: KernelThreadOptions): void {
  z.config({ jitless: true })
  const vfs = createStandardVfs()
  ensureCommandFiles(vfs)
  // The shell is the largest thing to load, and what is asked for first: nobody need have connected for that.
  const ahead = hasRoom()
    ? { node: WARM_WORKERS_MAX, 'node-thread': WARM_WORKERS_MAX }
    : { node: 1, 'node-thread': 0 }
  const workers = new WarmWorkers(createWorker, ahead)
  const shell = workers.warm('shell')
  let servesApp = false
  let processes: ProcessTable | undefined

  const serveApp = (port: MessagePort): void => {
    servesApp = true
    serveSandbox(port, (blobs, egress) => {
      const table = new ProcessTable({ vfs, workers, unavailable, now: () => Date.now(), egress })
      processes = table
      void shell.then(() => setTimeout(() => void workers.warm('node'), NODE_DELAY_MS))
      return createKernel({ vfs, blobs, processes: createProcessOperations(table), frame })
    })
  }
  const site = siteFiles(vfs, (node) => processes?.openings.withheldPath(node))
  const servePreview = async (port: MessagePort, request: PreviewRequest): Promise<void> => {
    const answer = await answerPreview(site, request)
    const cookies = processes?.sockets.cookies.read(request.path, { isPage: true }) ?? ''
    port.postMessage({ ...answer, cookies }, [answer.body.buffer])
  }
  const setCookie = (port: MessagePort, { text, path }: SetCookieMessage['cookie']): void => {
    const jar = processes?.sockets.cookies
    jar?.store(text, { path, isPage: true })
    const cookies = jar?.read(path, { isPage: true }) ?? ''
    port.postMessage({ type: 'vivarium-cookies', cookies } satisfies CookiesMessage)
  }
  // The host page sends the app's port, once, and then what previewed pages ask for: anybody on its origin could ask that.
  addEventListener('message', ({ data, ports: [port] }: MessageEvent<unknown>) => {
    if (!port) return
    if (isPreviewRequest(data)) void servePreview(port, data)
    else if (isServerRequest(data)) void askServer(processes?.sockets, data.server, port)
    else if (isSetCookieRequest(data)) setCookie(port, data.cookie)
    else if (isSocketRequest(data)) void serveWebSocket(processes?.sockets, data.socket, port)
    else if (!servesApp && isAppPort(data)) serveApp(port)
    else if (isPreviewPort(data)) {
      port.onmessage = ({ data: request, ports: [answerTo] }: MessageEvent<unknown>) => {
        if (answerTo && isPreviewRequest(request)) void servePreview(answerTo, request)
      }
    }
  })
}

/** Whether a second program of Node may wait loaded; browsers that do not tell are those of large machines, too. */
function hasRoom(): boolean {
  const { deviceMemory } = navigator as WorkerNavigator & { deviceMemory?: number }
  return deviceMemory === undefined || deviceMemory >= SECOND_NODE_GIB
}

function isAppPort(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'port'
}

/** A port on which a page without a service worker asks, one request after the other. */
function isPreviewPort(data: unknown): boolean {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'preview-port'
}
