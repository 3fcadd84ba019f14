/** Lines of the corpus with parts lost, doubled, exchanged and put in: none ends the judge, and none that the shell refuses passes. */
import { expect, it } from 'vitest'
import { patience } from '../../../scripts/lib/testing/patience.mjs'
import { RandomChoice } from '../../testing/random-choice.ts'
import { soak } from '../../testing/soak.ts'
import type { PermissionState } from './contract.ts'
import { decide } from './decide.ts'
import { analyse } from './shell/analysis.ts'
import { parse } from './shell/generated/bash-parser.js'
import { intentOf } from './shell/intent.ts'
import { placesOf } from './shell/places.ts'
import { shellCall, stateWith } from './test-support.ts'
import { HARMFUL_COMMANDS, HARMLESS_COMMANDS, QUESTIONED_COMMANDS } from './testing/commands.ts'

const SOAK = soak('mutated-commands', { gate: 2_500, round: 60_000 })

const LINES = [
  ...HARMFUL_COMMANDS.map(({ command }) => command).filter(({ length }) => length < 1_000),
  ...HARMLESS_COMMANDS.map(({ command }) => command),
  ...QUESTIONED_COMMANDS,
]
const PARTS = [
  ...`' " \\ \` $( \${ $(( (( [[ ]] { } ( ) ; & | && || < > >> <<E <<<  * ? [ ] ! # ~ = , - -- / % + @ .`.split(
    ' ',
  ),
  ...[
    '\n',
    '\r',
    '\t',
    ' ',
    '\0',
    "$'",
    '\\\n',
    '\ud800',
    '\u200b',
    '\u202e',
    '\u2028',
    '\u0085',
    '日',
    'E\n',
  ],
  ...'if then fi for in do done while case esac function coproc select time eval trap xargs env sudo nice find'.split(
    ' ',
  ),
]

const RULES = { allow: ['Bash', 'Bash(git:*)', 'Bash(echo *)'], deny: ['Bash(curl:*)', 'Read(private/**)'] }
const STATES: readonly PermissionState[] = [
  stateWith({ sandboxAutoAllow: true }),
  stateWith({ mode: 'plan', rules: RULES }),
  stateWith({ mode: 'acceptEdits', rules: RULES }),
]

function mutated(line: string, choice: RandomChoice): string {
  const at = choice.below(line.length + 1)
  const length = 1 + choice.below(8)
  const [before, part, after] = [line.slice(0, at), line.slice(at, at + length), line.slice(at + length)]
  switch (choice.below(6)) {
    case 0:
      return before + choice.oneOf(PARTS) + part + after
    case 1:
      return before + after
    case 2:
      return before + part + part + after
    case 3:
      return before
    case 4: {
      const other = choice.oneOf(LINES)
      return before + other.slice(choice.below(other.length))
    }
    default:
      return before + String.fromCharCode(line.charCodeAt(at) ^ (1 << choice.below(16))) + line.slice(at + 1)
  }
}

function isRefused(command: string): boolean {
  try {
    parse(command)
    return false
  } catch {
    return true
  }
}

it(
  SOAK.title('a changed line never ends the judge, and what the shell cannot read is never allowed'),
  { timeout: patience(240_000) },
  async () => {
    let refused = 0
    await SOAK.each(({ random }) => {
      const choice = new RandomChoice(random)
      let command = choice.oneOf(LINES)
      for (let count = 1 + choice.below(4); count > 0; count -= 1) command = mutated(command, choice)
      const { failures, isReadable } = analyse(command)
      expect({ command, failures }).toEqual({ command, failures: [] })
      placesOf(command, '/workspace')
      intentOf(command, '/workspace')
      const isBroken = isRefused(command)
      if (isBroken) refused += 1
      for (const state of STATES) {
        const { behavior, reason } = decide(shellCall(command), state)
        expect({ command, reason }).not.toEqual({
          command,
          reason: expect.stringContaining('could not be judged'),
        })
        if (isBroken || !isReadable) expect({ command, behavior }).not.toEqual({ command, behavior: 'allow' })
      }
    })
    expect(refused).toBeGreaterThan(SOAK.count / 20)
  },
)
