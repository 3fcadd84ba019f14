/** The agent's commands in their terminal: how each ended is told apart. */
import { afterEach, expect, it } from 'vitest'
import type { ToolOutcome } from '../../../agent/protocol/events/call-events.ts'
import { EMPTY_SCREEN } from '../../../agent/protocol/view/screen-state.ts'
import { applyEvents } from '../../../agent/protocol/view/view.ts'
import * as story from '../../testing/story.ts'
import { AgentTerminal } from './agent-terminal.svelte.ts'

const terminals: AgentTerminal[] = []
afterEach(() => terminals.splice(0).forEach((terminal) => terminal.dispose()))

const GREEN = 2
const RED = 1
const CYAN = 6

it.each([
  ['done', GREEN],
  ['failed', RED],
  ['denied', RED],
  ['held', CYAN],
] as const satisfies [ToolOutcome, number][])(
  'says that a command is %s in colour %d',
  async (outcome, colour) => {
    const agent = new AgentTerminal()
    terminals.push(agent)
    const call = { turnId: 't1', id: 'c1', tool: 'Bash', input: { command: 'npm test' }, title: 'npm test' }
    const events = [story.request('t1'), ...story.started(call), story.finished(call, { outcome })]
    agent.update(
      applyEvents(
        EMPTY_SCREEN,
        events.map((event, at) => ({ ...event, seq: at + 1, at })),
      ),
    )
    const { active } = agent.screen.terminal.buffer
    await expect.poll(() => active.getLine(1)?.translateToString(true)).toMatch(new RegExp(`^${outcome}`))
    expect(active.getLine(0)?.translateToString(true)).toBe('$ npm test')
    expect(active.getLine(1)?.getCell(0)?.getFgColor()).toBe(colour)
  },
)
