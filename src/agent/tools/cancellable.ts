/** Sandbox operations are stopped by id, not by a signal: the one does not cross threads. */
import { Aborted } from './abort.ts'
import type { ToolContext } from './contract.ts'

/** Nothing begins once the signal has fired: nobody would stop it any more. */
export async function cancellable<T>(
  { sandbox, signal, turnId, toolUseId }: ToolContext,
  run: (id: string) => Promise<T>,
): Promise<T> {
  if (signal.aborted) throw new Aborted()
  const id = `${turnId}/${toolUseId}`
  const cancel = () => void sandbox.cancel(id)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await run(id)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
