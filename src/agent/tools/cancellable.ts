/** Sandbox operations are stopped by id, not by a signal: the one does not cross threads. */
import type { ToolContext } from './contract.ts'

export async function cancellable<T>(
  { sandbox, signal, turnId, toolUseId }: ToolContext,
  run: (id: string) => Promise<T>,
): Promise<T> {
  const id = `${turnId}/${toolUseId}`
  const cancel = () => void sandbox.cancel(id)
  signal.addEventListener('abort', cancel, { once: true })
  try {
    return await run(id)
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
