/** After an installation: what stands in for its native packages is installed with them, while the registry can be reached. */
import type { ExecResult } from 'just-bash/browser'
import { fieldsOf } from '../../../../page/fields.ts'
import { ifThere, textIfThere } from '../../../if-there.ts'
import type { FileSyscalls } from '../../../syscalls.ts'
import { installedName } from '../../../npm/lock-file.ts'
import { hasOwnBuild, installArguments, nativePackage, replacementFor } from '../../../npm/native-packages.ts'
import type { Replacement } from '../../../npm/native-packages.ts'
import type { CommandContext } from '../../just-bash.ts'
import { changedContext } from '../frame/changed-context.ts'

/** A command line of npm's that installs. */
export interface InstallCommand {
  readonly args: readonly string[]
  /** The folder of `--prefix`, or the one it is run in. */
  readonly directory: string
  readonly context: CommandContext
}

/** Installs missing replacements; returns a message, empty if there are none. */
export async function installReplacements(
  { root, context }: { readonly root: string; readonly context: CommandContext },
  install: (command: InstallCommand) => Promise<ExecResult>,
): Promise<string> {
  const missing = missingReplacements(context.host.kernel.syscalls, root)
  const [first] = missing
  if (!first) return ''
  const specs = missing.map(({ spec }) => spec)
  const args = installArguments(first.project, specs)
  context.host.kernel.syscalls.mkdir(first.project, 0o755, true)
  const live = { ...context.live, stdout: null, stderr: null }
  const quiet = changedContext(context, { cwd: first.project, live })
  const { exitCode } = await install({ args, directory: first.project, context: quiet })
  const names = missing.map(({ name }) => name).join(', ')
  if (exitCode === 0) return `npm notice Runs as WebAssembly or JavaScript here: ${names}\n`
  return `npm warn What stands in for native programs could not be installed (${names}); it is tried again when they are used.\n`
}

function missingReplacements(files: FileSyscalls, root: string): (Replacement & { name: string })[] {
  const modules = `${root}/node_modules`
  const found = new Map<string, Replacement & { name: string }>()
  const add = (name: string, { native, version }: { native: string; version: unknown }): void => {
    const entry = nativePackage(native)
    if (!entry || typeof version !== 'string') return
    const replacement = replacementFor(entry, version, modules)
    if (!ifThere(() => files.stat(`${replacement.project}/node_modules/${replacement.alias}/package.json`)))
      found.set(replacement.alias, { ...replacement, name })
  }
  for (const [path, installed] of installedPackages(files, modules)) {
    const { version, optionalDependencies } = fieldsOf(installed)
    const listed = fieldsOf(optionalDependencies)
    const name = installedName(path)
    add(name, { native: name, version })
    for (const [native, wanted] of Object.entries(listed)) {
      const entry = nativePackage(native)
      if (entry && !hasOwnBuild(entry, listed)) add(name, { native, version: wanted })
    }
  }
  return [...found.values()]
}

/** Packages by their paths, as npm's client notes what it has installed. */
function installedPackages(files: FileSyscalls, modules: string): readonly [path: string, unknown][] {
  const text = textIfThere(files, `${modules}/.package-lock.json`) ?? '{}'
  try {
    return Object.entries(fieldsOf(fieldsOf(JSON.parse(text))['packages']))
  } catch (error) {
    if (error instanceof SyntaxError) return []
    throw error
  }
}
