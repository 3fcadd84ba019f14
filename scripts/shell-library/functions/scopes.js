/** A function's own variables take their attributes with them when it ends. */

const ATTRIBUTES = ['namerefs', 'readonlyVars', 'integerVars', 'lowercaseVars', 'uppercaseVars']

/** The variables of each attribute before a function begins, for `liveLeaveScope`. */
export function liveEnterScope(state) {
  return ATTRIBUTES.map((attribute) => (state[attribute]?.size > 0 ? new Set(state[attribute]) : undefined))
}

/** The names in `scopes`, maps by name, were the function's own. */
export function liveLeaveScope(state, before, ...scopes) {
  for (const scope of scopes) {
    for (const name of scope?.keys() ?? []) {
      for (const [at, attribute] of ATTRIBUTES.entries()) {
        if (before[at]?.has(name)) state[attribute].add(name)
        else state[attribute]?.delete(name)
      }
      forgetDepth(state, name)
    }
  }
}

/** How deep the function is whose variable it is now: `unset` asks, and would leave a global one alone that has none. */
function forgetDepth({ localScopes, localVarDepth }, name) {
  const outer = localScopes.findLastIndex((scope) => scope.has(name))
  if (outer < 0) localVarDepth?.delete(name)
  else localVarDepth?.set(name, outer + 1)
}
