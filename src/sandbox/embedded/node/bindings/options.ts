/** `options`: Node's own option table, with the values of this process. */
import type { NodeContext } from '../context.ts'
import type { Binding } from './binding.ts'
import { cliAliases, cliOptions } from './skeleton.ts'

export function optionsBinding(context: NodeContext, binding: Binding): void {
  Object.assign(binding, {
    getCLIOptionsValues: () => context.options,
    getCLIOptionsInfo: () => ({
      options: new Map(
        cliOptions.map(([name, type, envVarSettings, , defaultIsTrue]) => [
          name,
          { helpText: '', envVarSettings, type, defaultIsTrue },
        ]),
      ),
      aliases: new Map(cliAliases.map(([name, expansion]) => [name, [...expansion]])),
    }),
    getEmbedderOptions: () => ({
      shouldNotRegisterESMLoader: false,
      noGlobalSearchPaths: false,
      noBrowserGlobals: false,
      hasEmbedderPreload: false,
    }),
    getEnvOptionsInputType: () => new Map(),
    noGlobalSearchPaths: false,
    shouldNotRegisterESMLoader: false,
    envSettings: { kAllowedInEnvvar: 0, kDisallowedInEnvvar: 1 },
  })
}
