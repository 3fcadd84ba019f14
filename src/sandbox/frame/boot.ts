/** Boots the embedded sandbox from the app's page, where the page's host lets it be. */
import { bootOpaqueFrame } from './boot-opaque.ts'
import { bootOriginFrame } from './boot-origin.ts'
import type { BootOutcome } from './sandbox-frame.ts'

export interface BootOptions {
  /** Another origin than the page's, of the same site, e.g. `http://localhost:5174`; undefined where there is one only. */
  readonly sandboxOrigin: string | undefined
  /** Build of the page; the sandbox's own origin must have the same one. Undefined from source. */
  readonly build: string | undefined
  /** The frame or its kernel has died after it was up; boot another. */
  readonly onDead: (message: string) => void
}

/**
 * On the sandbox's own origin; where there is none, or nothing there answers as a sandbox, in an opaque frame of the
 * page's. Never on the page's own origin: what runs there could read the key. Never rejects.
 */
export async function bootSandbox({ sandboxOrigin, build, onDead }: BootOptions): Promise<BootOutcome> {
  if (sandboxOrigin === undefined || sandboxOrigin === location.origin) {
    return bootOpaqueFrame({ reason: 'This app is served from one origin.', build, onDead })
  }
  const own = await bootOriginFrame({ sandboxOrigin, build, onDead })
  if (own.ok) return own
  const opaque = await bootOpaqueFrame({ reason: own.message, build, onDead })
  if (opaque.ok) return opaque
  return { ok: false, message: `${own.message} Nor is there another way: ${opaque.message}`, hint: own.hint }
}
