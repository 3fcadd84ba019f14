import type { NodeContext } from '../context.ts'

const DEPRECATED =
  'Assigning any value other than a string, number, or boolean to a process.env property is deprecated. ' +
  'Please make sure to convert the value to a string before setting process.env with it.'

/** `process.env`: values become text when set, as in a real environment. */
export function createEnvironment(context: NodeContext): Record<string, string> {
  let hasWarned = false
  const text = (value: unknown): string => {
    if (typeof value === 'symbol') throw new TypeError('Cannot convert a Symbol value to a string')
    if (!hasWarned && context.options['--pending-deprecation'] === true && !isPlain(value)) {
      hasWarned = true
      context.process.emitWarning(DEPRECATED, 'DeprecationWarning', 'DEP0104')
    }
    return String(value)
  }
  const variables: Record<string, string> = {}
  return new Proxy(variables, {
    set: (target, key, value) =>
      typeof key === 'symbol' ? Boolean(text(key)) : Reflect.set(target, key, text(value)),
    defineProperty: (target, key, descriptor) => {
      if (!('value' in descriptor) && ('get' in descriptor || 'set' in descriptor))
        throw invalidDescriptor('does not accept an accessor(getter/setter) descriptor')
      if (!descriptor.configurable || !descriptor.writable || !descriptor.enumerable) {
        throw invalidDescriptor('only accepts a configurable, writable, and enumerable data descriptor')
      }
      return Reflect.defineProperty(target, key, { ...descriptor, value: text(descriptor.value) })
    },
  })
}

function isPlain(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function invalidDescriptor(message: string): Error {
  return Object.assign(new TypeError(`'process.env' ${message}`), {
    code: 'ERR_INVALID_OBJECT_DEFINE_PROPERTY',
  })
}
