/** Messages between the app's page and the hidden sandbox frame, before the port takes over. */

/** Query parameter of the frame's address: the origin that may boot it. */
export const APP_ORIGIN_PARAMETER = 'app'
/** Milliseconds between two signs of life of the frame. */
export const HEARTBEAT_MS = 1_000

/** Frame to page. */
export type FrameMessage =
  /** The frame's script runs and waits for `boot`. */
  | { readonly type: 'vivarium-frame-ready'; readonly build?: string | undefined }
  /** The kernel worker cannot be started, or has died. */
  | { readonly type: 'vivarium-frame-failed'; readonly message: string }
  | { readonly type: 'vivarium-frame-alive' }
  /** Whether pages can be previewed: the browser may refuse the service worker, as it does on another site. */
  | { readonly type: 'vivarium-frame-preview'; readonly failure?: string }

/** Page to frame; one MessagePort comes with it, for the kernel. */
export interface BootMessage {
  readonly type: 'vivarium-boot'
  /** For an opaque frame, which reaches no server. */
  readonly scripts?: OpaqueScripts
}

/** Page to opaque frame; on the MessagePort that comes with it a previewed page asks for files. */
export interface PreviewPortMessage {
  readonly type: 'vivarium-preview-port'
}

/** Scripts of an opaque frame: the kernel, its programs, and the parts of Node's library. All are classic. */
export const OPAQUE_SCRIPTS = ['kernel', 'shell', 'node', 'common', 'rare', 'web'] as const
export type OpaqueScripts = Readonly<Record<(typeof OPAQUE_SCRIPTS)[number], Blob>>

/** Step of an update to a newer sandbox: cache it whole and let it wait, or let it take over. */
export type UpdateStep = 'keep' | 'take'

/** Page to frame of an origin; on the MessagePort that comes with it the frame says when it is done. */
export interface UpdateMessage {
  readonly type: 'vivarium-update'
  readonly step: UpdateStep
}

export function isUpdateMessage(data: unknown): data is UpdateMessage {
  if (typeof data !== 'object' || data === null || !('type' in data) || !('step' in data)) return false
  return data.type === 'vivarium-update' && (data.step === 'keep' || data.step === 'take')
}

export function isFrameMessage(data: unknown): data is FrameMessage {
  if (typeof data !== 'object' || data === null || !('type' in data)) return false
  if (data.type === 'vivarium-frame-failed') return 'message' in data && typeof data.message === 'string'
  if (data.type === 'vivarium-frame-preview') {
    return !('failure' in data) || data.failure === undefined || typeof data.failure === 'string'
  }
  if (data.type === 'vivarium-frame-ready') {
    return !('build' in data) || data.build === undefined || typeof data.build === 'string'
  }
  return data.type === 'vivarium-frame-alive'
}

export function isBootMessage(data: unknown): data is BootMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'vivarium-boot'
}

export function isOpaqueBootMessage(data: unknown): data is Required<BootMessage> {
  if (!isBootMessage(data) || typeof data.scripts !== 'object' || data.scripts === null) return false
  const scripts: Readonly<Record<string, unknown>> = data.scripts
  return OPAQUE_SCRIPTS.every((name) => scripts[name] instanceof Blob)
}

export function isPreviewPortMessage(data: unknown): data is PreviewPortMessage {
  return typeof data === 'object' && data !== null && 'type' in data && data.type === 'vivarium-preview-port'
}
