/** Which programs `npx` finds in the project, so that it fetches nothing. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { WORKSPACE_ROOT, dirname, isWithin, join } from '../../../sandbox/contract/path.ts'
import { fetchedPrograms } from '../../permission/shell/reason-to-ask.ts'
import type { Subject } from '../contract.ts'

/** Only those that are there in every directory in which the command may call them. */
export async function installedPrograms(
  sandbox: Pick<Sandbox, 'stat'>,
  { command, cwd }: Pick<Subject, 'command' | 'cwd'>,
): Promise<readonly string[]> {
  if (command === undefined) return []
  const called = fetchedPrograms(command, cwd)
  const found = await Promise.all(
    called.map(async ({ name, directories }) => {
      const isThere = await Promise.all((directories ?? []).map((from) => isInstalled(sandbox, name, from)))
      return { name, isThere: directories !== undefined && !isThere.includes(false) }
    }),
  )
  const missing = new Set(found.filter(({ isThere }) => !isThere).map(({ name }) => name))
  return [...new Set(called.map(({ name }) => name))].filter((name) => !missing.has(name))
}

/** In the directory, or in one above it within the workspace, as npm looks. */
async function isInstalled(sandbox: Pick<Sandbox, 'stat'>, name: string, from: string): Promise<boolean> {
  for (let place = from; isWithin(place, WORKSPACE_ROOT); place = dirname(place)) {
    const found = await sandbox.stat(join(place, 'node_modules', '.bin', name))
    if (found.ok) return found.value.kind === 'file'
    if (place === WORKSPACE_ROOT) return false
  }
  return false
}
