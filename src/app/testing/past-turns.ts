/** Turns of past sessions, as the recall finds them. */
import type { RecalledTurn } from '../../agent/protocol/calls/memory.ts'

const DAY = 24 * 3_600_000

const LONG =
  'I looked through the whole folder first. The helper that starts the server takes the port from the environment and falls back to 3000, which the old proxy has held since the move. The tests now ask for port 4000 themselves, and stop what listens there before they run. Nothing else had to change; the pipeline does the same, and the notes say so.'

/** A turn that somebody said; the user by default. */
export function pastTurn(text: string, seq: number, facts: Partial<RecalledTurn> = {}): RecalledTurn {
  const session = facts.session ?? { id: 's0', title: 'Move the tests off the old proxy' }
  return {
    ...{ kind: 'turn', score: 1, text, focus: 0, at: Date.now() - 2 * DAY, role: 'user' },
    ...{ ...facts, seq, session, id: `${session.id}:${seq}` },
  }
}

/** One of the user, one of the agent and one of a tool. */
export function pastTurns(): RecalledTurn[] {
  const other = {
    id: 's2',
    title: 'A release of which the title goes on and on, beyond the edge of the list',
  }
  return [
    pastTurn('Which port do the tests need, and why is it not the one of the server?', 3),
    pastTurn(LONG, 9, { role: 'assistant', focus: LONG.indexOf('port 4000') }),
    pastTurn('Port 4000, or any free one?\nPort 4000', 21, {
      ...{ role: 'tool', tool: 'AskUserQuestion', session: other, at: Date.now() - 90 * DAY },
    }),
  ]
}
