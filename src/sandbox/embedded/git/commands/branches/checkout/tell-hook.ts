import { runHook } from '../../../hooks.ts'
import type { Session } from '../../../session.ts'
import { NULL_OID } from '../../../store/objects.ts'

/** `post-checkout` learns from where and to where; it runs when all is done. */
export async function tellHook(session: Session, before: string | undefined, code: number): Promise<number> {
  const { head } = session.repository
  if (code !== 0 || head === undefined) return code
  return runHook(session, 'post-checkout', [before ?? NULL_OID, head, '1'])
}
