/** Finds the replacement of a package that the browser cannot run; the table is `npm/native-packages.ts`. */
import { syscalls } from '../../context.ts'
import type { NodeContext } from '../../context.ts'
import { textIfThere } from '../../../if-there.ts'
import { pathOfUrl } from '../../file-url.ts'
import {
  hasOwnBuild,
  installArguments,
  nativePackage,
  replacementFor,
  splitRequest,
} from '../../../npm/native-packages.ts'
import type { NativePackage, Replacement } from '../../../npm/native-packages.ts'
import { nativeProgramText, unavailablePart } from '../../../npm/unavailable-packages.ts'
import type { UnavailablePackage } from '../../../npm/unavailable-packages.ts'

/** The request to resolve instead, and the `node_modules` that it is in. */
export type Redirect = readonly [request: string, folder: string]

interface Manifest {
  readonly version?: unknown
  readonly optionalDependencies?: Readonly<Record<string, unknown>>
}

/**
 * Undefined where the package is to be taken as it is. Installs what is not there yet. Throws where there is nothing that
 * could be asked for instead.
 */
export function findReplacement(
  context: NodeContext,
  request: string,
  from: string | undefined,
): Redirect | undefined {
  if (from === undefined || request.startsWith('.') || request.startsWith('/')) return undefined
  const split = splitRequest(request)
  if (!split) return undefined
  const entry = nativePackage(split.name)
  const missing = unavailablePart(split.name)
  if (!entry && !missing) return undefined
  const asker = pathOfUrl(from)
  const installed = folderOf(context, split.name, asker)
  if (missing) {
    const isPart = manifestAbove(context, asker)?.optionalDependencies?.[split.name] !== undefined
    if (installed !== undefined || isPart) throw unavailable(context, split.name, missing)
    return undefined
  }
  const replacement = entry && plan(context, entry, { name: split.name, asker, installed })
  if (!entry || !replacement) return undefined
  const folder = `${replacement.project}/node_modules`
  if (textIfThere(syscalls(context), `${folder}/${replacement.alias}/package.json`) === undefined)
    install(context, replacement, { name: split.name, entry })
  if (entry.program) placeProgram(context, entry.program, `${folder}/${replacement.alias}`)
  if (entry.adapter) return [adapterOf(context, entry.adapter, replacement), folder]
  return [replacement.alias + (split.rest === '' ? (entry.main ?? '') : split.rest), folder]
}

function plan(
  context: NodeContext,
  entry: NativePackage,
  { name, asker, installed }: { name: string; asker: string; installed: string | undefined },
): Replacement | undefined {
  const own = manifestAbove(context, asker)
  if (hasOwnBuild(entry, own?.optionalDependencies)) return undefined
  const listed = own?.optionalDependencies?.[name]
  // Part of the package that asks, or a package of its own that is there.
  const version = typeof listed === 'string' ? listed : installed && manifestIn(context, installed)?.version
  const place = installed ?? asker
  const at = place.indexOf('/node_modules/')
  if (typeof version !== 'string' || at < 0) return undefined
  return replacementFor(entry, version, place.slice(0, at + '/node_modules'.length))
}

/** Writes the script that is started in place of the program. */
function placeProgram(
  context: NodeContext,
  { path, runs }: { readonly path: string; readonly runs: string },
  folder: string,
): void {
  const sys = syscalls(context)
  const text = `#!/usr/bin/env node\nrequire(${JSON.stringify(runs)})\n`
  if (textIfThere(sys, `${folder}/${path}`) === text) return
  sys.writeFile(`${folder}/${path}`, new TextEncoder().encode(text), 0o755)
}

/** The request for the adapter's module, which lies beside the replacement. */
function adapterOf(
  context: NodeContext,
  adapter: (request: string) => string,
  { project, alias }: Replacement,
): string {
  const name = `${alias}.adapter.cjs`
  const path = `${project}/node_modules/${name}`
  const text = adapter(`./${alias}`)
  const sys = syscalls(context)
  if (textIfThere(sys, path) !== text) sys.writeFile(path, new TextEncoder().encode(text))
  return name
}

function install(
  context: NodeContext,
  { project, spec }: Replacement,
  { name, entry }: { name: string; entry: NativePackage },
): void {
  const sys = syscalls(context)
  const env = Object.fromEntries(
    // Variables of a surrounding `npm run` belong to another project.
    Object.entries({ ...context.process.env }).filter(
      ([key]) => key === 'npm_config_registry' || !/^(npm_|NODE_OPTIONS$)/.test(key),
    ),
  )
  sys.mkdir(project, 0o755, true)
  const argv = ['sh', '-c', 'exec npm "$@"', 'npm', ...installArguments(project, [spec])]
  const stdio = [{ type: 'null' }, { type: 'null' }, { type: 'inherit', fd: 2 }] as const
  const { pid } = sys.spawn({ argv, cwd: project, env, stdio })
  const { code } = sys.wait(pid)
  if (code === 0) return
  throw failure(
    `${name} is a program of the processor's own. Here its place is taken by ${entry.replacement}, which could not be installed. Run "npm install" when the package registry can be reached.`,
  )
}

/** Once a program: loaders ask for one part in several ways. */
const warned = new Set<UnavailablePackage>()

function unavailable(context: NodeContext, name: string, entry: UnavailablePackage): Error {
  const text = nativeProgramText(`${name} is`, entry.advice)
  if (entry.isSwallowed === true && !warned.has(entry)) {
    warned.add(entry)
    context.process.emitWarning(text, 'Warning', 'ERR_DLOPEN_FAILED')
  }
  return failure(text)
}

function failure(message: string): Error {
  return Object.assign(new Error(message), { code: 'ERR_DLOPEN_FAILED' })
}

/** Directory in which the package is installed for that file. */
function folderOf(context: NodeContext, name: string, asker: string): string | undefined {
  for (let at = asker.lastIndexOf('/'); at >= 0; at = asker.lastIndexOf('/', at - 1)) {
    const folder = `${asker.slice(0, at)}/node_modules/${name}`
    if (manifestIn(context, folder)) return folder
    if (at === 0) break
  }
  return undefined
}

/** The nearest package.json above a file. */
function manifestAbove(context: NodeContext, path: string): Manifest | undefined {
  for (let at = path.lastIndexOf('/'); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const manifest = manifestIn(context, path.slice(0, at))
    // Folders within a package have some that only say how their files are to be read.
    if (manifest?.version !== undefined) return manifest
  }
  return undefined
}

function manifestIn(context: NodeContext, folder: string): Manifest | undefined {
  const text = textIfThere(syscalls(context), `${folder}/package.json`)
  if (text === undefined) return undefined
  try {
    const manifest: unknown = JSON.parse(text)
    return typeof manifest === 'object' && manifest !== null ? manifest : undefined
  } catch {
    return undefined // said by whoever needs it
  }
}
