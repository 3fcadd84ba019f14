/** Gives the variables of the settings to every command and shell, those of forks included, whatever the back end. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail } from '../../../sandbox/contract/errors.ts'
import { forkUnder } from './fork-layer.ts'

export function environmentLayer(
  below: Sandbox,
  environment: () => Promise<Readonly<Record<string, string>>>,
): Pick<Sandbox, 'exec' | 'cancel' | 'openShell' | 'fork'> {
  const added = async <T extends { readonly env?: Readonly<Record<string, string>> }>(
    request: T,
  ): Promise<T> => {
    const env = { ...(await environment()), ...request.env }
    return Object.keys(env).length === 0 ? request : { ...request, env }
  }
  /** Commands that wait for their environment, and those of them that were cancelled meanwhile: nobody would stop these. */
  const waiting = new Set<string>()
  const cancelled = new Set<string>()
  return {
    exec: async (request, onOutput) => {
      // A line of an open shell has the shell's own.
      if (request.shell !== undefined) return below.exec(request, onOutput)
      waiting.add(request.id)
      const whole = await added(request).finally(() => waiting.delete(request.id))
      if (cancelled.delete(request.id)) return fail('cancelled', 'The command was cancelled before it began.')
      return below.exec(whole, onOutput)
    },
    cancel: async (id) => {
      if (waiting.has(id)) cancelled.add(id)
      await below.cancel(id)
    },
    openShell: async (request) => below.openShell(await added(request)),
    fork: forkUnder(below, (fork) => environmentLayer(fork, environment)),
  }
}
