/** A session that comes from a recording or a fork, that is run again, or whose conversation was put back. */
import type { EventOf } from '../events.ts'
import { NO_USAGE } from './usage-view.ts'
import { dropDraft, markUndone } from './compaction.ts'
import type { Draft } from './draft.ts'
import { pick } from './pick.ts'

type PastEvent = EventOf<
  'recording_opened' | 'session_forked' | 'conversation_restored' | 'replay_started' | 'replay_ended'
>

export function applyPast(draft: Draft, event: PastEvent): void {
  const { state } = draft
  const tell = (text: string) =>
    draft.items.push({ kind: 'notice', id: `event-${event.seq}`, level: 'info', text })
  switch (event.type) {
    case 'recording_opened':
      state.recording = pick(event, 'title', 'hash', 'from', 'calls')
      state.mode = undefined
      state.queue = []
      state.usage = NO_USAGE
      state.egress = []
      state.earlierEgress = 0
      state.title = event.title
      return
    case 'session_forked':
      state.usage = NO_USAGE
      state.egress = []
      state.earlierEgress = 0
      state.queue = []
      return void tell(`Forked from “${event.parentTitle}”, which goes on by itself.`)
    case 'conversation_restored': {
      dropDraft(draft)
      const before = state.items.length
      draft.restore(event.seq, event.toSeq)
      markUndone(draft, event.seq)
      state.sessionNotes = []
      const change = state.items.length - before
      return void tell(
        change < 0
          ? 'The conversation was put back to here. What was said after it is kept in the timeline.'
          : 'The part of the conversation that was taken back is in it again.',
      )
    }
    case 'replay_started':
      state.replay = { ...pick(event, 'title', 'calls'), same: 0, differing: 0, ended: undefined }
      return
    case 'replay_ended':
      if (state.replay) state.replay = { ...state.replay, ended: pick(event, 'how', 'missing') }
      return
    default:
      event satisfies never
  }
}

export function noteCompared(draft: Draft, event: EventOf<'replay_compared'>): void {
  const { replay } = draft.state
  const isSame = event.result !== 'differs' && event.files !== 'differs'
  if (replay) {
    draft.state.replay = isSame
      ? { ...replay, same: replay.same + 1 }
      : { ...replay, differing: replay.differing + 1 }
  }
  const { result, files, recorded, roots } = event
  return draft.tool(event, { compared: { result, files, recorded, roots } })
}
