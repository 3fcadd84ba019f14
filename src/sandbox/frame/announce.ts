/** The first words of a sandbox's frame, of either kind, and its signs of life. */
import { HEARTBEAT_MS } from './protocol.ts'
import type { FrameMessage } from './protocol.ts'

/** Milliseconds until there is a frame to be counted: making it takes as long as the worker needs to start. */
const COUNTED_AFTER_MS = 300

/**
 * Says that the frame's script runs, and then that it lives. From then on it has an empty frame of its own, which is gone
 * as soon as its process is: the page can count it, while ports of a process that crashed are never closed.
 */
export function announce(tell: (message: FrameMessage) => void): void {
  tell({ type: 'vivarium-frame-ready' })
  const live = () => tell({ type: 'vivarium-frame-alive' })
  setTimeout(() => {
    // Not to the body: this may run before there is one.
    document.documentElement.append(document.createElement('iframe'))
    live()
    setInterval(live, HEARTBEAT_MS)
  }, COUNTED_AFTER_MS)
}
