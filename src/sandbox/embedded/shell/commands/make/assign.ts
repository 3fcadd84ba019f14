/** The ways to set a variable. */
import type { Expander } from './expand.ts'
import type { Origin, Variables } from './variables.ts'

export interface Assignment {
  readonly name: string
  readonly operator: string
  readonly value: string
  readonly origin: Origin
}

/** Expands `value` where the operator wants that. */
export async function assign(
  expander: Expander,
  variables: Variables,
  assignment: Assignment,
): Promise<void> {
  const { name, operator, value, origin } = assignment
  const set = (text: string, isRecursive: boolean): void =>
    variables.set(name, { value: text, isRecursive, origin })
  switch (operator) {
    case '=':
      return set(value, true)
    case '?=':
      if (variables.get(name) === undefined) set(value, true)
      return
    case '+=': {
      const before = variables.get(name)
      if (before === undefined) return set(value, true)
      const added = before.isRecursive ? value : await expander.expand(value, variables)
      const text = before.value === '' ? added : `${before.value} ${added}`
      const stronger = before.origin === 'command line' && origin === 'file'
      if (!stronger) set(text, before.isRecursive)
      return
    }
    case '!=':
      return set(await expander.surroundings.shell(await expander.expand(value, variables)), false)
    default:
      return set(await expander.expand(value, variables), false)
  }
}
