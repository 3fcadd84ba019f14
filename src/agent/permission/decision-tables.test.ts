/** Tables of the permission order's decisions. */
import { describe, expect, it } from 'vitest'
import type { PermissionMode } from '../protocol/permission-modes.ts'
import type { PermissionCall } from './contract.ts'
import { decide } from './decide.ts'
import { RULE_SOURCES, type RuleSource } from './rank.ts'
import { checkReads } from './scope.ts'
import { fileCall, shellCall, stateWith } from './test-support.ts'

const BYPASS = { mode: 'bypassPermissions', allowBypass: true } as const

describe('six sources', () => {
  const pairs = RULE_SOURCES.flatMap((higher, at) =>
    RULE_SOURCES.slice(at + 1).map((lower) => [higher, lower] as const),
  )
  const of = (source: RuleSource, list: 'allow' | 'ask' | 'deny') => ({
    source,
    rules: { allow: [], ask: [], deny: [], [list]: ['Bash(make:*)', 'Bash(make)'] },
  })

  it.each(pairs)('%s comes before %s, in whatever order they are told', (higher, lower) => {
    const call = shellCall('make')
    for (const [first, second] of [
      ['allow', 'ask'],
      ['ask', 'allow'],
    ] as const) {
      const sets = [of(higher, first), of(lower, second)]
      for (const ruleSets of [sets, sets.toReversed()]) {
        const decision = decide(call, stateWith({ ruleSets }))
        expect(decision).toMatchObject({ behavior: first, source: higher })
        expect(decision.reason).toContain(`(${higher})`)
      }
    }
  })

  it.each(pairs)('a deny of either beats an allow of the other: %s, %s', (higher, lower) => {
    for (const [denies, allows] of [
      [higher, lower],
      [lower, higher],
    ] as const) {
      const ruleSets = [of(allows, 'allow'), of(denies, 'deny')]
      for (const state of [stateWith({ ruleSets }), stateWith({ ruleSets, ...BYPASS })])
        expect(decide(shellCall('make'), state)).toMatchObject({ behavior: 'deny', source: denies })
    }
  })

  it('there are fifteen pairs', () => expect(pairs).toHaveLength(15))
})

describe('what a mode does where nothing else speaks', () => {
  const read = fileCall('Read', '/workspace/a', {
    check: checkReads([{ access: 'read', path: '/workspace/a', real: '/workspace/a' }]),
  })
  const CALLS = {
    read,
    edit: fileCall('Edit', '/workspace/a'),
    shell: shellCall('make'),
  } as const
  const TABLE: Record<Exclude<PermissionMode, 'auto'>, Record<keyof typeof CALLS, string>> = {
    default: { read: 'allow', edit: 'ask', shell: 'ask' },
    acceptEdits: { read: 'allow', edit: 'allow', shell: 'ask' },
    plan: { read: 'allow', edit: 'deny', shell: 'deny' },
    dontAsk: { read: 'allow', edit: 'deny', shell: 'deny' },
    bypassPermissions: { read: 'allow', edit: 'allow', shell: 'allow' },
  }
  it.each(Object.entries(TABLE))('%s', (mode, expected) => {
    const state = stateWith({ mode: mode as PermissionMode, allowBypass: true })
    const behaviors = Object.entries(CALLS).map(([name, call]) => [name, decide(call, state).behavior])
    expect(Object.fromEntries(behaviors)).toEqual(expected)
  })
})

describe('rules for what runs anything do not let anything run', () => {
  it.each([
    ['Bash(python:*)', 'python -c "import os"'],
    ['Bash(node:*)', 'node -e "1"'],
    ['Bash(ruby:*)', 'ruby -e 1'],
    ['Bash(bash:*)', 'bash -c make'],
    ['Bash(zsh:*)', 'zsh -c make'],
    ['Bash(npx:*)', 'npx cowsay'],
    ['Bash(eval:*)', 'eval make'],
    ['Bash(exec:*)', 'exec make'],
    ['Bash(sudo:*)', 'sudo make'],
    ['Bash(env:*)', 'env make'],
    ['Bash(npm install:*)', 'PATH=/x npm install'],
    ['Bash(npm test:*)', 'NODE_OPTIONS=--require=./x npm test'],
    ['Bash(git status:*)', 'GIT_SSH_COMMAND=./x git status'],
    ['Bash(make:*)', 'LD_PRELOAD=./x make'],
  ])('%s and %s', (rule, command) => {
    for (const mode of ['default', 'acceptEdits'] as const)
      expect(decide(shellCall(command), stateWith({ mode, rules: { allow: [rule] } })).behavior).toBe('ask')
  })
})

