/** Resolves symbolic links, so that a link cannot lend a harmless name to a protected file. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { dirname, join, normalize } from '../../../sandbox/contract/path.ts'
import { LINK_HOPS } from '../../limits.ts'
import type { PathUse } from '../../permission/contract.ts'
import { ANY, isPlain, mayMatch } from '../../permission/shell/words/guarded-pattern.ts'
import type { Subject } from '../contract.ts'

/** Links that one pattern matches; of more of them these are enough. */
const LINKS = 24

export async function realPaths(sandbox: Sandbox, subject: Subject): Promise<readonly PathUse[]> {
  const candidates = await Promise.all(
    (subject.writesIfThere ?? []).map(async (path) => {
      const { ok } = await sandbox.stat(path, { noFollow: true })
      return ok ? [{ access: 'write' as const, path }] : []
    }),
  )
  const links = await Promise.all((subject.writesLike ?? []).map((pattern) => linksLike(sandbox, pattern)))
  const uses = [
    ...candidates.flat(),
    ...links.flat().map((path) => ({ access: 'write' as const, path })),
    ...(subject.reads ?? []).map((path) => ({ access: 'read' as const, path })),
    ...(subject.writes ?? []).map((path) => ({ access: 'write' as const, path })),
  ]
  return Promise.all(uses.map(async (use) => ({ ...use, real: await realPath(sandbox, use.path) })))
}

/** The links that the first name of a pattern matches which is not written out, with the names below. */
async function linksLike(sandbox: Sandbox, pattern: string): Promise<readonly string[]> {
  const names = pattern.split('/')
  const at = names.findIndex((name) => !isPlain(name))
  const name = names[at]
  // A search passes by links.
  if (name === undefined || name.includes(ANY)) return []
  const folder = names.slice(0, at).join('/') || '/'
  const found = await sandbox.list(folder)
  if (!found.ok) return []
  return found.value
    .filter((entry) => entry.kind === 'symlink' && mayMatch(name, entry.name))
    .slice(0, LINKS)
    .map((entry) => [folder, entry.name, ...names.slice(at + 1)].join('/'))
}

/**
 * Follows every link on the way, also where the end does not exist yet. A chain that does not end within
 * `LINK_HOPS` stays as it is: opening it fails.
 */
export async function realPath(sandbox: Pick<Sandbox, 'stat' | 'readLink'>, path: string): Promise<string> {
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
