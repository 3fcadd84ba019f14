/** Readings that the network has failed, sent again. */
import type { EgressOutcome } from '../../sandbox/contract/egress.ts'
import { EGRESS_RETRY_MS } from '../limits.ts'
import { send } from './send.ts'
import type { Sending } from './send.ts'
import { sleep } from './sleep.ts'

type Sent = Awaited<ReturnType<typeof send>>

/**
 * Sends a request up to so many times, with a pause between them, which the signal ends. It is sent again only where it is a GET or a
 * HEAD without a body and nobody answered: a server that has got a request may have acted on it. It was decided on once, and is one
 * request to the person and the log.
 */
export async function sendAgain(sending: Sending, follow: boolean, attempts = 1): Promise<Sent> {
  const { method, body, signal } = sending
  const most = /^(GET|HEAD)$/.test(method) && body === undefined ? attempts : 1
  for (let attempt = 1; ; attempt++) {
    const outcome = await send(sending, follow)
    if (!isUnreached(outcome)) return outcome
    if (attempt >= most) return attempt === 1 ? outcome : triedInVain(outcome, attempt)
    await sleep(EGRESS_RETRY_MS * 2 ** (attempt - 1), signal)
    if (signal.aborted) return { type: 'failed', reason: 'cancelled', message: 'The request was cancelled.' }
  }
}

type Failed = Extract<EgressOutcome, { type: 'failed' }>

function isUnreached(outcome: Sent): outcome is Failed {
  return outcome.type === 'failed' && outcome.reason === 'unreachable'
}

function triedInVain(outcome: Failed, attempts: number): Failed {
  return { ...outcome, message: `${outcome.message} It was tried ${attempts} times.` }
}
