/** `gc`, `repack`, `prune`, `prune-packed`, `pack-refs`, `maintenance run`: fewer files, and nothing that nobody needs. */
import { GitFailure } from '../../failure.ts'
import { neededObjects } from '../../needed-objects.ts'
import { parseOptions } from '../../options.ts'
import type { Repository } from '../../repository.ts'
import { parseDate } from '../../revision/parse-date.ts'
import { peel } from '../../revision/resolve.ts'
import type { Session } from '../../session.ts'
import { PackBuilder } from '../../store/pack-builder.ts'
import { looseObjects, ownPacks, removeLoose, removePack, writeLoose } from '../../store/tidy.ts'

/** As git's own: below these `gc --auto` does nothing. */
const AUTO_LOOSE = 6700
const AUTO_PACKS = 50

export async function gcCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, [
    'q,quiet',
    'auto',
    'aggressive',
    'prune=?',
    'no-prune',
    'force',
    'keep-largest-pack',
    'cruft',
    'no-cruft',
  ])
  for (const name of ['keep-largest-pack', 'cruft'])
    if (options.has(name)) throw new GitFailure(`gc --${name} is not supported in this sandbox's git`)
  const { repository } = session
  const { files, config, objects } = repository
  if (options.has('auto')) {
    const isSmall = looseObjects(files, objects.folder).length <= config.number('gc.auto', AUTO_LOOSE)
    const isFew = ownPacks(files, objects.folder).length <= config.number('gc.autopacklimit', AUTO_PACKS)
    if (isSmall && isFew) return 0
  }
  const given = options.value('prune') || config.get('gc.pruneexpire') || '2.weeks.ago'
  const expiry = options.has('no-prune') ? -Infinity : expiryOf(session, given)
  packRefs(repository, true)
  repack(repository, { expiry, all: true, removes: true })
  prune(session, { expiry, tells: false, removes: true })
  return 0
}

/** Milliseconds: what is older may go. */
function expiryOf(session: Session, text: string): number {
  if (text === 'now' || text === 'all') return Infinity
  if (text === 'never' || text === 'false') return -Infinity
  const { io } = session
  const date = parseDate(text, { now: io.now(), zone: (ms) => io.zone(ms) })
  if (date === undefined) throw new GitFailure(`malformed expiration date '${text}'`)
  return date.time * 1000
}

/** Packs what is needed; of the rest in packs, what is too young to go becomes files of their own. */
function repack(
  repository: Repository,
  { expiry, all, removes }: { expiry: number; all: boolean; removes: boolean },
): boolean {
  const { files, objects } = repository
  const { folder } = objects
  objects.flush()
  const needed = neededObjects(repository)
  const loose = looseObjects(files, folder)
  const packs = ownPacks(files, folder)
  const old = all ? packs.filter((pack) => !pack.isKept) : []
  const kept = new Set(packs.filter((pack) => !old.includes(pack)).flatMap((pack) => pack.names))
  const own = new Set([...loose.map(({ oid }) => oid), ...old.flatMap((pack) => pack.names)])
  const builder = new PackBuilder()
  for (const oid of needed) if (own.has(oid) && !kept.has(oid)) builder.add(oid, objects.read(oid))
  const isOne = old.length === 1 && old[0]?.names.length === builder.count
  if (builder.count === 0 || (isOne && old[0]?.names.every((oid) => builder.has(oid)))) return false
  const packed = new Set(builder.names())
  if (removes)
    for (const pack of old)
      for (const oid of pack.names)
        if (!packed.has(oid) && !needed.has(oid) && pack.mtimeMs >= expiry)
          writeLoose(files, folder, { oid, object: objects.read(oid) })
  const finished = builder.finish()
  objects.addPack(finished)
  if (removes) {
    for (const pack of old) if (!pack.path.endsWith(finished.name)) removePack(files, pack)
    for (const object of loose) if (packed.has(object.oid)) removeLoose(files, object)
  }
  objects.reread()
  return true
}

function prune(
  session: Session,
  { expiry, tells, removes }: { expiry: number; tells: boolean; removes: boolean },
): void {
  const { repository } = session
  const { files, objects } = repository
  const needed = neededObjects(repository)
  for (const object of looseObjects(files, objects.folder)) {
    if (needed.has(object.oid) || object.mtimeMs > expiry) continue
    if (tells) session.out(`${object.oid} ${objects.read(object.oid).type}\n`)
    if (removes) removeLoose(files, object)
  }
  if (removes) {
    removePacked(repository)
    objects.reread()
  }
}

/** Single files of what is in packs, too. */
function removePacked({ files, objects }: Repository): void {
  const packed = new Set(ownPacks(files, objects.folder).flatMap((pack) => pack.names))
  for (const object of looseObjects(files, objects.folder))
    if (packed.has(object.oid)) removeLoose(files, object)
}

export async function pruneCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['n,dry-run', 'v,verbose', 'expire=', 'progress', 'no-progress'])
  if (options.operands.length > 0)
    throw new GitFailure("prune with heads is not supported in this sandbox's git")
  const removes = !options.has('dry-run')
  const expiry = options.has('expire') ? expiryOf(session, options.value('expire') ?? '') : Infinity
  prune(session, { expiry, tells: !removes || options.has('verbose'), removes })
  return 0
}

export async function prunePackedCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['n,dry-run', 'q,quiet'])
  if (options.has('dry-run')) throw new GitFailure("prune-packed -n is not supported in this sandbox's git")
  removePacked(session.repository)
  session.repository.objects.reread()
  return 0
}

export async function repackCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['a', 'A', 'd', 'f', 'F', 'l', 'n', 'q,quiet', 'window=', 'depth='])
  const all = options.has('a') || options.has('A')
  const expiry = options.has('A') ? -Infinity : Infinity
  const isNew = repack(session.repository, { expiry, all, removes: options.has('d') })
  if (!isNew && !options.has('quiet')) session.out('Nothing new to pack.\n')
  return 0
}

export async function packRefsCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['all', 'prune', 'no-prune'])
  if (options.has('no-prune'))
    throw new GitFailure("pack-refs --no-prune is not supported in this sandbox's git")
  packRefs(session.repository, options.has('all'))
  return 0
}

function packRefs(repository: Repository, all: boolean): void {
  repository.refs.pack(all, (oid) => {
    const target = peel(repository, oid, 'any')
    return target === oid ? undefined : target
  })
}

export async function maintenanceCommand(session: Session, args: readonly string[]): Promise<number> {
  const [first, ...rest] = args
  const options = parseOptions(rest, ['auto', 'q,quiet', 'task=', 'schedule=?'])
  const tasks = options.all('task')
  if (first !== 'run' || options.has('schedule') || tasks.some((task) => task !== 'gc'))
    throw new GitFailure("only 'git maintenance run' of the task gc is supported in this sandbox's git")
  return gcCommand(session, options.has('auto') ? ['--auto'] : [])
}
