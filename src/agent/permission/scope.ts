/** Invariants of place, checked before every rule and in every mode. */
import { HOME, MEMORY, RESULTS, WORKSPACE_ROOT, isWithin, relativeTo } from '../../sandbox/contract/path.ts'
import { isInGitFolder } from '../../sandbox/contract/git-folder.ts'
import { isSteeringFile } from '../../sandbox/contract/steering-file.ts'
import type { PathUse, PermissionState, ToolCheck } from './contract.ts'
import { isWithheldFile } from '../../sandbox/contract/withheld-file.ts'

/** Directories that calls may read without a question. */
const READABLE = [WORKSPACE_ROOT, '/tmp', HOME, RESULTS]
/** Directories that calls may write at all; anything else needs the user's word each time. */
const WRITABLE = [WORKSPACE_ROOT, '/tmp']

/** A write that no rule and no mode can allow: why, or undefined. */
export function protectedWrite(use: PathUse): string | undefined {
  if (use.access !== 'write') return undefined
  const paths = [use.path, use.real]
  const result = paths.find((candidate) => isWithin(candidate, RESULTS))
  if (result !== undefined) return `${result} is the result of an earlier call, which cannot be changed.`
  const path = paths.find((candidate) => isInGitFolder(candidate))
  if (path === undefined) return undefined
  return `${relativeTo(path)} belongs to git, which can be made to run it: only git commands change files under .git.`
}

/** A file that is not shown to the model unless the user says so each time: why, or undefined. */
export function withheldFile(use: PathUse): string | undefined {
  const path = [use.path, use.real].find(isWithheldFile)
  return path === undefined
    ? undefined
    : `${relativeTo(path)} holds secrets, so it is withheld from the model.`
}

/** Whether a question was about such a file: a user who allows it has seen its name. */
export function isAboutSecrets(reason: string): boolean {
  return /withheld from the model\.$/.test(reason)
}

export function isReadable(path: string): boolean {
  return READABLE.some((place) => isWithin(path, place))
}

/** Whether the path is a note, which no program of the sandbox reaches. */
export function isOfMemory({ path, real }: PathUse, { memory }: Pick<PermissionState, 'memory'>): boolean {
  return memory !== undefined && [path, real].every((candidate) => isWithin(candidate, MEMORY))
}

/** A write that asks even where a rule allows it: why, or undefined. */
export function guardedWrite(use: PathUse): string | undefined {
  if (use.access !== 'write') return undefined
  for (const path of new Set([use.path, use.real])) {
    if (!WRITABLE.some((place) => isWithin(path, place))) {
      return `${path} is outside the workspace, so it is not covered by checkpoints.`
    }
    if (isSteeringFile(path)) return `${relativeTo(path)} steers what agents, package managers or git do.`
  }
  return undefined
}

/** The own check of tools that only read. */
export function checkReads(paths: readonly PathUse[]): ToolCheck {
  const outside = paths.find(({ path, real }) => [path, real].some((candidate) => !isReadable(candidate)))
  if (outside === undefined) return { behavior: 'allow', reason: 'It only reads inside the workspace.' }
  return { behavior: 'ask', reason: `${outside.real} is outside the workspace.` }
}

/** Inside a scope that is rewound with the workspace, or is scratch space. */
export function staysInside(paths: readonly PathUse[]): boolean {
  return paths.every(({ path, real }) =>
    [path, real].every((candidate) => WRITABLE.some((place) => isWithin(candidate, place))),
  )
}
