/** Boots the container and hands out a port that speaks the contract, as the embedded sandbox's frame does. */
import { z } from 'zod'
import { serveSandbox } from '../port/port.ts'
import { bootWebContainer } from './boot.ts'
import type { ContainerBootOptions } from './boot.ts'
import type { ContainerPreviews } from './container-previews.ts'

export type ContainerPort =
  /** The sandbox ends with the port, and the container with it. */
  | { readonly ok: true; readonly port: MessagePort; readonly previews: ContainerPreviews }
  | { readonly ok: false; readonly message: string; readonly hint: string }

/** Never rejects. */
export async function hostWebContainer(options: ContainerBootOptions): Promise<ContainerPort> {
  // Compiled validators need `new Function`, which the page's policy forbids.
  z.config({ jitless: true })
  const outcome = await bootWebContainer(options)
  if (!outcome.ok) return outcome
  const { port1, port2 } = new MessageChannel()
  serveSandbox(port2, (blobs) => outcome.container.createSandbox(blobs))
  return { ok: true, port: port1, previews: outcome.container.previews }
}
