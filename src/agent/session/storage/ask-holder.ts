/** Asks a holder of content for the hashes that it holds; its failure becomes a sentence. */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { AnyHolder, ContentHolder } from './content-holder.ts'

/** Each as the subject of a sentence. */
const HOLDERS: Readonly<Record<AnyHolder, string>> = {
  logs: 'The logs of the sessions',
  second_copies: 'The second copies of the sessions',
  accepted_versions: 'The accepted versions of files that steer tools',
  memory: 'The notes of the memory',
}

/** Fails when the holder rejects, or does not answer within `limitMs`. */
export async function askHolder(holder: ContentHolder, limitMs?: number): Promise<Result<Iterable<string>>> {
  try {
    return ok(await within(limitMs, () => holder.hashes()))
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const message = `${HOLDERS[holder.name]} could not be read, so what they need is not known; nothing was removed. ${why}`
    return fail('not_permitted', message, { hint: 'Reload the page, and try again.' })
  }
}

async function within<T>(limitMs: number | undefined, work: () => Promise<T>): Promise<T> {
  if (limitMs === undefined) return work()
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => late.reject(new Error(`There was no answer within ${limitMs / 1_000} seconds.`)),
    limitMs,
  )
  try {
    return await Promise.race([work(), late.promise])
  } finally {
    clearTimeout(timer)
  }
}
