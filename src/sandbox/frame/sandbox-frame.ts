/** A booted sandbox as the page holds it. */
import type { FrameKind } from '../contract/contract.ts'
import type { UpdateStep } from './protocol.ts'

export interface SandboxFrame {
  readonly kind: FrameKind
  /** Speaks the sandbox contract (sandbox/port/port.ts); hand it to the agent worker. */
  readonly port: MessagePort
  /** Settles once, with whether pages of the workspace can be shown; the sandbox works without. Never rejects. */
  readonly preview: Promise<PreviewOutcome>
  /**
   * Keeps a newer version of the sandbox, or lets the kept one take over, after which the page is to be reloaded. Resolves
   * when that is done, or takes too long; undefined where the sandbox has no version of its own.
   */
  readonly update?: (step: UpdateStep) => Promise<void>
  /** Removes the frame and everything that runs in it. */
  dispose(): void
}

export type PreviewOutcome =
  /** A frame of `base` + a path in the workspace shows it; it needs the attributes that the sandbox's frame has. */
  | { readonly ok: true; readonly kind: 'served'; readonly base: string }
  /** A frame of `address` shows the page that it is told, with all in it that it refers to (preview-messages.ts). */
  | {
      readonly ok: true
      readonly kind: 'inlined'
      readonly address: string
      /** Why it is not served, for people. */
      readonly reason: string
      /** A port on which that frame gets files of the workspace. */
      readonly connect: () => MessagePort
    }
  | { readonly ok: false; readonly message: string }

export type BootOutcome =
  | { readonly ok: true; readonly frame: SandboxFrame }
  | { readonly ok: false; readonly message: string; readonly hint: string }

/** Hidden, and of no use to anybody but its script. */
export function createFrame(address: string): HTMLIFrameElement {
  const element = document.createElement('iframe')
  element.hidden = true
  element.title = 'Sandbox'
  element.setAttribute('aria-hidden', 'true')
  element.src = address
  return element
}
