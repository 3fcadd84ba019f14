/** One instruction file, as it is told: its text, and the files that it imports or names. */
import {
  dirname,
  HOME,
  isWithin,
  relativeTo,
  resolve,
  WORKSPACE_ROOT,
} from '../../../sandbox/contract/path.ts'
import type { InstructionFault, InstructionState } from '../../protocol/calls/instructions.ts'
import { isAddress, isPattern, namedInstructions } from './config-file.ts'
import type { FileInForce } from './instruction-source.ts'
import type { lookingThrough } from './look-through.ts'
import type { InstructionPlace } from './places.ts'
import type { readingRules } from './rule-file.ts'

/** Names of a file of settings are paths from the root, wherever it stands. */
const ROOT_FILE = 'opencode.json'

/** Why a file that is named cannot be told. */
export type LoadFault = Extract<
  InstructionState,
  | 'missing'
  | 'outside'
  | 'withheld'
  | 'denied'
  | 'too deep'
  | 'too many'
  | 'too large'
  | 'no text'
  | 'unfetched'
  | 'refused'
>

export interface LoadedFile {
  /** Without frontmatter and comments. */
  readonly text: string
  /** Paths that it imports, from the workspace's root, or absolute where they lie outside; and addresses. */
  readonly imports: readonly string[]
  /** Patterns of a rule that is meant for certain files. */
  readonly paths?: readonly string[]
  /** Something is wrong with it. */
  readonly fault?: InstructionFault
  /** It only names others, and its other settings are not instructions. */
  readonly isConfig?: boolean
}

/** Parsers with a limit for all files of one reading. */
export interface Readers {
  readonly lookThrough: ReturnType<typeof lookingThrough>
  readonly readRule: ReturnType<typeof readingRules>
}

export function loadedFile(
  { path, data, fault }: FileInForce,
  kind: InstructionPlace['kind'] | undefined,
  { lookThrough, readRule }: Readers,
): LoadedFile | LoadFault {
  if (data === undefined) return fault ?? 'missing'
  const source = textIn(data)
  if (source === undefined) return 'no text'
  if (kind === 'config') return namedBy(source)
  const { text: body, ...rule } = kind === 'rule' ? readRule(source) : { text: source }
  const { imports, ...looked } = lookThrough(body)
  // Paths of another place mean nothing here.
  const paths = isAddress(path) ? [] : imports.map((written) => targetOf(written, path))
  return { ...looked, imports: paths, ...rule }
}

/** Patterns stand among its imports as they are written. */
function namedBy(config: string): LoadedFile {
  const { names, ...rest } = namedInstructions(config)
  const imports = names.map((name) => (isAddress(name) || isPattern(name) ? name : targetOf(name, ROOT_FILE)))
  return { text: '', imports, isConfig: true, ...rest }
}

/** Undefined: it is no text in UTF-8. */
export function textIn(data: Uint8Array): string | undefined {
  if (data.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(data)
  } catch {
    return undefined
  }
}

function targetOf(written: string, importer: string): string {
  const path = written.startsWith('~/')
    ? resolve(written.slice(2), HOME)
    : resolve(written, dirname(resolve(importer)))
  return isWithin(path, WORKSPACE_ROOT) ? relativeTo(path) : path
}
