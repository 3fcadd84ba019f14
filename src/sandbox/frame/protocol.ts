/** What passes between the app's page and the hidden frame of the sandbox origin, before the port takes over. */

/** Query parameter of the frame's address: the origin that may boot it. */
export const APP_ORIGIN_PARAMETER = 'app'
/** Milliseconds between two signs of life of the frame. */
export const HEARTBEAT_MS = 1_000

/** Frame to page. */
export type FrameMessage =
  /** The frame's script runs and waits for `boot`. */
  | { readonly type: 'vivarium-frame-ready' }
  /** The kernel worker cannot be started, or has died. */
  | { readonly type: 'vivarium-frame-failed'; readonly message: string }
  | { readonly type: 'vivarium-frame-alive' }
  /** Whether pages can be previewed: the browser may refuse the service worker, as it does on another site. */
  | { readonly type: 'vivarium-frame-preview'; readonly failure?: string }

/** Page to frame; one MessagePort comes with it, for the kernel. */
export interface BootMessage {
  readonly type: 'vivarium-boot'
}

export function isFrameMessage(data: unknown): data is FrameMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'vivarium-frame-failed') return 'message' in data && typeof data.message === 'string'
  if (data.type === 'vivarium-frame-preview') {
    return !('failure' in data) || data.failure === undefined || typeof data.failure === 'string'
  }
  return data.type === 'vivarium-frame-ready' || data.type === 'vivarium-frame-alive'
}

export function isBootMessage(data: unknown): data is BootMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'vivarium-boot'
}
