/** Why a list of things cannot be moved, in Node's words: of the first that cannot be. */

export interface TransferRules {
  readonly isUntransferable: (value: object) => boolean
  /** It has been closed, or moved away. */
  readonly isDetached: (port: MessagePort) => boolean
  /** The port that the list is sent through. */
  readonly source?: MessagePort | undefined
}

const NativePort = globalThis.MessagePort
const INVALID = 'Found invalid value in transferList.'
/** Also what the browser finds out only when it moves it: the memory of a WebAssembly program. */
export const UNSUPPORTED = 'Cannot transfer object of unsupported type.'

/** Undefined where all of it can be moved. */
export function transferProblem(items: readonly unknown[], rules: TransferRules): string | undefined {
  const earlier = new Set<unknown>()
  for (const item of items) {
    const problem = problemOf(item, earlier.has(item), rules)
    if (problem !== undefined) return problem
    earlier.add(item)
  }
  return undefined
}

/** Whether `items` have only what the browser can move; others of them have a `transferProblem`. */
export function areTransferable(items: readonly unknown[]): items is readonly Transferable[] {
  return items.every((item) => item instanceof ArrayBuffer || item instanceof NativePort)
}

/** Asked in Node's order. */
function problemOf(item: unknown, isRepeated: boolean, rules: TransferRules): string | undefined {
  if (!isObject(item)) return INVALID
  if (rules.isUntransferable(item)) return UNSUPPORTED
  if (item instanceof ArrayBuffer) {
    if (Reflect.get(item, 'detached') === true) return UNSUPPORTED
    return isRepeated ? 'Transfer list contains duplicate ArrayBuffer' : undefined
  }
  if (!(item instanceof NativePort)) return INVALID
  if (item === rules.source) return 'Transfer list contains source port'
  if (isRepeated) return 'Transfer list contains duplicate MessagePort'
  return rules.isDetached(item) ? 'MessagePort in transfer list is already detached' : undefined
}

function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
}
