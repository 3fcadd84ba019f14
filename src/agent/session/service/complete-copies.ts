/** The work on second copies that nobody waits for: after the start, one part after the other. */
import type { LostThing } from '../../protocol/lost-values.ts'
import type { Handle } from '../store/database-handle.ts'
import type { ValueCopies } from '../store/value-store/value-copies.ts'
import type { PageLink } from './page-link.ts'
import type { ServiceOptions } from './options.ts'
import type { ServiceParts } from './parts.ts'

/** Never rejects: a part that fails is tried again with the next start. Once a newer version has the database, the rest is left to that. */
export async function completeCopies(
  {
    secondCopy,
    broughtBack = 0,
    reserve,
    copies,
    database,
  }: Pick<ServiceOptions, 'secondCopy' | 'broughtBack' | 'reserve' | 'copies' | 'database'>,
  { blobs, moveContents }: ServiceParts,
  page: PageLink,
): Promise<void> {
  const tried = (failure: string, work: () => Promise<void>) => attempt(database, failure, work)
  await tried('The reserve was not made', async () => void (await reserve?.make()))
  await tried('Sessions were not compared', async () => {
    const sessions = (await secondCopy?.tidy()) ?? 0
    if (sessions === 0) return
    page.notice({ type: 'brought_back', sessions, events: 0 })
    page.notice({ type: 'sessions_changed' })
  })
  if (broughtBack > 0) await tried('Contents were not compared', async () => void (await blobs.reindex()))
  await tried('Lost values were not told', () => tellLost(copies, page))
  await tried('Small values were not compared', async () => copies?.evenOut())
  await tried('Contents were not moved', moveContents)
}

/** Values that were lost with the browser's databases, by the database that had them. */
const KINDS: Readonly<Record<string, LostThing['kind']>> = {
  'vivarium-keys': 'key',
  'vivarium-git-tokens': 'git_token',
  'vivarium-program-keys': 'program_key',
  'vivarium-hidden': 'hidden',
  'vivarium-share-secrets': 'share',
  'vivarium-share-stores': 'share',
  'vivarium-shares': 'share',
  'vivarium-folders': 'folder',
}

/** Tells the page of values that no copy can bring back. */
export async function tellLost(copies: ValueCopies | undefined, page: PageLink): Promise<void> {
  const { lost } = (await copies?.comeBack()) ?? { lost: [] }
  const values = lost.flatMap(({ database, name }): LostThing[] => {
    const kind = KINDS[database]
    return kind === undefined ? [] : [{ kind, name }]
  })
  if (values.length > 0) page.notice({ type: 'lost_values', values })
}

async function attempt(
  database: Pick<Handle, 'isOutdated'>,
  failure: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    if (!database.isOutdated) await work()
  } catch (error) {
    console.info(`${failure}:`, error)
  }
}
