/** The page's calls about the sessions of this browser: the open one, the others, and what they take of its storage. */
import type { AgentApi } from '../../protocol/calls/agent-api.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { storageFailure } from '../store/storage-error.ts'
import type { OpenSession } from './open-session.ts'
import type { PageLink } from './page-link.ts'
import type { ServiceParts } from './parts.ts'

export function sessionCalls(
  { library, search, storage, room }: ServiceParts,
  page: PageLink,
  opened: OpenSession,
): Pick<AgentApi, 'sessions' | 'storage'> {
  return {
    sessions: {
      list: () => library.list(),
      create: () => opened.create(),
      open: (id) => opened.open(id),
      async rename(id, title) {
        const trimmed = title.trim()
        if (trimmed === '') return fail('invalid', 'A title cannot be empty; the session was not renamed.')
        const session = opened.current
        if (session?.id === id && session.role === 'leader') {
          await session.append({ type: 'session_titled', title: trimmed, by: 'person' })
          page.notice({ type: 'sessions_changed' })
          return ok(undefined)
        }
        return library.rename(id, trimmed)
      },
      change: (id, change) => library.change(id, change),
      async delete(id) {
        if (opened.current?.id === id) {
          if (opened.current.role === 'follower') {
            return fail('not_permitted', 'This session runs in another tab; it was not deleted.', {
              hint: 'Close it there, or take it over first.',
            })
          }
          await opened.leave()
        }
        const deleted = await library.delete(id)
        if (opened.current) return deleted
        const next = await opened.open(deleted.ok ? undefined : id)
        return deleted.ok && !next.ok ? next : deleted
      },
      undelete: (id) => library.undelete(id),
      async purge(ids) {
        const purged = await library.purge(ids)
        await room.grew()
        return purged
      },
      async takeOver() {
        if (!opened.current) return fail('not_found', 'No session is open.')
        try {
          await opened.current.takeOver()
          return ok(undefined)
        } catch (error) {
          return storageFailure(error)
        }
      },
      events: (fromSeq) => opened.current?.events(fromSeq) ?? Promise.resolve([]),
      search: (question) => search.search(question),
    },
    storage: {
      overview: () => storage.overview(),
      verifyLogs: () => storage.verifyLogs(),
      async cleanUp() {
        const cleaned = await storage.cleanUp()
        await room.grew()
        return cleaned
      },
      checkRoom: () => room.check(),
    },
  }
}
