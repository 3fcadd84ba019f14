/** Packages of a lock file to install, without those that are omitted or for other platforms. */
import satisfies from 'semver/functions/satisfies.js'
import { isRecord } from '../../page/fields.ts'
import type { LockEntry } from './lock-file.ts'
import type { LockEdge, LockGraph, LockNode } from './lock-graph.ts'

export interface Platform {
  readonly os: string
  readonly cpu: string
  readonly node: string
  readonly npm: string
}

/** Packages to install, by location; undefined when npm's own client would report a problem. */
export function installPlan(
  { nodes }: LockGraph,
  { platform, omit }: { readonly platform: Platform; readonly omit: ReadonlySet<string> },
): ReadonlyMap<string, LockEntry> | undefined {
  const left = new Set<LockNode>()
  for (const node of nodes.values()) {
    if (node.location === '' || node.target !== undefined) continue
    const { entry } = node
    if (isOmitted(node, omit)) left.add(node)
    // Bundled packages come with the archive of another one.
    if (entry.inBundle === true) continue
    if (runsOn(entry, platform)) continue
    if (entry.optional !== true) return undefined
    for (const other of optionalSet(node)) left.add(other)
  }
  const plan = new Map<string, LockEntry>()
  for (const [location, node] of nodes)
    if (location !== '' && !isBelow(left, nodes, location)) plan.set(location, node.entry)
  return plan
}

/** Packages within an omitted package are omitted with it. */
function isBelow(
  left: ReadonlySet<LockNode>,
  nodes: ReadonlyMap<string, LockNode>,
  location: string,
): boolean {
  for (let at = location; at !== ''; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    const node = nodes.get(at)
    if (node !== undefined && left.has(node)) return true
  }
  return false
}

function isOmitted({ location, entry }: LockNode, omit: ReadonlySet<string>): boolean {
  if (!location.includes('node_modules/')) return false
  return (
    (entry.peer === true && omit.has('peer')) ||
    (entry.dev === true && omit.has('dev')) ||
    (entry.optional === true && omit.has('optional')) ||
    (entry.devOptional === true && omit.has('dev') && omit.has('optional'))
  )
}

function runsOn({ os, cpu, libc, engines }: LockEntry, platform: Platform): boolean {
  const fits = (list: LockEntry['os'], value: string): boolean => list === undefined || isListed(list, value)
  if (!fits(os, platform.os) || !fits(cpu, platform.cpu) || libc !== undefined) return false
  const satisfied = (name: string, version: string): boolean => {
    const range = isRecord(engines) ? engines[name] : undefined
    return typeof range !== 'string' || range === '' || satisfies(version, range, { includePrerelease: true })
  }
  return satisfied('node', platform.node) && satisfied('npm', platform.npm)
}

/** None of those with a `!` before them, and one of the others if there are any. */
function isListed(list: string | readonly string[], value: string): boolean {
  const names = typeof list === 'string' ? [list] : list
  if (names.length === 1 && names[0] === 'any') return true
  if (names.includes(`!${value}`)) return false
  return names.includes(value) || names.every((name) => name.startsWith('!'))
}

/**
 * Packages to leave out when an optional one cannot be installed: all that need it, up to the optional
 * dependency, and those that only these need.
 */
function optionalSet(node: LockNode): ReadonlySet<LockNode> {
  const set = new Set([node])
  for (const one of set) for (const edge of one.edgesIn) if (!isOptional(edge)) set.add(edge.from)
  for (const one of set)
    for (const edge of one.edgesOut) if (edge.to !== undefined && !isOptional(edge)) set.add(edge.to)
  for (let changed = true; changed;) {
    changed = false
    for (const one of set) {
      if (one.edgesIn.every((edge) => isOptional(edge) || set.has(edge.from))) continue
      set.delete(one)
      changed = true
    }
  }
  return set
}

function isOptional({ type }: LockEdge): boolean {
  return type === 'optional' || type === 'peerOptional'
}
