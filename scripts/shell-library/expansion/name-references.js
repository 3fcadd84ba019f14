/** Name references (`declare -n`) to whole arrays: what asks for the array of such a name gets the one that it names. */

/** The array's own name. `resolve` is how the library follows name references. */
export function liveArrayName(ctx, name, resolve) {
  if (!ctx.state.namerefs?.has(name)) return name
  const target = resolve(ctx, name)
  return target === undefined || target.includes('[') ? name : target
}

/** `unset -n`: the reference itself, not what it names. */
export function liveUnsetReference({ state }, name) {
  for (const names of [state.namerefs, state.boundNamerefs, state.invalidNamerefs]) names?.delete(name)
  state.env.delete(name)
}
