/** Whether a sandbox's frame has come up, lives and may be there at all, as the page sees it. */
import { HEARTBEAT_MS, isFrameMessage } from './protocol.ts'

/** Milliseconds until the frame's script must have answered; a cold start takes well under one second. */
const BOOT_DEADLINE_MS = 20_000
/** Milliseconds from the frame's load to its script's first word, which comes before the load: no sandbox is there. */
const LOADED_DEADLINE_MS = 3_000
/** Milliseconds without a sign of life after which the frame counts as dead; hidden tabs throttle timers to a minute. */
const SILENCE_MS = 75_000
/** Milliseconds between two looks at whether the frame's process is there; each reads one number. */
const CRASH_CHECK_MS = 100

export interface FrameLife {
  /** The origin of the frame's messages; `null` is that of an opaque one. */
  readonly origin: string
  /** Source of the frame, for messages, e.g. `http://localhost:5174`. */
  readonly place: string
  /** Build that the frame must have; undefined: any. */
  readonly build?: string | undefined
  readonly onReady: () => void
  /** Receives the reason if there is no preview. */
  readonly onPreview: (failure: string | undefined) => void
  /** At most once, after `onReady` or instead of it. */
  readonly onDead: (message: string) => void
}

/**
 * Watches for the frame's first word, its signs of life and a policy that blocks it; removes it when it is dead. A frame
 * whose process has crashed has none of its own any more (announce.ts).
 */
export function watchFrame(element: HTMLIFrameElement, life: FrameLife): { dispose(): void } {
  const { origin, place } = life
  const stop = new AbortController()
  const { signal } = stop
  let lastSign = performance.now()
  let loadedAt: number | undefined
  let up = false
  const die = (message: string) => {
    if (signal.aborted) return
    stop.abort()
    life.onDead(message)
  }
  const onMessage = ({ data, source, origin: from }: MessageEvent<unknown>) => {
    if (source !== element.contentWindow || from !== origin || !isFrameMessage(data)) return
    lastSign = performance.now()
    if (data.type === 'vivarium-frame-failed') return die(`The sandbox could not go on: ${data.message}`)
    if (data.type === 'vivarium-frame-preview') return life.onPreview(data.failure)
    if (data.type === 'vivarium-frame-ready' && life.build !== undefined && data.build !== life.build)
      return die(`The sandbox at ${place} is of another version than this page.`)
    if (data.type === 'vivarium-frame-ready' && !up) {
      up = true
      life.onReady()
    } else if (data.type === 'vivarium-frame-ready') die('The sandbox was reloaded from within.')
  }
  const onBlocked = ({ blockedURI, effectiveDirective }: SecurityPolicyViolationEvent) => {
    if (effectiveDirective === 'frame-src' && blockedURI.startsWith(place)) {
      die(`The page's security policy does not allow the sandbox at ${place}.`)
    }
  }
  const timer = setInterval(() => {
    const now = performance.now()
    const late = now - lastSign > BOOT_DEADLINE_MS || now - (loadedAt ?? now) > LOADED_DEADLINE_MS
    if (!up && late) die(`The sandbox at ${place} did not answer.`)
    if (up && now - lastSign > SILENCE_MS) die('The sandbox no longer answers.')
  }, HEARTBEAT_MS)
  const crashTimer = setInterval(() => {
    if (up && element.contentWindow?.length === 0) die('The sandbox has run out of memory.')
  }, CRASH_CHECK_MS)
  window.addEventListener('message', onMessage, { signal })
  document.addEventListener('securitypolicyviolation', onBlocked, { signal })
  element.addEventListener('load', () => (loadedAt ??= performance.now()), { signal })
  signal.addEventListener('abort', () => {
    clearInterval(timer)
    clearInterval(crashTimer)
    element.remove()
  })
  return { dispose: () => stop.abort() }
}
