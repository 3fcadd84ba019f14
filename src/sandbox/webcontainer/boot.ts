/**
 * Boots WebContainer from the page. Its client waits forever for a host that does not answer, and every later boot
 * of the page waits behind it: so the host is asked first, the wait has an end, and after a failed boot there is no
 * other one until the page is reloaded.
 */
import type { WebContainer } from '@webcontainer/api'
import type { BlobStore, Sandbox } from '../contract/contract.ts'
import { CONTAINER_BOOT_MS, CONTAINER_PROBE_MS, CONTAINER_SILENCE_MS } from '../contract/limits.ts'
import type { ContainerPreviews } from './container-previews.ts'
import { prepareContainer } from './container-sandbox.ts'

export interface BootedContainer {
  /** To be called once: there is one container, and it is one sandbox. */
  readonly createSandbox: (blobs: BlobStore) => Sandbox
  readonly previews: ContainerPreviews
}

export type ContainerOutcome =
  | { readonly ok: true; readonly container: BootedContainer }
  | { readonly ok: false; readonly message: string; readonly hint: string }

export interface ContainerBootOptions {
  /** Origin of the runtime's page `/headless`, e.g. the vendor's. Fixed by the first boot of a page. */
  readonly origin: string
  /** Milliseconds; defaults in limits.ts. */
  readonly deadlines?: { readonly probeMs: number; readonly silenceMs: number; readonly bootMs: number }
}

const DEADLINES = { probeMs: CONTAINER_PROBE_MS, silenceMs: CONTAINER_SILENCE_MS, bootMs: CONTAINER_BOOT_MS }
const WORKDIR = 'vivarium'
const FALLBACK_HINT = 'The embedded sandbox is used instead, with the same files.'

declare global {
  /** Address of the client's host frame. */
  var WEBCONTAINER_API_IFRAME_URL: string | undefined
}

/** Why there is no booting any more in this page. */
let broken: string | undefined

/** Never rejects. */
export async function bootWebContainer(options: ContainerBootOptions): Promise<ContainerOutcome> {
  const { origin, deadlines = DEADLINES } = options
  if (broken !== undefined) return failed(`${broken} It can be tried again when the page was reloaded.`)
  const reached = await isReachable(origin, deadlines.probeMs)
  if (!reached) return failed(`WebContainer's host ${origin} could not be reached.`)
  const stop = new AbortController()
  try {
    globalThis.WEBCONTAINER_API_IFRAME_URL = origin
    const { WebContainer } = await import('@webcontainer/api')
    const late = failure(origin, deadlines, stop.signal)
    const booting = WebContainer.boot({
      coep: 'require-corp',
      workdirName: WORKDIR,
      forwardPreviewErrors: true,
    })
    const container = await Promise.race([booting, late.promise])
    if (container === undefined) {
      broken = late.reason()
      // Should it come up after all, it is not to stay: nobody has it.
      void booting.then((unwanted) => unwanted.teardown()).catch(() => undefined)
      late.frame()?.remove()
      return failed(broken)
    }
    return await prepare(container, late.promise, late.reason)
  } catch (error) {
    return failed(`WebContainer could not be started: ${messageOf(error)}`)
  } finally {
    stop.abort()
  }
}

async function prepare(
  container: WebContainer,
  late: Promise<undefined>,
  reason: () => string,
): Promise<ContainerOutcome> {
  try {
    const prepared = await Promise.race([prepareContainer(container), late])
    if (prepared) return { ok: true, container: prepared }
    container.teardown()
    return failed(reason())
  } catch (error) {
    container.teardown()
    return failed(`WebContainer has started, but cannot be used: ${messageOf(error)}`)
  }
}

/** Any answer will do: it cannot be read, but it tells a host that is there from one that is not. */
async function isReachable(origin: string, timeoutMs: number): Promise<boolean> {
  try {
    await fetch(`${origin}/headless`, { mode: 'no-cors', signal: AbortSignal.timeout(timeoutMs) })
    return true
  } catch {
    return false // offline, refused or silent
  }
}

interface Failure {
  /** Resolves when there is no more hope; never rejects. */
  readonly promise: Promise<undefined>
  readonly reason: () => string
  /** The client's frame, once it is there. */
  readonly frame: () => HTMLIFrameElement | undefined
}

/** All signs that a boot will not come: a policy that forbids the frame, one that says nothing, and the clock. */
function failure(
  origin: string,
  { silenceMs, bootMs }: { readonly silenceMs: number; readonly bootMs: number },
  signal: AbortSignal,
): Failure {
  const { promise, resolve } = Promise.withResolvers<undefined>()
  let reason = `WebContainer did not start within ${bootMs / 1000} s.`
  let frame: HTMLIFrameElement | undefined
  const timers = [setTimeout(() => resolve(undefined), bootMs)]
  const giveUp = (why: string): void => {
    reason = why
    resolve(undefined)
  }
  const onBlocked = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent): void => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin))
      giveUp(`The page's security policy does not allow WebContainer's host ${origin}.`)
  }
  let heard = false
  const onMessage = (event: MessageEvent<unknown>): void => {
    if (event.origin === origin && event.source === frame?.contentWindow) heard = true
  }
  const onLoad = (): void => {
    const silent = (): void => {
      if (!heard) giveUp(`WebContainer's host ${origin} answered, but not as one.`)
    }
    timers.push(setTimeout(silent, silenceMs))
  }
  const observer = new MutationObserver((records) => {
    const added = records.flatMap(({ addedNodes }) => [...addedNodes])
    const found = added.find((node) => node instanceof HTMLIFrameElement && node.src.startsWith(origin))
    if (!(found instanceof HTMLIFrameElement)) return
    frame = found
    frame.addEventListener('load', onLoad, { signal })
  })
  observer.observe(document.body, { childList: true })
  document.addEventListener('securitypolicyviolation', onBlocked, { signal })
  window.addEventListener('message', onMessage, { signal })
  signal.addEventListener('abort', () => {
    observer.disconnect()
    for (const timer of timers) clearTimeout(timer)
  })
  return { promise, reason: () => reason, frame: () => frame }
}

function failed(message: string): ContainerOutcome {
  return { ok: false, message, hint: FALLBACK_HINT }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
