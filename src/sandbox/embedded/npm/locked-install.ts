/**
 * Installs what a lock file says, as npm's own client would: fetched in parallel, checked, unpacked, linked. It does the
 * plain case only, and leaves all else (and every error, whose words are npm's) to the client, with nothing changed.
 */
import { ifThere, textIfThere } from '../if-there.ts'
import type { AsyncSyscalls, FileSyscalls } from '../syscalls.ts'
import { binLinks, type BinLink } from './bin-links.ts'
import { installPlan, type Platform } from './install-plan.ts'
import type { InstallSettings } from './install-settings.ts'
import { installedPackages } from './installed-packages.ts'
import { indentOf, installedName, readLockFile, type LockEntry, type LockFile } from './lock-file.ts'
import { graphOf, isWhole, reachable } from './lock-graph.ts'
import { readProject, type Project } from './project.ts'
import { archiveUrl, type RegistryNames } from './archive-url.ts'

export interface InstallTools {
  readonly files: FileSyscalls
  readonly placePackages: AsyncSyscalls['placePackages']
  readonly platform: Platform
  readonly registries: RegistryNames
}

export interface InstallRequest {
  /** The project's folder. */
  readonly root: string
  readonly settings: InstallSettings
  /** Removes all installed packages first. */
  readonly isClean: boolean
  /** Installed packages, if known already. */
  readonly installed?: ReadonlyMap<string, LockEntry>
  /** The command line, for the user's eyes. */
  readonly command: string
}

export interface InstallSummary {
  readonly added: number
  readonly removed: number
  readonly changed: number
  /** Lines of what npm warns of. */
  readonly deprecated: readonly string[]
}

type Plan = ReadonlyMap<string, LockEntry>

/** Undefined where npm's own client is to do it; then nothing is changed. */
export async function installFromLock(
  tools: InstallTools,
  request: InstallRequest,
): Promise<InstallSummary | undefined> {
  const { files } = tools
  const { root } = request
  const text = textIfThere(files, `${root}/package-lock.json`) ?? ''
  const lock = readLockFile(text)
  const project = lock && readProject(files, root, lock)
  const plan = project && lock && planOf(tools, request, { lock, project })
  if (lock === undefined || project === undefined || plan === undefined) return undefined
  const before = request.isClean
    ? new Map<string, LockEntry>()
    : (request.installed ?? installedPackages(files, root))
  if (before === undefined) return undefined
  const change = changeOf(before, plan)
  const placed = await place(tools, request, { change, plan, project })
  if (!placed) return undefined
  link(files, root, { before, wanted: binLinks(withTargets(plan)) })
  if (plan.size > 0 || before.size > 0)
    writeHiddenLock(files, root, { lock, plan, project, indent: indentOf(text) })
  return {
    added: countOf(change.added, plan),
    removed: countOf(change.removed, before),
    changed: change.changed,
    deprecated: deprecations(change.fresh, plan),
  }
}

function planOf(
  { platform }: InstallTools,
  { settings }: InstallRequest,
  { lock, project }: { lock: LockFile; project: Project },
): Plan | undefined {
  const graph = graphOf(lock, {
    legacyPeers: settings.legacyPeers,
    overrides: project.overrides,
    workspaces: project.workspaces,
  })
  if (graph === undefined || !isWhole(graph)) return undefined
  const needed = reachable(graph)
  for (const node of graph.nodes.values()) {
    const { entry } = node
    if (!needed.has(node) && entry.inBundle !== true) return undefined
    if (entry.extraneous === true || entry.hasShrinkwrap === true) return undefined
  }
  return installPlan(graph, { platform, omit: settings.omit })
}

interface Change {
  readonly added: readonly string[]
  readonly removed: readonly string[]
  readonly changed: number
  /** All that is to be put in place, what lies within something new included. */
  readonly fresh: readonly string[]
}

function changeOf(before: Plan, plan: Plan): Change {
  const added = [...plan.keys()].filter((location) => !before.has(location))
  const removed = [...before.keys()].filter((location) => !plan.has(location))
  const changed = [...plan]
    .filter(([location]) => isInstalled(location))
    .flatMap(([location, entry]) => {
      const old = before.get(location)
      return old !== undefined && !isSame(old, entry) ? [location] : []
    })
  const replaced = new Set(changed)
  const fresh = [...plan.keys()].filter(
    (location) => !before.has(location) || replaced.has(location) || isWithin(location, replaced),
  )
  return { added, removed, changed: changed.length, fresh }
}

/** As npm counts: what came in another's archive is not a package more. */
function countOf(locations: readonly string[], plan: Plan): number {
  return locations.filter((location) => isInstalled(location) && plan.get(location)?.inBundle !== true).length
}

/** Not a folder of the project's own. */
function isInstalled(location: string): boolean {
  return location.includes('node_modules/')
}

function isSame(one: LockEntry, other: LockEntry): boolean {
  return one.version === other.version && one.integrity === other.integrity && one.link === other.link
}

function isWithin(location: string, folders: ReadonlySet<string>): boolean {
  for (let at = location.lastIndexOf('/'); at > 0; at = location.lastIndexOf('/', at - 1))
    if (folders.has(location.slice(0, at))) return true
  return false
}

