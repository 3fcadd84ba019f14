/** Lines of ignore files, as git and ripgrep read them. */
import { globToRegExp } from './wildmatch.ts'

export interface IgnoreLine {
  readonly glob: string
  readonly negated: boolean
  readonly directoryOnly: boolean
}

/** A rule of an ignore file, compared with paths below the file's directory. */
export interface IgnoreRule {
  readonly pattern: RegExp
  readonly negated: boolean
  readonly directoryOnly: boolean
  /** Compared with the last name only. */
  readonly nameOnly: boolean
}

/** Undefined for a line that says nothing: an empty one, or one of blanks. Comments are the caller's to leave out. */
export function readIgnoreLine(line: string): IgnoreLine | undefined {
  let glob = line.replace(/(\\ )?[ ]*$/, (_, kept: string | undefined) => kept ?? '')
  const negated = glob.startsWith('!')
  if (negated) glob = glob.slice(1)
  const directoryOnly = glob.endsWith('/')
  if (directoryOnly) glob = glob.slice(0, -1)
  return glob === '' ? undefined : { glob, negated, directoryOnly }
}

export function ignoreRule({ glob, negated, directoryOnly }: IgnoreLine, ignoreCase: boolean): IgnoreRule {
  const nameOnly = !glob.includes('/')
  const pattern = globToRegExp(glob.replace(/^\//, ''), { pathname: !nameOnly, ignoreCase })
  return { pattern, negated, directoryOnly, nameOnly }
}

/** `below`: the path from the directory of the rules on; `name`: the last name of it. */
export function fitsRule(
  rule: IgnoreRule,
  { below, name, isDirectory }: { below: string; name: string; isDirectory: boolean },
): boolean {
  return (isDirectory || !rule.directoryOnly) && rule.pattern.test(rule.nameOnly ? name : below)
}
