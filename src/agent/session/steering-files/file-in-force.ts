/** A file by its version in force, through links: where one leads to counts by itself, wherever in the workspace that is. */
import { dirname, isWithin, relativeTo, resolve, WORKSPACE_ROOT } from '../../../sandbox/contract/path.ts'
import type { FileInForce, HeldVersion } from '../../memory/instructions/instruction-source.ts'
import { fileOf } from './file-version.ts'

const LINKS_FOLLOWED = 8

export interface VersionsInForce {
  readonly version: string
  readonly inForce: string
  /** Absent where the version now is in force. */
  readonly change?: HeldVersion['change']
}

export interface TreeInForce {
  readonly versionsOf: (path: string) => Promise<VersionsInForce>
  readonly content: (version: string) => Promise<Uint8Array | undefined>
}

export async function fileInForce(
  path: string,
  tree: TreeInForce,
  hops = LINKS_FOLLOWED,
): Promise<FileInForce> {
  const { version, inForce, change } = await tree.versionsOf(path)
  const held = change && !hasEqualText(version, inForce) ? { held: { change, version } } : {}
  const content = await tree.content(inForce)
  if (content === undefined) return { path, ...held }
  if (fileOf(inForce)?.kind !== 'symlink') return { path, data: content, ...held }
  const target = resolve(new TextDecoder().decode(content), dirname(resolve(path)))
  if (hops === 0 || !isWithin(target, WORKSPACE_ROOT)) return { path, ...held }
  const led = await fileInForce(relativeTo(target), tree, hops - 1)
  return { ...led, ...held, path, target: led.target ?? led.path }
}

/** Only its mode is another one. */
function hasEqualText(one: string, other: string): boolean {
  const [a, b] = [fileOf(one), fileOf(other)]
  return a?.hash === b?.hash && a?.kind === b?.kind
}
