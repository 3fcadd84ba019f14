/** The first words of a sandbox's frame, of either kind, and its signs of life. */
import { HEARTBEAT_MS } from './protocol.ts'
import type { FrameMessage } from './protocol.ts'

/**
 * Says that the frame's script runs, and then that it lives. It has an empty frame of its own, which is gone as soon as
 * its process is: the page can count it, while ports of a process that crashed are never closed.
 */
export function announce(tell: (message: FrameMessage) => void, build?: string): void {
  // Not to the body: this may run before there is one.
  document.documentElement.append(document.createElement('iframe'))
  setInterval(() => tell({ type: 'vivarium-frame-alive' }), HEARTBEAT_MS)
  tell({ type: 'vivarium-frame-ready', build })
}
