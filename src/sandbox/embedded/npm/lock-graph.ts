/** Dependency graph of a lock file: every dependency with the place that answers it. */
import satisfies from 'semver/functions/satisfies.js'
import validRange from 'semver/ranges/valid.js'
import { join } from '../../contract/path.ts'
import type { Dependencies, LockEntry, LockFile } from './lock-file.ts'

type EdgeType = 'prod' | 'dev' | 'optional' | 'peer' | 'peerOptional' | 'workspace'

export interface LockEdge {
  readonly from: LockNode
  readonly name: string
  readonly spec: string
  readonly type: EdgeType
  readonly to: LockNode | undefined
}

export interface LockNode {
  readonly location: string
  readonly entry: LockEntry
  readonly edgesOut: LockEdge[]
  readonly edgesIn: LockEdge[]
  /** Folder that a link leads to. */
  target?: LockNode
}

export interface LockGraph {
  readonly root: LockNode
  readonly nodes: ReadonlyMap<string, LockNode>
}

export interface GraphOptions {
  /** Peers are nobody's dependencies. */
  readonly legacyPeers: boolean
  /** Versions that replace the requested ones, for all packages. */
  readonly overrides: Dependencies
  /** Names and folders of the project's own packages. */
  readonly workspaces: ReadonlyMap<string, string>
}

export function graphOf(lock: LockFile, options: GraphOptions): LockGraph | undefined {
  const nodes = new Map<string, LockNode>()
  for (const [location, entry] of Object.entries(lock.packages))
    nodes.set(location, { location, entry, edgesOut: [], edgesIn: [] })
  const root = nodes.get('')
  if (root === undefined) return undefined
  for (const node of nodes.values()) {
    const { link, resolved } = node.entry
    if (link !== true) continue
    const target = nodes.get(resolved ?? '')
    if (target === undefined || target === root) return undefined
    node.target = target
  }
  for (const node of nodes.values()) if (node.target === undefined) connect(nodes, node, options)
  return { root, nodes }
}

function connect(nodes: ReadonlyMap<string, LockNode>, from: LockNode, options: GraphOptions): void {
  for (const [name, { spec, type }] of wantedBy(from, options)) {
    const to = answerTo(nodes, from.location, name)
    const edge: LockEdge = { from, name, spec, type, to }
    from.edgesOut.push(edge)
    to?.edgesIn.push(edge)
    // A dependant of a link depends on its target, too.
    to?.target?.edgesIn.push(edge)
  }
}

/** In npm's order: what is named twice counts as the later kind. */
function wantedBy(
  { location, entry }: LockNode,
  { legacyPeers, overrides, workspaces }: GraphOptions,
): Map<string, { spec: string; type: EdgeType }> {
  const wanted = new Map<string, { spec: string; type: EdgeType }>()
  const isProject = !/(^|\/)node_modules\//.test(location)
  const add = (list: Dependencies | undefined, typeOf: (name: string) => EdgeType): void => {
    for (const [name, spec] of Object.entries(list ?? {})) {
      if (wanted.get(name)?.type === 'workspace') continue
      const isOwn = location === ''
      const override = Object.hasOwn(overrides, name) && !isOwn ? overrides[name] : undefined
      wanted.set(name, { spec: override ?? spec, type: typeOf(name) })
    }
  }
  if (location === '')
    for (const [name, folder] of workspaces) wanted.set(name, { spec: `file:${folder}`, type: 'workspace' })
  const meta = entry.peerDependenciesMeta ?? {}
  if (!legacyPeers)
    add(entry.peerDependencies, (name) => (meta[name]?.optional === true ? 'peerOptional' : 'peer'))
  add(entry.dependencies, () => 'prod')
  add(entry.optionalDependencies, () => 'optional')
  if (isProject) add(entry.devDependencies, () => 'dev')
  return wanted
}

/** As Node looks: in the `node_modules` of every folder up to the project's. */
function answerTo(
  nodes: ReadonlyMap<string, LockNode>,
  location: string,
  name: string,
): LockNode | undefined {
  for (let at = location; ; at = at.slice(0, Math.max(at.lastIndexOf('/'), 0))) {
    if (!/(^|\/)node_modules$/.test(at)) {
      const found = nodes.get(`${at === '' ? '' : `${at}/`}node_modules/${name}`)
      if (found !== undefined) return found
    }
    if (at === '') return undefined
  }
}

/** Whether everything that is needed is there in a version that will do. */
export function isWhole({ nodes }: LockGraph): boolean {
  for (const { entry, edgesOut } of nodes.values()) {
    if (entry.acceptDependencies !== undefined) return false
    if (!edgesOut.every(isAnswered)) return false
  }
  return true
}

function isAnswered({ from, spec, type, to }: LockEdge): boolean {
  if (to === undefined) return type === 'optional' || type === 'peerOptional'
  return type === 'workspace' ? isLinkTo(to, from, spec) : isValid(to, from, spec)
}

/** False also for what only npm's own client can tell. */
function isValid(to: LockNode, from: LockNode, spec: string): boolean {
  const alias = /^npm:(?:@[^/]+\/)?[^@]+(?:@(.*))?$/.exec(spec)
  const wanted = (alias ? (alias[1] ?? '*') : spec).trim()
  if (wanted === '' || wanted === '*') return true
  if (/^(file:|link:|\.{0,2}\/)/.test(wanted)) return isLinkTo(to, from, wanted)
  // `workspace:` of pnpm and Yarn: one of the project's own packages, of any version.
  if (wanted.startsWith('workspace:')) return to.target !== undefined
  const { version } = to.target?.entry ?? to.entry
  if (validRange(wanted, true) !== null)
    return version !== undefined && satisfies(version, wanted, { loose: true })
  // A tag of the registry: which version it meant is what the lock file says.
  return /^[\w.-]+$/.test(wanted) && /^https?:/.test(to.entry.resolved ?? '')
}

function isLinkTo(to: LockNode, from: LockNode, spec: string): boolean {
  const path = spec.replace(/^(file|link):/, '')
  if (path.startsWith('/')) return false
  return to.target?.location === join(from.location, path).slice(1)
}

/** All that the project needs, itself included; a link with what it leads to. */
export function reachable({ root }: LockGraph): ReadonlySet<LockNode> {
  const found = new Set([root])
  for (const node of found) {
    if (node.target !== undefined) found.add(node.target)
    for (const { to } of node.edgesOut) if (to !== undefined) found.add(to)
  }
  return found
}
