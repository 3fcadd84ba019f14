/** Places of the files that a command line touches, as far as it tells. */
import { HOME, WORKSPACE_ROOT, isWithin, relativeTo } from '../../../sandbox/contract/path.ts'
import { mayMatchWithheld } from '../../../sandbox/contract/withheld-file.ts'
import { guardedWrite, isReadable, protectedWrite, withheldFile } from '../scope.ts'
import { guardedAct } from './judge/acts.ts'
import { analyse, type Analysis, type Leaf } from './analysis.ts'
import { isPlain, steeringCandidates, type Stars } from './words/guarded-pattern.ts'

/** They say that a file is there, how large it is, not what is in it. */
const NAMING = /^(ls|stat|du|file|wc|test|\[|realpath|readlink|basename|dirname|tree|find|echo|printf)$/

/** A write that no rule may allow, as a file tool's would not be; only what the line says for sure. */
export function guardedCommand(command: string, cwd: string | undefined): string | undefined {
  const { leaves, stars = 'shell' } = analyse(command, cwd)
  for (const { touches, words, acts = [], steers } of leaves) {
    if (steers !== undefined) return `${words[0] ?? 'A command in it'} ${steers}.`
    const act = guardedAct(acts, stars)
    if (act !== undefined) return namedReason(act.path, act.kind)
    const whole = wholeTree(words, touches)
    if (whole !== undefined) return namedReason(`${whole}/.git`, 'git')
    for (const { access, paths, isPattern, like } of touches) {
      const named = access === 'write' ? guardedPattern(like ?? [], stars) : undefined
      if (named !== undefined) return named
      for (const path of paths ?? []) {
        const use = { access, path, real: path } as const
        const hides =
          isPattern && !NAMING.test(words[0] ?? '') && mayMatchWithheld(path)
            ? `${path} names files that hold secrets; they are withheld from the model.`
            : undefined
        const reason =
          access === 'write' ? (protectedWrite(use) ?? guardedWrite(use)) : (withheldFile(use) ?? hides)
        if (reason !== undefined) return reason
      }
    }
  }
  return undefined
}

/** A folder with git's own in it, all of which is changed where it lies. */
function wholeTree([name = '', ...args]: Leaf['words'], touches: Leaf['touches']): string | undefined {
  const options = args.filter((word) => word?.startsWith('-') === true).join(' ')
  const changes = CHANGING_BELOW.get(name.split('/').at(-1) ?? '')
  if (changes?.test(options) !== true) return undefined
  return touches
    .flatMap(({ access, paths }) => (access === 'write' ? (paths ?? []) : []))
    .find((path) => isWithin(WORKSPACE_ROOT, path))
}

const CHANGING_BELOW: ReadonlyMap<string, RegExp> = new Map([
  ...['chmod', 'chown', 'chgrp'].map((name) => [name, /(^| )-(?!-)\S*R|--rec/] as const),
  ...['gzip', 'gunzip'].map((name) => [name, /(^| )-(?!-)\S*r|--rec/] as const),
  ['zip', /(^| )-(?!-)\S*m|--move/],
])

function guardedPattern(patterns: readonly string[], stars: Stars): string | undefined {
  const found = guardedAct(
    patterns.map((path) => ({ path, stars })),
    stars,
  )
  return found === undefined ? undefined : namedReason(found.path, found.kind)
}

export function namedReason(path: string, kind: 'git' | 'steering'): string {
  const shown = path.startsWith('/') ? relativeTo(path) : path
  return kind === 'git'
    ? `${shown} names files of git, which can be made to run them: only git commands change files under .git.`
    : `${shown} names files that steer what agents, package managers or git do.`
}

/** Whether all that it reads is known, and lies where anything may be read. */
export function readsInside({ leaves }: Analysis): boolean {
  return leaves.every(({ touches }) => touches.every(({ paths }) => paths?.every(isReadable) === true))
}

/** A place that it may write and that is not known: why, or undefined. */
export function unknownWrite({ leaves }: Analysis): string | undefined {
  const leaf = leaves.find(({ touches }) =>
    touches.some(({ access, paths }) => access === 'write' && paths === undefined),
  )
  return leaf === undefined
    ? undefined
    : `It cannot be told which files ${leaf.words[0] ?? 'it'} writes: ${leaf.text}`
}

/** All there is, or all of the project: no mode allows that, and no rule. */
export function destroysEverything(command: string, cwd: string | undefined): string | undefined {
  for (const leaf of analyse(command, cwd).leaves) {
    if (!deletesBelow(leaf)) continue
    const everything = leaf.touches
      .flatMap(({ access, paths }) => (access === 'write' ? (paths ?? []) : []))
      .find((path) => isEverything(path))
    if (everything !== undefined)
      return `${leaf.text} deletes all of ${everything}: the user does that, not the agent.`
  }
  return undefined
}

function deletesBelow({ words }: Leaf): boolean {
  const name = (words[0] ?? '').split('/').at(-1)
  if (name === 'rm') return words.some((word) => word !== undefined && /^-[a-zA-Z]*[rR]|^--r/.test(word))
  if (name === 'find') return words.includes('-delete')
  return name === 'shred' || name === 'mv'
}

function isEverything(path: string): boolean {
  const place = path.replace(/(\/(\*|\.\*|\{\*,\.\*\}))+$/, '') || '/'
  return place === '/' || place === HOME || place === WORKSPACE_ROOT || isWithin(WORKSPACE_ROOT, place)
}

/** Files whose names are followed through links; a line that names more is judged by the names alone. */
const FOLLOWED = 24

/** The folder of a pattern, as far as it is written out: it may be a link. */
function folderOf(pattern: string): readonly string[] {
  const names = pattern.split('/').slice(0, -1)
  const at = names.findIndex((name) => !isPlain(name))
  const folder = (at < 0 ? names : names.slice(0, at)).join('/')
  return isWithin(folder, WORKSPACE_ROOT) && folder !== WORKSPACE_ROOT ? [folder] : []
}

/** The files that a line names, so that a link in the workspace cannot lend a harmless name. */
export function placesOf(
  command: string,
  cwd: string,
): {
  readonly reads: readonly string[]
  readonly writes: readonly string[]
  /** Written, too, where they are there: a pattern matches them by the way. */
  readonly writesIfThere: readonly string[]
  /** Patterns of what is written: a link in the workspace may match. */
  readonly writesLike: readonly string[]
} {
  const touches = analyse(command, cwd).leaves.flatMap((leaf) => leaf.touches)
  const patterns = touches.flatMap(({ access, paths, isPattern, like }) =>
    access === 'write' ? [...(isPattern ? (paths ?? []) : []), ...(like ?? [])] : [],
  )
  const matched = patterns.flatMap((pattern) => [...steeringCandidates(pattern), ...folderOf(pattern)])
  const named = (access: 'read' | 'write') =>
    [
      ...new Set(
        touches.flatMap((touch) =>
          touch.access === access
            ? (touch.paths ?? []).filter((path) => !touch.isPattern || isPlain(path))
            : [],
        ),
      ),
    ].slice(0, FOLLOWED)
  const writesIfThere = [...new Set(matched)].slice(0, FOLLOWED)
  const writesLike = [...new Set(patterns)].slice(0, FOLLOWED)
  return { reads: named('read'), writes: named('write'), writesIfThere, writesLike }
}
