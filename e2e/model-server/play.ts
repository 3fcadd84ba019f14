/** Performs the acts of a plan on a response. */
import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTick, setTimeout as delay } from 'node:timers/promises'
import { RESET_GRACE_MS } from './limits.ts'
import type { Holds } from './holds.ts'
import type { Act } from './plan.ts'

export interface Playing {
  readonly response: ServerResponse
  /** Aborted when the client goes away or the server closes: nothing is waited for any longer. */
  readonly signal: AbortSignal
  readonly onWrite: (event: string) => void
  readonly holds: Holds
  /** Yields between writes, so that small ones reach the socket one by one. */
  readonly separate: boolean
}

/** Resolves to `'reset'` when the connection was reset, `'gone'` when the other side left, else `'done'`. */
export async function play(acts: readonly Act[], playing: Playing): Promise<'done' | 'reset' | 'gone'> {
  const start = performance.now()
  for (const act of acts) {
    if (playing.signal.aborted) return 'gone'
    switch (act.kind) {
      case 'wait':
        await pause(act.ms, playing.signal)
        break
      case 'until': {
        const left = start + act.ms - performance.now()
        if (left > 0) await pause(left, playing.signal)
        break
      }
      case 'hold':
        await playing.holds.wait(act.name, playing.signal)
        break
      case 'reset':
        await pause(RESET_GRACE_MS, playing.signal)
        playing.response.socket?.resetAndDestroy()
        return 'reset'
      case 'write':
        await write(act, playing)
    }
  }
  return playing.signal.aborted ? 'gone' : 'done'
}

async function write(act: Act & { kind: 'write' }, playing: Playing): Promise<void> {
  const { response, signal } = playing
  playing.onWrite(act.event)
  const roomLeft = response.write(act.bytes)
  if (playing.separate) await nextTick()
  if (!roomLeft && !signal.aborted) await settled(once(response, 'drain', { signal }), signal)
}

async function pause(ms: number | 'forever', signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  if (ms !== 'forever') return settled(delay(ms, undefined, { signal }), signal)
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}

/** An abort ends the waiting; anything else that fails is a bug and is thrown on. */
async function settled(waiting: Promise<unknown>, signal: AbortSignal): Promise<void> {
  try {
    await waiting
  } catch (error) {
    if (!signal.aborted) throw error
  }
}
