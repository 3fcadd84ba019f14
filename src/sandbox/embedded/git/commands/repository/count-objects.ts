/** `git count-objects`: how many objects there are, and what they take. */
import { GitFailure } from '../../failure.ts'
import { parseOptions } from '../../options.ts'
import type { Session } from '../../session.ts'
import { PackIndex } from '../../store/pack-index.ts'

/** A file takes whole blocks of this many bytes, as on most disks. */
const BLOCK = 4096
const KIB = 1024
const UNITS = ['GiB', 'MiB', 'KiB'] as const

export async function countObjectsCommand(session: Session, args: readonly string[]): Promise<number> {
  const options = parseOptions(args, ['v,verbose', 'H,human-readable'])
  if (options.operands.length > 0)
    throw new GitFailure('usage: git count-objects [-v] [-H | --human-readable]', {
      exitCode: 129,
      prefix: '',
    })
  const folder = `${session.repository.commonDir}/objects`
  const packs = readPacks(session, `${folder}/pack`)
  const loose = readLoose(session, folder)
  const isHuman = options.has('human-readable')
  const size = (bytes: number): string => (isHuman ? humanSize(bytes) : String(Math.floor(bytes / KIB)))
  if (!options.has('verbose')) {
    const shown = isHuman ? size(loose.bytes) : `${size(loose.bytes)} kilobytes`
    session.out(`${loose.names.length} objects, ${shown}\n`)
    return 0
  }
  const packed = loose.names.filter((oid) => packs.indexes.some((index) => index.find(oid) !== undefined))
  for (const path of loose.garbage) session.err(`warning: garbage found: ${path}\n`)
  session.out(`count: ${loose.names.length}
size: ${size(loose.bytes)}
in-pack: ${packs.indexes.reduce((sum, index) => sum + index.count, 0)}
packs: ${packs.indexes.length}
size-pack: ${size(packs.bytes)}
prune-packable: ${packed.length}
garbage: ${loose.garbage.length}
size-garbage: ${size(loose.garbageBytes)}
`)
  return 0
}

interface Loose {
  readonly names: readonly string[]
  readonly bytes: number
  /** Files that are no objects, as git shows them. */
  readonly garbage: readonly string[]
  readonly garbageBytes: number
}

function readLoose({ files, repository }: Session, folder: string): Loose {
  const names: string[] = []
  const garbage: string[] = []
  let [bytes, garbageBytes] = [0, 0]
  for (const { name: start } of files.entries(folder)) {
    if (!/^[0-9a-f]{2}$/.test(start)) continue
    for (const { name, stats } of files.entriesWithStats(`${folder}/${start}`)) {
      if (/^[0-9a-f]{38}$/.test(name)) {
        names.push(start + name)
        bytes += Math.ceil(stats.size / BLOCK) * BLOCK
        continue
      }
      garbage.push(repository.shownGitPath(`objects/${start}/${name}`))
      garbageBytes += stats.size
    }
  }
  return { names, bytes, garbage, garbageBytes }
}

/** Packs with their indexes; one without the other does not count. */
function readPacks({ files }: Session, folder: string): { indexes: PackIndex[]; bytes: number } {
  const indexes: PackIndex[] = []
  let bytes = 0
  const sizes = new Map(files.entriesWithStats(folder).map(({ name, stats }) => [name, stats.size]))
  for (const [name, size] of sizes) {
    const packSize = sizes.get(name.replace(/\.idx$/, '.pack'))
    if (!name.endsWith('.idx') || packSize === undefined) continue
    const index = PackIndex.parse(files.read(`${folder}/${name}`) ?? new Uint8Array(0))
    if (index === undefined) throw new GitFailure(`the index of a pack cannot be read: ${folder}/${name}`)
    indexes.push(index)
    bytes += size + packSize
  }
  return { indexes, bytes }
}

function humanSize(bytes: number): string {
  for (const [at, unit] of UNITS.entries()) {
    const one = KIB ** (UNITS.length - at)
    if (bytes > one) return `${(Math.floor((bytes * 100) / one) / 100).toFixed(2)} ${unit}`
  }
  return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`
}
