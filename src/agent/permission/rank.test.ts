/** An allow never lifts an ask of a higher rank: over all sources, modes, hooks and the classifier. */
import { describe, expect, it } from 'vitest'
import { PERMISSION_MODES } from '../protocol/permission-modes.ts'
import { mayClassify } from './classifier/may-classify.ts'
import type { PermissionCall, PermissionState, RuleSet } from './contract.ts'
import { decide } from './decide.ts'
import { decideEgress } from './decide-egress.ts'
import { RANKS, RULE_SOURCES } from './rank.ts'
import { checkReads } from './scope.ts'
import { fileCall, shellCall, stateWith } from './test-support.ts'
import { withHook, type HookDecision } from './with-hook.ts'

/** The ranks as the design has them, written out again. */
const HEIGHT: Readonly<Record<string, number>> = {
  policy: 3,
  workspace: 2,
  user: 2,
  session: 2,
  project: 1,
  local: 1,
  tool: 0,
  sandbox: 0,
  mode: 0,
}
const USER = 2

interface Case {
  readonly call: PermissionCall
  /** Independent of all rules: `exit` needs the user, `closed` the user's own answer. */
  readonly nature: 'plain' | 'exit' | 'closed'
  /** Rules that speak of it. */
  readonly rules: readonly string[]
}

const read = (path: string): PermissionCall => {
  const call = fileCall('Read', path)
  return { ...call, check: checkReads(call.paths) }
}
const shell = (command: string, nature: Case['nature']): Case => ({
  call: shellCall(command),
  nature,
  rules: ['Bash', `Bash(${command.split(' ')[0]}:*)`, `Bash(${command})`],
})
const edit = (path: string, nature: Case['nature']): Case => ({
  call: fileCall('Edit', path),
  nature,
  rules: ['Edit', 'Edit(//**)'],
})

const CASES: readonly Case[] = [
  shell('npm test', 'plain'),
  shell('ls src', 'plain'),
  shell('rm -rf dist', 'plain'),
  shell('curl https://example.com', 'exit'),
  shell('npm install left-pad', 'exit'),
  shell('git push origin main', 'exit'),
  shell('npx cowsay', 'exit'),
  shell('eval "$x"', 'exit'),
  shell('cat .env', 'closed'),
  shell('cp a CLAUDE.md', 'closed'),
  edit('/workspace/src/a.ts', 'plain'),
  edit('/workspace/CLAUDE.md', 'closed'),
  edit('/workspace/.mcp.json', 'closed'),
  edit('/etc/hosts', 'closed'),
  { call: read('/workspace/src/a.ts'), nature: 'plain', rules: ['Read', 'Read(//**)'] },
  { call: read('/etc/passwd'), nature: 'exit', rules: ['Read', 'Read(//**)'] },
  { call: read('/workspace/.env'), nature: 'closed', rules: ['Read', 'Read(//**)'] },
]

/** Reproducible choices. */
function choices(seed: number) {
  let state = seed
  const below = (limit: number) => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) % limit
  return {
    below,
    pick: <T>(list: readonly T[]): T => list[below(list.length)] as T,
    maybe: () => below(2) === 0,
  }
}

type Choices = ReturnType<typeof choices>

function someRules({ rules }: Case, { below, maybe, pick }: Choices): readonly RuleSet[] {
  const some = (one: number) => (below(one) === 0 ? [pick(rules)] : [])
  return RULE_SOURCES.filter(maybe).map((source) => ({
    source,
    rules: { allow: some(2), ask: some(4), deny: [] },
  }))
}

function someState(one: Case, random: Choices): PermissionState {
  return stateWith({
    mode: random.pick(PERMISSION_MODES),
    allowBypass: random.maybe(),
    sandboxAutoAllow: random.maybe(),
    contained: random.maybe(),
    ruleSets: someRules(one, random),
  })
}

