/** Result of `internalBinding(name)`: a plain object of functions, classes and constants. */
export type Binding = Record<string, unknown>

/** One of the arrays that a binding shares with the library, which the skeleton has made. */
export function sharedArray<T extends object>(binding: Binding, name: string, Class: new () => T): T {
  const array = binding[name]
  if (array instanceof Class) return array
  throw new TypeError(`The binding has no array "${name}".`)
}

/** Thrown where native Node has something that the sandbox has not: loud, never a call that seems to succeed. */
export class UnavailableError extends Error {
  readonly code = 'ERR_FEATURE_UNAVAILABLE_ON_PLATFORM'

  constructor(what: string, advice = '') {
    super(`${what} is not available in the browser sandbox.${advice === '' ? '' : ` ${advice}`}`)
    this.name = 'Error'
  }
}
