/** Names to tools, and what of them the model is told. */
import type { ToolSpec } from '../../model/contract.ts'
import type { RuleSet } from '../../permission/contract.ts'
import { isForbidden } from '../../permission/match.ts'
import type { Tool } from '../contract.ts'
import type { ToolLookup } from '../deps.ts'
import { TakenNames } from './tool-names.ts'

export interface ToolRegistry extends ToolLookup {
  /** Sorted by name and byte-stable; without what is switched off or denied as a whole. */
  specs(ruleSets: readonly RuleSet[]): readonly ToolSpec[]
  /** Names that no added tool gets, nor one that looks like them: also of tools that are switched off, and older names. */
  readonly taken: readonly string[]
}

/** Two tools of one name are a bug of the caller. `reserved`: names that are taken beside those of the tools. */
export function createRegistry(tools: readonly Tool[], reserved: readonly string[] = []): ToolRegistry {
  const byAlias = new Map(tools.flatMap((tool) => tool.aliases.map((alias) => [alias, tool] as const)))
  return registryOf(tools, byAlias, reserved)
}

function registryOf(
  tools: readonly Tool[],
  byAlias: ReadonlyMap<string, Tool>,
  reserved: readonly string[],
): ToolRegistry {
  const byName = new Map<string, Tool>()
  for (const tool of sorted(tools)) {
    if (byName.has(tool.name)) throw new Error(`Two tools are named ${tool.name}`)
    byName.set(tool.name, tool)
  }
  // Always the same objects: values derived from one are not derived again with each request.
  const specs = new Map<string, ToolSpec>()
  const specOf = ({ name, description, inputSchema }: Tool): ToolSpec => {
    const spec = specs.get(name) ?? { name, description, inputSchema }
    specs.set(name, spec)
    return spec
  }
  const enabled = () => [...byName.values()].filter((tool) => tool.isEnabled())
  return {
    find: (name) => {
      const tool = byName.get(name) ?? byAlias.get(name)
      return tool?.isEnabled() === true ? tool : undefined
    },
    names: () => enabled().map((tool) => tool.name),
    specs: (ruleSets) =>
      enabled()
        .filter(({ name, kind }) => !isForbidden({ tool: name, kind }, ruleSets))
        .map(specOf),
    taken: [...reserved, ...byAlias.keys(), ...byName.keys()],
  }
}

/** A tool that was not added, and why, as a sentence for the person. */
export interface RefusedTool {
  readonly name: string
  readonly reason: string
}

/**
 * The same tools and these, at the end of the list: earlier tools keep their bytes. The tools that are there come first: one
 * that is added under a name that is taken, or under one that looks like it, is left out and told of. Of two that are added
 * the first stays. An added tool gets calls by its own name only: older names count for built-in tools.
 */
export function withTools(
  tools: ToolRegistry,
  more: readonly Tool[],
): { readonly registry: ToolRegistry; readonly refused: readonly RefusedTool[] } {
  const taken = new TakenNames(tools.taken)
  const refused: RefusedTool[] = []
  const added = more.filter(({ name }) => {
    const reason = taken.take(name)
    if (reason !== undefined) refused.push({ name, reason })
    return reason === undefined
  })
  return { registry: added.length === 0 ? tools : joined(tools, added, taken), refused }
}

/** The first of these names that no tool has. */
export function missingTool(tools: ToolLookup, names: readonly string[]): string | undefined {
  return names.find((name) => tools.find(name)?.name !== name)
}

/** The tools of the given names, in the order of the registry. */
export function onlyTools(tools: ToolRegistry, names: readonly string[]): ToolRegistry {
  const kept = new Set(names)
  return {
    find: (name) => {
      const tool = tools.find(name)
      return tool && kept.has(tool.name) ? tool : undefined
    },
    names: () => tools.names().filter((name) => kept.has(name)),
    specs: (ruleSets) => tools.specs(ruleSets).filter(({ name }) => kept.has(name)),
    taken: tools.taken,
  }
}

function joined(tools: ToolRegistry, added: readonly Tool[], taken: TakenNames): ToolRegistry {
  const others = registryOf(added, new Map(), [])
  return {
    find: (name) => tools.find(name) ?? others.find(name),
    names: () => [...tools.names(), ...others.names()],
    specs: (ruleSets) => [...tools.specs(ruleSets), ...others.specs(ruleSets)],
    taken: taken.names(),
  }
}

/** By code units, so that the order is the same everywhere. */
function sorted(tools: readonly Tool[]): readonly Tool[] {
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
