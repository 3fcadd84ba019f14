/** Variables that a part of a script may set. */

/** Looks at every node below: better one name too many. */
export function assignedNames(part: unknown): ReadonlySet<string> {
  const names = new Set<string>()
  collect(part, names)
  return names
}

const KEYS = ['type', 'name', 'variable', 'parameter', 'operation'] as const

function isSetting(operation: unknown): boolean {
  return (
    typeof operation === 'object' && operation !== null && Reflect.get(operation, 'type') === 'AssignDefault'
  )
}

function collect(part: unknown, names: Set<string>): void {
  if (Array.isArray(part)) {
    for (const item of part) collect(item, names)
    return
  }
  if (typeof part !== 'object' || part === null) return
  const node = new Map<string, unknown>(Object.entries(part))
  const [type, name, variable, parameter, operation] = KEYS.map((key) => node.get(key))
  if (type === 'Assignment' && typeof name === 'string') names.add(name.replace(/\[.*$/s, ''))
  if (type === 'For' && typeof variable === 'string') names.add(variable)
  // `${x:=value}`; reading a variable does not set it.
  if (type === 'ParameterExpansion' && typeof parameter === 'string' && isSetting(operation))
    names.add(parameter)
  // Arguments of `read`, `export` and the like: any word that could be a name, or begins with one.
  if (type === 'Literal') {
    const value = node.get('value')
    const word = typeof value === 'string' ? /^([A-Za-z_]\w*)(\+?=|$)/.exec(value)?.[1] : undefined
    if (word !== undefined) names.add(word)
  }
  for (const value of node.values()) collect(value, names)
}
