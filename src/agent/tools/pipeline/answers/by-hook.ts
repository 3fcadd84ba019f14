/** Hooks as an answerer: they may answer before the person is asked, and beside it. */
import { HOOK_ALONE_MS } from '../../../limits.ts'
import type { HookedCall, ToolHooks } from '../../deps.ts'
import type { Answer, Answerer, LeftOpen } from './answerer.ts'

/** Undefined where no hook would answer. */
export function byHook(hooks: ToolHooks | undefined, call: HookedCall): Answerer | undefined {
  if (hooks?.permissionRequest === undefined) return undefined
  return {
    source: 'hook',
    // Each answer has its own: that of whoever configured the hook, or of the process that printed it.
    rank: 'program',
    aloneMs: HOOK_ALONE_MS,
    answer: async ({ asked }, { signal }): Promise<Answer | LeftOpen> => {
      const said = await hooks.permissionRequest?.(call, signal)
      if (said === undefined || said.behavior === 'ask') return OPEN
      const { behavior, rank, reason = `A hook says ${behavior}.` } = said
      // The person alone lifts what a safety check asks.
      if (behavior === 'allow' && asked.source === 'safety_check') return OPEN
      return { behavior, rank, reason }
    },
  }
}

const OPEN: LeftOpen = { leftOpen: '' }
