/** Which tools a model is given, and by which names it knows them. */
import type { WireNames } from '../../model/contract.ts'
import type { ToolProfile } from '../../protocol/settings.ts'
import { BUILT_IN_TOOLS } from './built-in.ts'
import { MINIMAL_NAMES, MINIMAL_TOOLS } from './minimal.ts'
import { createRegistry, type ToolRegistry } from '../pipeline/registry.ts'

interface ToolSet {
  readonly registry: ToolRegistry
  readonly wireNames: WireNames
}

export type ToolSets = Readonly<Record<ToolProfile, ToolSet>>

export function createToolSets(): ToolSets {
  // Rules and the log name the tools of every profile, whichever of them a model is given.
  const reserved = [
    ...Object.values(MINIMAL_NAMES).map(({ name }) => name),
    ...BUILT_IN_TOOLS.flatMap(({ name, aliases }) => [name, ...aliases]),
  ]
  return {
    all: { registry: createRegistry(BUILT_IN_TOOLS, reserved), wireNames: {} },
    minimal: { registry: createRegistry(MINIMAL_TOOLS, reserved), wireNames: MINIMAL_NAMES },
  }
}
