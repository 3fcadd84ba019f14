import { describe, expect, it } from 'vitest'
import { NO_FACTS } from '../log/facts.ts'
import { promptEvents } from './run-opening.ts'

const titleOf = (text: string) =>
  promptEvents({ facts: NO_FACTS }, { messageId: 'm', text }).find(({ type }) => type === 'session_titled')

describe('what a session is named after', () => {
  it.each([
    ['Make every page faster. +1.5M', 'Make every page faster.'],
    ['+500k Tidy up\nall of it', 'Tidy up'],
    ['+500k', '+500k'],
    ['Add +500 to the offset', 'Add +500 to the offset'],
  ])('%j: the task, not the budget', (text, title) => {
    expect(titleOf(text)).toMatchObject({ title })
  })
})
