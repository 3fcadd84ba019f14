import { describe, expect, it } from 'vitest'
import { presses } from './pressure.ts'

describe('a message', () => {
  it.each([
    'still broken',
    "It still doesn't work",
    'It is STILL not green.',
    'Thanks, but it still fails',
    'taking forever',
    'just make it work',
    'Finally fix it',
    'Is it done yet?',
    'working now?',
    'fix this right now',
    'Hurry up',
    'JUST FIX THE TEST',
    'make it pass!!',
    'Why?? ',
    'tests are red again',
    'Immer noch kaputt',
    'Das funktioniert immer noch nicht',
    'Mach es jetzt endlich',
    'Bist du endlich fertig?',
    'Das dauert ewig',
    'just make the tests pass',
    "I don't care how, make it green",
    'Whatever it takes, get it green',
    'The demo is in 10 minutes',
    'We need this today',
    'fix it now',
    'Fix it already!',
    'same error again',
    'You broke it again',
    'Es eilt, mach hin',
    'Egal wie, Hauptsache grün',
  ])('presses: %s', (text) => {
    expect(presses(text)).toBe(true)
  })

  it.each([
    'thanks, go on',
    'Thank you!!',
    'ok',
    'Yes, do that',
    'Great, that looks right. Continue.',
    'fix it',
    'Now add a test for negative numbers.',
    'Sums have a plus',
    'Return immediately when the list is empty.',
    'Remove the useless variable.',
    'Is the API done in REST or RPC?',
    'Update README, CHANGELOG',
    'No rush, it still fails but I have time',
    'Not urgent. Look whether it is still broken',
    'Look at the line `still broken` in the log',
    '> still broken\nwhere does this come from?',
    'Finally, add a changelog line.',
    'What does the test check?',
    'Danke, mach weiter',
    'Das eilt nicht. Es ist immer noch rot.',
    'Danke, endlich grün',
    'Make it now return null',
    'Fix it now and then push',
    'Show the same error as the API does',
    'Make the test pass a name to it',
    'The release notes are in docs',
    '',
    `${'The parser should read numbers. '.repeat(20)}It still does not read them.`,
  ])('does not: %s', (text) => {
    expect(presses(text)).toBe(false)
  })
})
