/** Recordings that are not in the address itself: demos that are served with the app, and kept for offline. */
import type { RecordingSource } from '../../agent/protocol/calls/history.ts'
import { readAtMost } from '../../sandbox/contract/read-at-most.ts'
import type { RecordingAddress } from '../address.ts'
import { unexpected, type Problem } from '../problem.ts'
import { history as t } from '../language/en/history.ts'

type Fetched =
  | { readonly ok: true; readonly value: RecordingSource }
  | { readonly ok: false; readonly problem: Problem }

/** Bytes that a bundled recording may have: all of them together have less than two megabytes. */
const DEMO_BYTES = 2 * 1024 * 1024

export async function fetchRecording(address: Extract<RecordingAddress, { kind: 'demo' }>): Promise<Fetched> {
  if (!/^[a-z0-9-]{1,60}$/.test(address.id)) return refused(t.noSuchDemo, t.demosLists)
  try {
    const response = await fetch(`/demos/${address.id}.vivarium`)
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    const isThere = response.ok && !isPage
    const data = isThere ? await readAtMost(response.body, DEMO_BYTES) : undefined
    if (!data) return refused(t.noDemo(address.id), t.demosLists)
    return { ok: true, value: { from: 'demo', data, name: address.id } }
  } catch (error) {
    return { ok: false, problem: unexpected(t.loadingDemo, error) }
  }
}

function refused(message: string, hint: string): Fetched {
  return { ok: false, problem: { message, hint } }
}
