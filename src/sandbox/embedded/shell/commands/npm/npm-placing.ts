/** Putting packages in place for a command, which an interrupt calls off. */
import type { AsyncSyscalls } from '../../../syscalls.ts'
import type { CommandContext } from '../../just-bash.ts'
import { showProgress } from './npm-progress.ts'

/** The command was interrupted; what was still to be fetched is not put in place. */
export class PlacingStopped extends Error {
  override readonly name = 'PlacingStopped'
}

/** The kernel's `placePackages`, which throws `PlacingStopped` at an interrupt. */
export function placingFor({ host, live }: CommandContext): AsyncSyscalls['placePackages'] {
  return async (request) => {
    const { calls, syscalls } = host.kernel
    const placed = calls.placePackages(request)
    const endProgress = showProgress(syscalls, live.stderr, request.packages.length)
    const first = await Promise.race([placed.then((value) => ({ value })), host.interruption])
    endProgress()
    if (first !== undefined) return first.value
    syscalls.stopPlacing()
    await placed
    throw new PlacingStopped('The installation was interrupted.')
  }
}
