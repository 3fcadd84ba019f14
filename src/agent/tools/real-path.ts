/** Where a path really leads, so that a symbolic link cannot lend a harmless name to a protected file. */
import type { Sandbox } from '../../sandbox/contract.ts'
import { dirname, join, normalize } from '../../sandbox/path.ts'
import { LINK_HOPS } from '../limits.ts'
import type { PathUse } from '../permission/contract.ts'
import type { Subject } from './contract.ts'

export async function realPaths(sandbox: Sandbox, subject: Subject): Promise<readonly PathUse[]> {
  const candidates = await Promise.all(
    (subject.writesIfThere ?? []).map(async (path) => {
      const { ok } = await sandbox.stat(path, { noFollow: true })
      return ok ? [{ access: 'write' as const, path }] : []
    }),
  )
  const uses = [
    ...candidates.flat(),
    ...(subject.reads ?? []).map((path) => ({ access: 'read' as const, path })),
    ...(subject.writes ?? []).map((path) => ({ access: 'write' as const, path })),
  ]
  return Promise.all(uses.map(async (use) => ({ ...use, real: await realPath(sandbox, use.path) })))
}

/**
 * Follows every link on the way, also where the end does not exist yet. A chain that does not end within
 * `LINK_HOPS` stays as it is: opening it fails.
 */
async function realPath(sandbox: Sandbox, path: string): Promise<string> {
  let waiting = normalize(path).split('/').filter(Boolean)
  let reached = '/'
  for (let hops = 0; waiting.length > 0;) {
    const [name = '', ...rest] = waiting
    const next = join(reached, name)
    const found = await sandbox.stat(next, { noFollow: true })
    if (!found.ok) return join(next, ...rest)
    const link = found.value.kind === 'symlink' ? await sandbox.readLink(next) : undefined
    if (link?.ok === true && ++hops <= LINK_HOPS) {
      const target = link.value.startsWith('/') ? normalize(link.value) : join(dirname(next), link.value)
      waiting = [...target.split('/').filter(Boolean), ...rest]
      reached = '/'
    } else {
      // A file that was written from a withheld one is judged as that one.
      if (found.value.withheld !== undefined) return found.value.withheld
      waiting = rest
      reached = next
    }
  }
  return reached
}
