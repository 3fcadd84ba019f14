/** Names to tools, and what of them the model is told. */
import type { ToolSpec } from '../../model/contract.ts'
import type { RuleSet } from '../../permission/contract.ts'
import { isForbidden } from '../../permission/match.ts'
import type { Tool } from '../contract.ts'
import type { ToolLookup } from '../deps.ts'

export interface ToolRegistry extends ToolLookup {
  /** Sorted by name and byte-stable; without what is switched off or denied as a whole. */
  specs(ruleSets: readonly RuleSet[]): readonly ToolSpec[]
}

/**
 * Aliases count for built-in tools only, so that nobody gets calls by claiming a name. Two tools of one
 * name are a bug of the caller.
 */
export function createRegistry(builtIn: readonly Tool[], others: readonly Tool[] = []): ToolRegistry {
  const byName = new Map<string, Tool>()
  for (const tool of [...sorted(builtIn), ...sorted(others)]) {
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
  const byAlias = new Map(builtIn.flatMap((tool) => tool.aliases.map((alias) => [alias, tool] as const)))
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
  }
}

/** The same tools and these, at the end of the list: earlier tools keep their bytes. */
export function withTools(tools: ToolRegistry, more: readonly Tool[]): ToolRegistry {
  if (more.length === 0) return tools
  const others = createRegistry([], more)
  return {
    find: (name) => others.find(name) ?? tools.find(name),
    names: () => [...tools.names(), ...others.names()],
    specs: (ruleSets) => [...tools.specs(ruleSets), ...others.specs(ruleSets)],
  }
}

/** By code units, so that the order is the same everywhere. */
function sorted(tools: readonly Tool[]): readonly Tool[] {
  return tools.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
