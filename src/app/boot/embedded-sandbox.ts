/** The embedded sandbox as the page boots it, and whether it is the one to boot. */
import type { Settings } from '../../agent/protocol/settings.ts'
import { bootSandbox } from '../../sandbox/frame/boot.ts'
import type { BootOutcome } from '../../sandbox/frame/sandbox-frame.ts'
import { meta } from './meta.ts'

export type Backend = 'embedded' | 'webcontainer'

export interface EmbeddedSandbox {
  /** Never rejects. */
  readonly outcome: Promise<BootOutcome>
  /** Resolves with why, when it has died after it was up. */
  readonly dead: Promise<string>
}

/** It loads from here on. */
export function bootEmbedded(): EmbeddedSandbox {
  const { promise: dead, resolve } = Promise.withResolvers<string>()
  let up = false
  const boot = async (): Promise<BootOutcome> => {
    const outcome = await bootSandbox({
      sandboxOrigin: sandboxOrigin(),
      build: meta('vivarium-build') || undefined,
      // A frame that did not come up may have given way to another.
      onDead: (message) => up && resolve(message),
    })
    up = outcome.ok
    return outcome
  }
  return { outcome: boot(), dead }
}

/** The deployment decides what `auto` means; the default needs no other host. */
export function backendOf(choice: Settings['sandbox']): Backend {
  if (choice !== 'auto') return choice
  return import.meta.env.VITE_SANDBOX === 'webcontainer' ? 'webcontainer' : 'embedded'
}

/** Origin of the sandbox, as the server names it; undefined with a single origin. */
function sandboxOrigin(): string | undefined {
  const told = meta('vivarium-sandbox-origin')
  return told ? new URL(told, location.href).origin : undefined
}
