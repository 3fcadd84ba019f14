/** Paths as the model writes them, and as the tools show them. */
import { basename, dirname, join, relativeTo, resolve } from '../../../sandbox/contract/path.ts'
import { nearestName } from '../../protocol/text/nearest-name.ts'
import { NEAR_NAMES } from '../../limits.ts'
import type { ToolContext } from '../contract.ts'

/** Absolute and normalised; a relative path starts at the workspace root, whatever the shell's directory is. */
export function absolute(path: string): string {
  return resolve(path)
}

/** Short for what lies in the workspace, absolute else. */
export function shown(path: string): string {
  return relativeTo(path)
}

type Caller = Pick<ToolContext, 'sandbox' | 'turnId' | 'toolUseId'>

/** The error for a missing path: where it is missing, and which names are there instead. */
export async function missingPathText(context: Caller, path: string): Promise<string> {
  const parent = dirname(path)
  const siblings = await context.sandbox.list(parent)
  if (!siblings.ok) {
    return `${path} does not exist, nor does its directory ${parent}. Find it with Glob, e.g. pattern "**/${basename(path)}".`
  }
  const near = await nearPaths(
    context,
    path,
    siblings.value.map((entry) => entry.name),
  )
  const offer =
    near.length === 0
      ? `Find it with Glob, e.g. pattern "**/${basename(path)}".`
      : `Near it: ${near.join(', ')}.`
  return `${path} does not exist. ${offer}`
}

/** The same name elsewhere, then similar names in the same directory. */
async function nearPaths(context: Caller, path: string, siblings: readonly string[]): Promise<string[]> {
  const name = basename(path)
  const pattern = `**/${name.replace(/[[\]{}*?!\\]/g, '?')}`
  const id = `${context.turnId}/${context.toolUseId}/near`
  const elsewhere = await context.sandbox.glob({ id, pattern, limit: NEAR_NAMES })
  const found = elsewhere.ok ? elsewhere.value.paths : []
  const similar = similarNames(name, siblings).map((sibling) => join(dirname(path), sibling))
  return [...new Set([...found, ...similar])].slice(0, NEAR_NAMES).map(shown)
}

function similarNames(name: string, siblings: readonly string[]): string[] {
  const stem = (text: string) => text.replace(/\.[^.]*$/, '').toLowerCase()
  const sameStem = siblings.filter((sibling) => stem(sibling) === stem(name))
  const nearest = nearestName(name, siblings)
  return nearest === undefined ? sameStem : [...sameStem, nearest]
}
