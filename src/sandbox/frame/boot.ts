/** Boots the embedded sandbox from the app's page: a hidden frame of the sandbox origin, and a port to its kernel. */
import { HOST_PAGE, PREVIEW_PREFIX, SESSION_PARAMETER } from './preview-target.ts'
import { APP_ORIGIN_PARAMETER, HEARTBEAT_MS, isFrameMessage } from './protocol.ts'
import type { BootMessage } from './protocol.ts'

/** Milliseconds until the frame's script must have answered; a cold start takes well under one second. */
const BOOT_DEADLINE_MS = 20_000
/** Milliseconds without a sign of life after which the frame counts as dead; hidden tabs throttle timers to a minute. */
const SILENCE_MS = 75_000

export interface SandboxFrame {
  /** Speaks the sandbox contract (sandbox/port.ts); hand it to the agent worker. */
  readonly port: MessagePort
  /** Settles once, with whether pages of the workspace can be shown; the sandbox works without. Never rejects. */
  readonly preview: Promise<PreviewOutcome>
  /** Removes the frame and everything that runs in it. */
  dispose(): void
}

export type PreviewOutcome =
  /** A frame of `base` + a path in the workspace shows it; it needs the attributes that the sandbox's frame has. */
  { readonly ok: true; readonly base: string } | { readonly ok: false; readonly message: string }

export type BootOutcome =
  | { readonly ok: true; readonly frame: SandboxFrame }
  | { readonly ok: false; readonly message: string; readonly hint: string }

export interface BootOptions {
  /** Another origin than the page's, of the same site, e.g. `http://localhost:5174`. */
  readonly sandboxOrigin: string
  /** The frame or its kernel has died after it was up; boot another. */
  readonly onDead: (message: string) => void
}

/** Never rejects. */
export function bootSandboxFrame(options: BootOptions): Promise<BootOutcome> {
  const { sandboxOrigin } = options
  if (sandboxOrigin === location.origin) {
    return Promise.resolve({
      ok: false,
      message: 'The sandbox was refused: it would share the origin that holds your key.',
      hint: 'Serve the sandbox under another port or subdomain (see the README).',
    })
  }
  const session = crypto.randomUUID()
  const element = createFrame(sandboxOrigin, session)
  const preview = Promise.withResolvers<PreviewOutcome>()
  return new Promise((resolve) => {
    const life = watchFrame(element, sandboxOrigin, {
      onReady: () => {
        const { port1, port2 } = new MessageChannel()
        const boot: BootMessage = { type: 'vivarium-boot' }
        element.contentWindow?.postMessage(boot, sandboxOrigin, [port2])
        const dispose = () => {
          preview.resolve({ ok: false, message: 'The sandbox was closed.' })
          life.dispose()
        }
        resolve({ ok: true, frame: { port: port1, preview: preview.promise, dispose } })
      },
      onPreview: (failure) => {
        if (failure === undefined)
          preview.resolve({ ok: true, base: `${sandboxOrigin}${PREVIEW_PREFIX}${session}/` })
        else preview.resolve({ ok: false, message: `Pages cannot be previewed: ${failure}` })
      },
      onDead: (message) => {
        preview.resolve({ ok: false, message })
        life.dispose()
        resolve({ ok: false, message, hint: bootHint(sandboxOrigin) })
        options.onDead(message)
      },
    })
    document.body.append(element)
  })
}

function bootHint(sandboxOrigin: string): string {
  return `Check that ${sandboxOrigin} is served, then reload the page.`
}

function createFrame(sandboxOrigin: string, session: string): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.hidden = true
  element.title = 'Sandbox'
  element.setAttribute('aria-hidden', 'true')
  element.allow = 'cross-origin-isolated'
  // Safe only because it is another origin: `allow-same-origin` gives it back its own.
  element.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms')
  const query = new URLSearchParams({ [APP_ORIGIN_PARAMETER]: location.origin, [SESSION_PARAMETER]: session })
  element.src = `${sandboxOrigin}${HOST_PAGE}?${query}`
  return element
}

interface LifeEvents {
  readonly onReady: () => void
  /** With why there is no preview, if there is none. */
  readonly onPreview: (failure: string | undefined) => void
  /** At most once, after `onReady` or instead of it. */
  readonly onDead: (message: string) => void
}

/** Watches for the frame's first word, its signs of life and a policy that blocks it. */
function watchFrame(element: HTMLIFrameElement, origin: string, events: LifeEvents): { dispose(): void } {
  const stop = new AbortController()
  let lastSign = performance.now()
  let up = false
  const die = (message: string) => {
    if (stop.signal.aborted) return
    stop.abort()
    events.onDead(message)
  }
  const onMessage = ({ data, source, origin: from }: MessageEvent<unknown>) => {
    if (source !== element.contentWindow || from !== origin || !isFrameMessage(data)) return
    lastSign = performance.now()
    if (data.type === 'vivarium-frame-failed') return die(`The sandbox could not go on: ${data.message}`)
    if (data.type === 'vivarium-frame-preview') return events.onPreview(data.failure)
    if (data.type === 'vivarium-frame-ready' && !up) {
      up = true
      events.onReady()
    } else if (data.type === 'vivarium-frame-ready') die('The sandbox was reloaded from within.')
  }
  const onBlocked = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(origin)) {
      die(`The page's security policy does not allow the sandbox at ${origin}.`)
    }
  }
  const timer = setInterval(() => {
    const silence = performance.now() - lastSign
    if (!up && silence > BOOT_DEADLINE_MS) die(`The sandbox at ${origin} did not answer.`)
    if (up && silence > SILENCE_MS) die('The sandbox no longer answers.')
  }, HEARTBEAT_MS)
  window.addEventListener('message', onMessage, { signal: stop.signal })
  document.addEventListener('securitypolicyviolation', onBlocked, { signal: stop.signal })
  stop.signal.addEventListener('abort', () => {
    clearInterval(timer)
    element.remove()
  })
  return { dispose: () => stop.abort() }
}