/** The height that an allow needs: of the rules that ask, and of what the call is. */
function needed({ nature }: Case, { ruleSets, mode, allowBypass }: PermissionState): number {
  const asking = ruleSets.filter(({ rules }) => rules.ask.length > 0).map(({ source }) => HEIGHT[source] ?? 9)
  const isBypass = mode === 'bypassPermissions' && allowBypass
  return Math.max(0, ...asking, nature === 'plain' || isBypass ? 0 : USER)
}

const WEB_RULES = ['WebFetch', 'WebFetch(domain:example.com)', 'WebFetch(domain:*)']

const SEEDS = Array.from({ length: 8 }, (_, at) => 1_000_003 * (at + 1))
const STATES_OF_A_CASE = 150

describe.each(SEEDS)('seed %i', (seed) => {
  it('a rule, the sandbox or the mode lifts no question of a higher rank', () => {
    const random = choices(seed)
    const allowed = new Map<string, number>()
    for (const one of CASES) {
      for (let count = 0; count < STATES_OF_A_CASE; count += 1) {
        const state = someState(one, random)
        const decision = decide(one.call, state)
        if (decision.behavior !== 'allow') continue
        const seen = `${one.call.title} in ${JSON.stringify(state)}: ${decision.reason}`
        expect(one.nature, seen).not.toBe('closed')
        expect(HEIGHT[decision.source], seen).toBeGreaterThanOrEqual(needed(one, state))
        allowed.set(decision.source, (allowed.get(decision.source) ?? 0) + 1)
      }
    }
    // Each of them does allow something.
    expect([...allowed.keys()].toSorted()).toEqual(Object.keys(HEIGHT).toSorted())
  })

  it('a hook or the classifier lifts none either', () => {
    const random = choices(seed)
    const lifted = new Set<string>()
    for (const one of CASES) {
      for (let count = 0; count < STATES_OF_A_CASE; count += 1) {
        const state = someState(one, random)
        const decision = decide(one.call, state)
        if (decision.behavior !== 'ask') continue
        const height = needed(one, state)
        const seen = `${one.call.title} in ${JSON.stringify(state)}`
        if (mayClassify(one.call, decision, state)) {
          expect([one.nature, height], seen).toEqual(['plain', 0])
          lifted.add('classifier')
        }
        for (const rank of RANKS) {
          const behavior = random.pick(['allow', 'ask', 'deny'] as const)
          const hook: HookDecision = { behavior, rank }
          const both = withHook(decision, hook, true)
          expect(both.behavior, seen).not.toBe(behavior === 'deny' ? 'ask' : '')
          if (both.behavior !== 'allow') continue
          expect([behavior, one.nature === 'closed'], seen).toEqual(['allow', false])
          expect(RANKS.indexOf(rank), seen).toBeGreaterThanOrEqual(height)
          lifted.add(rank)
        }
      }
    }
    expect([...lifted].toSorted()).toEqual(['classifier', ...RANKS].toSorted())
  })
})

it('a request leaves by the user, the policy, the registry of the settings or bypass alone', () => {
  const random = choices(77)
  const allowed = new Set<string>()
  for (let count = 0; count < 3_000; count += 1) {
    const state = someState({ call: shellCall(''), nature: 'exit', rules: WEB_RULES }, random)
    const call = {
      url: new URL('https://example.com/a'),
      readOnly: true,
      method: 'GET',
      publishes: random.below(4) === 0,
      readsRegistry: random.below(4) === 0,
      ownOrigins: [],
    }
    const decision = decideEgress(call, state)
    if (decision.behavior !== 'allow') continue
    const isBypass = decision.source === 'mode' && state.mode === 'bypassPermissions' && state.allowBypass
    const asking = state.ruleSets.filter(({ rules }) => rules.ask.length > 0)
    const needs = Math.max(isBypass ? 0 : USER, ...asking.map(({ source }) => HEIGHT[source] ?? 9))
    const height = decision.source === 'registry' ? USER : HEIGHT[decision.source]
    expect(height, JSON.stringify([state, decision])).toBeGreaterThanOrEqual(needs)
    expect(call.publishes && decision.source !== 'registry').toBe(false)
    allowed.add(decision.source)
  }
  expect([...allowed].toSorted()).toEqual(['mode', 'policy', 'registry', 'session', 'user', 'workspace'])
})

