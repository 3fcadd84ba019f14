/** Names of a file's version: its content, whether it can be run, and whether it is a link. */
import type { TreeFile } from '../../../sandbox/contract/contract.ts'

export const NO_FILE = 'none'

export function versionOf(file: Pick<TreeFile, 'kind' | 'hash' | 'mode'> | undefined): string {
  if (file === undefined) return NO_FILE
  if (file.kind === 'symlink') return `${file.hash}@`
  return (file.mode & 0o111) === 0 ? file.hash : `${file.hash}+x`
}

/** Undefined: there is no file in this version. */
export function fileOf(version: string): Pick<TreeFile, 'kind' | 'hash' | 'mode'> | undefined {
  if (version === NO_FILE) return undefined
  const hash = version.slice(0, 64)
  if (version.endsWith('@')) return { kind: 'symlink', hash, mode: 0o777 }
  return { kind: 'file', hash, mode: version.endsWith('+x') ? 0o755 : 0o644 }
}