/**
 * Also with the sandbox's setting on, and in `auto`: a checkpoint does not take back effects that others see.
 */
describe('what is confirmed each time it is not allowed by a rule', () => {
  it.each([
    'git push',
    'git push --force origin main',
    'gh pr create --fill',
    'gh issue close 1',
    'gh pr comment 1 -b x',
    'git push --delete origin x',
    'git push origin :x',
    'git push origin -d x',
    'gh pr close 1 --delete-branch',
    'gh issue delete 1 --yes',
    'gh api -X DELETE repos/a/b/git/refs/heads/x',
    'glab mr close 1',
    'curl -X DELETE https://slack.example/messages/1',
    'curl --request=DELETE https://git.example/api/v4/projects/1/merge_requests/2',
    'wget --method=DELETE https://git.example/api/branches/x',
    'for b in a b; do git push origin :$b; done',
    'bash -c "git push origin --delete x"',
    "node -e \"fetch('https://git.example/branches/x', { method: 'DELETE' })\"",
    'python3 -c "import requests; requests.delete(\'https://git.example/branches/x\')"',
    'curl -d "{}" https://hooks.slack.com/services/x',
    'mail -s x a@b.example < a',
    'npm publish',
    'docker push x',
    'kubectl apply -f a.yml',
    'terraform apply',
    'aws s3 rm s3://x --recursive',
    'kill -9 1',
    'npm install left-pad',
  ])('%s', (command) => {
    for (const mode of ['default', 'acceptEdits', 'auto'] as const)
      expect(decide(shellCall(command), stateWith({ mode, sandboxAutoAllow: true })).behavior).toBe('ask')
    expect(decide(shellCall(command), stateWith({ mode: 'plan', sandboxAutoAllow: true })).behavior).toBe(
      'deny',
    )
  })

  it.each(['rm -rf dist', 'rm src/a.ts', 'git branch -D old', 'git tag -d v1'])(
    'deleting in the sandbox is not: %s',
    (command) => {
      expect(decide(shellCall(command), stateWith({ sandboxAutoAllow: true })).behavior).toBe('allow')
    },
  )

  it.each(['src/a.ts', 'src/a.test.ts', '.github/workflows/ci.yml', 'package.json', 'scripts/build.sh'])(
    'an edit of %s is not',
    (path) => {
      const call = fileCall('Edit', `/workspace/${path}`)
      expect(decide(call, stateWith({ sandboxAutoAllow: true })).behavior).toBe('allow')
    },
  )
})

it('a tool or a command that nobody knows is never allowed outside bypass', () => {
  let state = 20_261_124
  const below = (limit: number) => (state = (Math.imul(state, 48_271) >>> 0) % 2_147_483_647) % limit
  const word = () => Array.from({ length: 3 + below(8) }, () => String.fromCharCode(97 + below(26))).join('')
  for (let count = 0; count < 500; count += 1) {
    const name = `zz${word()}`
    const unknown: PermissionCall = {
      tool: name,
      title: name,
      kind: 'other',
      readOnly: false,
      destructive: false,
      paths: [],
    }
    const command = `zz${word()} ${word()} --${word()}`
    for (const mode of ['default', 'acceptEdits', 'plan', 'dontAsk', 'auto', 'bypassPermissions'] as const) {
      // Without its switch bypass is no bypass.
      expect(decide(unknown, stateWith({ mode, sandboxAutoAllow: true })).behavior).not.toBe('allow')
      expect(decide(shellCall(command), stateWith({ mode, contained: false })).behavior).not.toBe('allow')
    }
    expect(decide(unknown, stateWith({ canAsk: false })).behavior).toBe('deny')
  }
})
