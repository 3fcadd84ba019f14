/** The instructions that a file of opencode's settings names. Its other settings count for nothing here. */
import type { InstructionFault } from '../../protocol/calls/instructions.ts'
import stripJsonComments from 'strip-json-comments'
import { ruleMatcher } from './rule-file.ts'
import { CONFIG_INSTRUCTIONS, CONFIG_PATTERNS, RULE_PATTERN_CHARS } from '../../limits.ts'

export interface NamedInstructions {
  /** As they are written: paths from the workspace's root, patterns of such paths, and addresses. */
  readonly names: readonly string[]
  /** Something is wrong with it. */
  readonly fault?: InstructionFault
}

/** Comments and commas at the end of a list are allowed, as in the tool itself. */
export function namedInstructions(text: string): NamedInstructions {
  const read = settingsIn(text)
  if (read === undefined) return { names: [], fault: 'no JSON' }
  const { instructions = [] } = read
  if (!Array.isArray(instructions) || !instructions.every((name) => typeof name === 'string'))
    return { names: [], fault: 'no list' }
  const names = instructions.map((name) => name.trim()).filter((name) => name !== '')
  if (names.length > CONFIG_INSTRUCTIONS || names.some((name) => name.length > RULE_PATTERN_CHARS))
    return { names: [], fault: 'list too long' }
  if (names.filter(isPattern).length > CONFIG_PATTERNS) return { names: [], fault: 'list too long' }
  const addresses = names.filter(isAddress).map((name) => URL.parse(name))
  if (addresses.some((url) => url === null || url.username !== '' || url.password !== ''))
    return { names: names.filter((name) => !isAddress(name)), fault: 'bad address' }
  return { names: names.map(asAddress) }
}

/** Whether it is fetched, and so pinned by the user. */
export function isAddress(name: string): boolean {
  return /^https?:\/\//i.test(name)
}

/** Whether it may stand for several files. */
export function isPattern(name: string): boolean {
  return !isAddress(name) && /[*?{[]/.test(name)
}

/** The files among `paths` that it stands for. */
export function matchesOf(pattern: string, paths: readonly string[]): readonly string[] {
  const written = pattern.replace(/^(?:\.?\/)+/, '')
  const isMeant = ruleMatcher([`/${written}`])
  const [beginning = ''] = /^[^*?{[\\]*/.exec(written) ?? []
  return paths.filter((path) => path.startsWith(beginning) && isMeant(path))
}

function settingsIn(text: string): { readonly instructions?: unknown } | undefined {
  try {
    const read: unknown = JSON.parse(stripJsonComments(text, { trailingCommas: true }))
    return typeof read === 'object' && read !== null && !Array.isArray(read) ? read : undefined
  } catch {
    return undefined
  }
}

/** One spelling for each address. */
function asAddress(name: string): string {
  return isAddress(name) ? (URL.parse(name)?.href ?? name) : name
}
