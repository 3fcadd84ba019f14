/** A sandbox whose commands and shells know what the settings say, whatever its back end. */
import type { Sandbox } from '../../sandbox/contract.ts'

export function withEnvironment(
  sandbox: Sandbox,
  environment: () => Promise<Readonly<Record<string, string>>>,
): Sandbox {
  const added = async <T extends { readonly env?: Readonly<Record<string, string>> }>(
    request: T,
  ): Promise<T> => {
    const env = { ...(await environment()), ...request.env }
    return Object.keys(env).length === 0 ? request : { ...request, env }
  }
  return {
    ...sandbox,
    // A line of an open shell has the shell's own.
    exec: async (request, onOutput) =>
      sandbox.exec(request.shell === undefined ? await added(request) : request, onOutput),
    openShell: async (request) => sandbox.openShell(await added(request)),
  }
}