async function place(
  { files, placePackages, registries }: InstallTools,
  { root, settings, isClean, command }: InstallRequest,
  { change, plan, project }: { change: Change; plan: Plan; project: Project },
): Promise<boolean> {
  const packages = []
  const links: (readonly [path: string, target: string])[] = []
  for (const location of change.fresh) {
    const entry = plan.get(location)
    // A folder of the project's own, or what comes in another's archive.
    if (entry === undefined || !isInstalled(location) || entry.inBundle === true) continue
    if (entry.link === true) {
      links.push([location, entry.resolved ?? ''])
      continue
    }
    const url = archiveUrl({ location, entry }, registries, settings.registry)
    if (url === undefined || entry.integrity === undefined) return false
    packages.push({ url, integrity: entry.integrity, path: `${root}/${location}` })
  }
  const remove = isClean
    ? ['', ...project.workspaces.values()].flatMap((folder) => contentsOf(files, `${root}/${folder}`))
    : change.removed.filter(isInstalled).map((location) => `${root}/${location}`)
  const outcome = await placePackages({ packages, remove, command, offline: settings.offline })
  if (outcome.type === 'failed') return false
  for (const [location, target] of links) linkFolder(files, root, { location, target })
  return true
}

/** Installed packages in that folder. */
function contentsOf(files: FileSyscalls, folder: string): string[] {
  const modules = `${folder.replace(/\/$/, '')}/node_modules`
  const entries = ifThere(() => files.readdir(modules)) ?? []
  return entries.map(({ name }) => `${modules}/${name}`)
}

function linkFolder(
  files: FileSyscalls,
  root: string,
  { location, target }: { location: string; target: string },
): void {
  const path = `${root}/${location}`
  files.mkdir(path.slice(0, path.lastIndexOf('/')), 0o755, true)
  replaceLink(files, path, `${'../'.repeat(location.split('/').length - 1)}${target}`)
}

function replaceLink(files: FileSyscalls, path: string, target: string): void {
  if (ifThere(() => files.lstat(path)) !== undefined) files.removeTree(path)
  files.symlink(target, path)
}

/** A link has the programs of what it leads to. */
function withTargets(plan: Plan): (readonly [location: string, entry: LockEntry])[] {
  return [...plan].map(([location, entry]) => [
    location,
    entry.link === true ? (plan.get(entry.resolved ?? '') ?? entry) : entry,
  ])
}

/** Links of programs that are gone go, and those of what is there are made. */
function link(
  files: FileSyscalls,
  root: string,
  { before, wanted }: { before: Plan; wanted: readonly BinLink[] },
): void {
  const names = new Set(wanted.map(({ path }) => path))
  for (const { path } of binLinks(withTargets(before))) {
    const gone = `${root}/${path}`
    if (!names.has(path) && ifThere(() => files.lstat(gone)) !== undefined) files.unlink(gone)
  }
  for (const { path, target, file } of wanted) {
    const program = ifThere(() => files.stat(`${root}/${file}`))
    // npm makes no link to what is not there, and says nothing of it.
    if (program === undefined) continue
    const at = `${root}/${path}`
    if (ifThere(() => files.readlink(at)) === target) continue
    files.mkdir(at.slice(0, at.lastIndexOf('/')), 0o755, true)
    replaceLink(files, at, target)
    makeRunnable(files, `${root}/${file}`)
  }
}

/** With Unix's line end after its first line, without which no interpreter is found. */
function makeRunnable(files: FileSyscalls, path: string): void {
  files.chmod(path, 0o755)
  if (files.stat(path).kind !== 'file') return
  const text = files.readFile(path)
  const end = text.indexOf(10)
  if (text[0] !== 35 || text[1] !== 33 || end < 1 || text[end - 1] !== 13) return
  const fixed = new Uint8Array(text.length - 1)
  fixed.set(text.subarray(0, end - 1))
  fixed.set(text.subarray(end), end - 1)
  files.writeFile(path, fixed)
}

/** Writes npm's record of the installed packages, last: npm trusts it only when nothing is younger. */
function writeHiddenLock(
  files: FileSyscalls,
  root: string,
  { lock, plan, project, indent }: { lock: LockFile; plan: Plan; project: Project; indent: string },
): void {
  const { version } = lock
  const data = {
    name: project.name,
    ...(version === undefined ? {} : { version }),
    lockfileVersion: 3,
    requires: true,
    packages: Object.fromEntries(plan),
  }
  if (ifThere(() => files.stat(`${root}/node_modules`)) === undefined) return
  const text = `${JSON.stringify(data, null, indent)}\n`
  files.writeFile(`${root}/node_modules/.package-lock.json`, new TextEncoder().encode(text))
}

function deprecations(fresh: readonly string[], plan: Plan): string[] {
  return fresh.flatMap((location) => {
    const { deprecated, version = '', name } = plan.get(location) ?? {}
    if (deprecated === undefined || deprecated === '') return []
    return [`${name ?? installedName(location)}@${version}: ${deprecated}`]
  })
}
