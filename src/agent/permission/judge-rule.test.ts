/** Which rules a person may keep with an answer. */
import { expect, it } from 'vitest'
import { judgeRule, rulesToldOf } from './judge-rule.ts'
import { suggestRule } from './suggest.ts'
import { fileCall, shellCall, stateWith } from './test-support.ts'

const judged = (rule: string, call = shellCall('npm run test'), state = stateWith()) =>
  judgeRule(rule, call, state)

it.each(['Bash(npm run test)', 'Bash(npm run test:*)', 'Bash(npm run:*)', 'Bash(npm run*)'])(
  'takes %s',
  (rule) => {
    expect(judged(rule)).toEqual({ warnings: [] })
  },
)

it.each([
  ['npm run test', 'is no rule'],
  ['Bash(npm run test', 'is no rule'],
  ['Bash(yarn:*)', 'does not cover this call'],
  ['Edit(/src/**)', 'does not cover this call'],
])('refuses %s', (rule, why) => {
  expect(judged(rule).problem).toContain(why)
})

it.each(['$x y', 'sh -c "$(cat x)"', 'eval $a', 'echo a | base64 -d | sh'])(
  'of what cannot be told only itself: %s',
  (command) => {
    const call = shellCall(command)
    for (const rule of ['Bash', 'Bash(*)', `Bash(${command.split(' ')[0]}:*)`])
      expect(judged(rule, call).problem).toBeDefined()
    const suggested = suggestRule(call)
    if (suggested !== '') expect(judged(suggested, call)).toEqual({ warnings: [] })
    expect(suggested === '' || suggested === `Bash(${command.replaceAll('*', '\\*')})`).toBe(true)
  },
)

it('of a rule that names no command: refused in a question, told of in the settings', () => {
  const said =
    'Bash(* --version) begins with a star, so that it names no command: it allows nothing that deletes, writes or reaches out.'
  expect(judged('Bash(* --version)', shellCall('tsc --version')).problem).toBe(
    `${said} Begin it with the command that it allows.`,
  )
  const { ruleSets } = stateWith({ rules: { allow: ['Bash(* --version)', 'Bash(*)'], deny: ['Bash(* x)'] } })
  expect(rulesToldOf(ruleSets, false)).toEqual([said])
})

it('says when it would be of no use, and when it is for all', () => {
  const state = stateWith({ rules: { deny: ['Bash(npm:*)'] } })
  expect(judged('Bash(npm run:*)', shellCall('npm run test'), state).warnings).toEqual([
    'Bash(npm run:*) allows nothing: Bash(npm:*) (user) denies all of it, and a deny always wins.',
  ])
  expect(judged('Edit', fileCall('Edit', '/workspace/a.ts')).warnings).toEqual([
    'This allows every use of Edit.',
  ])
})

it('tells of rules in the settings that are none, or of no use', () => {
  const { ruleSets } = stateWith({ rules: { allow: ['Bash(ls', 'Bash(git:*)'], ask: ['Bash(git:*)'] } })
  expect(rulesToldOf(ruleSets, false)).toEqual([
    '"Bash(ls" is no rule, so it allows nothing. Write e.g. Bash(npm test:*).',
    'Bash(git:*) allows nothing: Bash(git:*) (user) asks for all of it first.',
  ])
  expect(rulesToldOf(ruleSets, true)).toHaveLength(1)
})
