/** Yarn's lock files: the first form, which is Yarn's own, and that of Yarn 2 and later, which is YAML. */
import { parse } from 'yaml'
import { isRecord } from '../../../page/fields.ts'
import { ForeignLockError, memberId, type ForeignLock, type ForeignPackage } from './foreign-lock.ts'

type Table = Readonly<Record<string, string>>

interface Entry {
  /** Requests that the entry answers, each `name@range`. */
  readonly keys: readonly string[]
  readonly version: string
  /** The package's own name and version, where the file tells. */
  readonly resolution: string | undefined
  readonly integrity: string | undefined
  /** The archive's address. */
  readonly resolved: string | undefined
  readonly needs: Table
}

/** One of the project's own packages. */
export interface YarnMember {
  readonly name: string
  readonly wanted: Table
}

/** `wanted` are the project's own dependencies: names and ranges; `members` its own packages by folder. */
export function readYarnLock(
  text: string,
  wanted: Table,
  members: ReadonlyMap<string, YarnMember> = new Map(),
): ForeignLock {
  const entries = /^__metadata:/m.test(text) ? readBerry(text) : readClassic(text)
  const byKey = new Map(entries.flatMap((entry) => entry.keys.map((key) => [key, entry] as const)))
  const folders = new Map([...members].map(([folder, { name }]) => [name, folder]))
  /** Grows while it is walked. */
  const found = new Map<string, Entry>()
  const find = (name: string, range: string): Entry | undefined =>
    byKey.get(`${name}@${range}`) ?? byKey.get(`${name}@npm:${range}`)
  const idsOf = (table: Table): Map<string, string> =>
    new Map(
      Object.entries(table).map(([name, range]) => {
        const entry = find(name, range)
        const folder = folders.get(name)
        // Neither form has more than published packages; what is wanted of the project itself is not looked up.
        if (entry === undefined && folder !== undefined) return [name, memberId(folder)] as const
        if (entry === undefined) throw new ForeignLockError(`has nothing for ${name}@${range}`)
        const id = idOf(entry)
        found.set(id, entry)
        return [name, id] as const
      }),
    )
  const root = idsOf(wanted)
  const needed = new Map([...members].map(([folder, member]) => [folder, idsOf(member.wanted)]))
  const packages = new Map<string, ForeignPackage>()
  for (const [id, entry] of found)
    packages.set(id, { ...publishedAs(entry), ...withIntegrity(entry.integrity), needs: idsOf(entry.needs) })
  return { root, members: needed, packages }
}

function withIntegrity(integrity: string | undefined): { integrity?: string } {
  return integrity === undefined ? {} : { integrity }
}

function idOf(entry: Entry): string {
  const { name, version } = publishedAs(entry)
  return `${name}@${version}`
}

/** Throws for what is not a registry's. */
function publishedAs({ keys, version, resolution, resolved }: Entry): { name: string; version: string } {
  const key = resolution ?? keys[0] ?? ''
  const [, asked = '', range = ''] = /^((?:@[^/]+\/)?[^@]+)@(.*)$/s.exec(key) ?? []
  const isOfRegistry =
    resolution === undefined ? /^https?:.*\/-\/[^/]*\.tgz/.test(resolved ?? '') : /^npm:/.test(range)
  if (!isOfRegistry) throw new ForeignLockError(`takes ${key} from elsewhere than a registry`)
  const alias = resolution === undefined ? /^npm:((?:@[^/]+\/)?[^@]+)/.exec(range)?.[1] : undefined
  return { name: alias ?? asked, version }
}

function readBerry(text: string): Entry[] {
  const file: unknown = parse(text)
  if (!isRecord(file)) throw new ForeignLockError('is no file of Yarn')
  return Object.entries(file).flatMap(([keys, value]) => {
    if (keys === '__metadata' || !isRecord(value)) return []
    const { version, resolution, linkType } = value
    // The project's own packages.
    if (linkType === 'soft' || typeof resolution !== 'string') return []
    return [
      {
        keys: keys.split(/,\s*/),
        version: String(version),
        resolution,
        // Its checksum is that of an archive which Yarn makes itself.
        integrity: undefined,
        resolved: undefined,
        needs: tableOf(value['dependencies']),
      },
    ]
  })
}

function tableOf(value: unknown): Table {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, range]) => [name, String(range)]))
}

/** Lines with two spaces a level: what is asked for, its fields, and the names and ranges in one of them. */
function readClassic(text: string): Entry[] {
  const entries: { keys: string[]; fields: Map<string, string>; needs: Record<string, string> }[] = []
  let section = ''
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '' || line.startsWith('#')) continue
    const depth = /^ */.exec(line)?.[0].length ?? 0
    const words = wordsOf(line)
    const entry = entries.at(-1)
    if (depth === 0) entries.push({ keys: words, fields: new Map(), needs: {} })
    else if (entry === undefined) throw new ForeignLockError(`cannot be read at "${line.trim()}"`)
    else if (depth === 2 && line.trimEnd().endsWith(':')) section = words[0] ?? ''
    else if (depth === 2) entry.fields.set(words[0] ?? '', words[1] ?? '')
    else if (/^(dependencies|optionalDependencies)$/.test(section))
      entry.needs[words[0] ?? ''] = words[1] ?? ''
  }
  return entries.map(({ keys, fields, needs }) => ({
    keys,
    version: fields.get('version') ?? '',
    resolution: undefined,
    integrity: fields.get('integrity'),
    resolved: fields.get('resolved'),
    needs,
  }))
}

/** Words, in quotes where they have more than letters; a comma or a colon after them is none of theirs. */
function wordsOf(line: string): string[] {
  const words = line.match(/"(?:[^"\\]|\\.)*"|[^\s",]+/g) ?? []
  return words.flatMap((word) => {
    const bare = word.startsWith('"') ? String(JSON.parse(word)) : word.replace(/:$/, '')
    return bare === '' || bare === ':' ? [] : [bare]
  })
}
