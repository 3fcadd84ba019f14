/** The parameters that Node's builtin loader gives each kind of library source. */
export function parametersOf(id) {
  if (id.startsWith('internal/per_context/')) return 'exports, primordials, privateSymbols, perIsolateSymbols'
  if (id === 'internal/bootstrap/realm') return 'process, getLinkedBinding, getInternalBinding, primordials'
  if (id.startsWith('internal/main/') || id.startsWith('internal/bootstrap/')) {
    return 'process, require, internalBinding, primordials'
  }
  return 'exports, require, module, process, internalBinding, primordials'
}
