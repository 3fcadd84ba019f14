/** `builtins`: Node's own modules, by id. */
import type { NodeContext } from '../../context.ts'
import type { LibraryFunction } from '../../library.ts'
import { replacementFor } from '../../replacements.ts'
import { versions } from '../skeleton.ts'
import { UnavailableError } from '../binding.ts'
import type { Binding } from '../binding.ts'

const CONFIG = {
  target_defaults: {},
  variables: {
    napi_build_version: '10',
    node_module_version: Number(versions.modules),
    node_shared: false,
    node_use_amaro: true,
  },
}

/** Alternatives to modules that are not shipped. */
const ADVICE: Readonly<Record<string, string>> = {
  sqlite: 'Use the package sql.js, which is SQLite as WebAssembly.',
}

export function builtins(context: NodeContext, binding: Binding): void {
  const { library } = context
  Object.assign(binding, {
    builtinIds: [...library.ids],
    natives: {},
    builtinCategories: { cannotBeRequired: [], canBeRequired: [...library.ids] },
    config: JSON.stringify(CONFIG),
    compileFunction: (id: string): LibraryFunction =>
      replacementFor(id, context) ?? library.find(id) ?? refused(id),
    setInternalLoaders: (
      _internalBinding: unknown,
      requireBuiltin: NonNullable<typeof context.callbacks.requireBuiltin>,
    ) => {
      context.callbacks.requireBuiltin = requireBuiltin
    },
    hasCachedBuiltins: () => true,
  })
}

function refused(id: string): LibraryFunction {
  return () => {
    throw new UnavailableError(`The module "${id}"`, ADVICE[id])
  }
}
