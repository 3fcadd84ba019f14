/** Variables that change what commands are. */
import { STEERING_VARIABLES } from './tables.ts'

/** Told of when one is set by anything but a plain assignment, which is looked at with its command. */
export function checkSteering(name: string, onProblem: (problem: string) => void): void {
  if (STEERING_VARIABLES.test(name)) onProblem(`sets ${name}, which can change what other commands are`)
}

/** `IFS= read` is how lines are read whole; it holds for that command only. */
export function steers(variable: string, command: string | undefined): boolean {
  return STEERING_VARIABLES.test(variable) && !(variable === 'IFS' && command === 'read')
}
