/** A shell that stays: each line runs with the state that the line before has left. */

/** The state for the next line: `fresh` for the first. */
export function liveSession(session, fresh, { host }) {
  const { signal, live, ownLive, groupStdin } = fresh
  const history = fresh.env.get('BASH_HISTORY')
  fresh.exportedVars.delete('BASH_HISTORY')
  // A line that was given up may still hold the state that it had: it must not take this one's number.
  session.state = { ...(session.state ?? fresh), isSession: true, line: host.line }
  const { state } = session
  state.env.set('BASH_HISTORY', history)
  return Object.assign(state, { signal, live, ownLive, groupStdin })
}

/** Leaves the functions and loops that a line was in when it was given up. */
export function liveAbandon(state, exitCode) {
  for (const scope of state.localScopes.splice(0).reverse()) {
    for (const [name, before] of scope) {
      if (before === undefined) state.env.delete(name)
      else state.env.set(name, before)
    }
  }
  const outside = { callDepth: 0, sourceDepth: 0, loopDepth: 0, inCondition: false, isInAction: false }
  const empty = {
    localArrayScopes: [],
    localExportedVars: [],
    funcNameStack: [],
    callLineStack: [],
    sourceStack: [],
  }
  Object.assign(state, outside, empty, { extraArgs: undefined, onCommand: undefined, lastExitCode: exitCode })
  state.env.set('?', String(exitCode))
}