describe('an ask', () => {
  it('of a hook takes the question from the classifier', () => {
    const state = stateWith({ mode: 'auto' })
    const call = shellCall('npm test')
    const alone = decide(call, state)
    if (alone.behavior !== 'ask') throw new Error('It was not asked for.')
    expect(mayClassify(call, alone, state)).toBe(true)
    const both = withHook(alone, { behavior: 'ask', rank: 'project', reason: 'Of a hook.' }, true)
    expect(both).toMatchObject({ behavior: 'ask', source: 'hook', rank: 'project', reason: 'Of a hook.' })
    expect(mayClassify(call, both, state)).toBe(false)
  })

  it('of a project beside that of a command needs the higher of both', () => {
    const ruleSets: RuleSet[] = [{ source: 'project', rules: { allow: [], ask: ['Bash'], deny: [] } }]
    const decision = decide(shellCall('curl https://example.com'), stateWith({ ruleSets }))
    expect(decision).toMatchObject({ behavior: 'ask', source: 'sandbox', rank: 'user' })
    expect(withHook(decision, { behavior: 'allow', rank: 'project' }, true).behavior).toBe('ask')
    expect(withHook(decision, { behavior: 'allow', rank: 'user' }, true).behavior).toBe('allow')
  })
})

describe('a trusted project', () => {
  const projects = (...allow: string[]) =>
    stateWith({ ruleSets: [{ source: 'project', rules: { allow, ask: [], deny: [] } }], contained: false })

  it.each([
    ['npm test', 'Bash(npm test:*)'],
    ['npm run build -- --fast', 'Bash(npm run build:*)'],
    ['cd packages/a && npm test | tail -5', 'Bash(npm test:*)'],
  ])('may allow what stays inside: %s', (command, rule) => {
    expect(decide(shellCall(command), projects(rule))).toMatchObject({ behavior: 'allow', source: 'project' })
  })

  it.each([
    ['npm install left-pad', 'Bash(npm install:*)'],
    ['curl https://example.com', 'Bash(curl https://example.com)'],
    ['git push', 'Bash(git push)'],
    ['npm test && npm publish', 'Bash(npm test:*)'],
  ])('does not allow what leaves, and the question says so: %s', (command, rule) => {
    const rules = projects(rule, 'Bash(npm publish)')
    for (const sandboxAutoAllow of [false, true])
      for (const mode of ['default', 'acceptEdits', 'auto'] as const) {
        const state = { ...rules, sandboxAutoAllow, mode, contained: true }
        const decision = decide(shellCall(command), state)
        expect(decision).toMatchObject({ behavior: 'ask', rank: 'user' })
        expect(decision.reason).toMatch(
          /The rule .*Bash.*\(project\) cannot allow that: only the user can\.$/,
        )
      }
  })

  it('shares a line with the user: it is allowed as the weaker of both is', () => {
    const of = (source: 'user' | 'project', rule: string) => ({
      source,
      rules: { allow: [rule], ask: [], deny: [] },
    })
    const ruleSets = [of('project', 'Bash(npm test:*)'), of('user', 'Bash(npm publish)')]
    const state = stateWith({ ruleSets })
    expect(decide(shellCall('npm test && make'), state).behavior).toBe('ask')
    const line = 'npm test && npm publish'
    for (const either of [line, 'npm publish && npm test'])
      expect(decide(shellCall(either), state)).toMatchObject({ behavior: 'ask', rank: 'user' })
    const owned = stateWith({ ruleSets: [...ruleSets, of('user', 'Bash(npm test:*)')] })
    expect(decide(shellCall(line), owned)).toMatchObject({ behavior: 'allow', source: 'user' })
  })
})
