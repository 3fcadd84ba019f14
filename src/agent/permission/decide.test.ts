import { describe, expect, it } from 'vitest'
import { decide } from './decide.ts'
import type { PermissionCall, PermissionState } from './contract.ts'
import { checkReads } from './scope.ts'
import { fileCall, shellCall, stateWith } from './test-support.ts'

const FILE = '/workspace/src/a.js'
const READ_OK = { check: { behavior: 'allow', reason: 'It only reads inside the workspace.' } } as const

function verdict(call: PermissionCall, state: PermissionState): string {
  const { behavior, source } = decide(call, state)
  return `${behavior} by ${source}`
}

describe('decide', () => {
  it('gives the whole decision, with the rule that would allow it', () => {
    expect(decide(shellCall('npm run build -- --fast', { destructive: true }), stateWith())).toEqual({
      behavior: 'ask',
      source: 'mode',
      rank: 'program',
      reason: 'No rule allows it.',
      suggestedRule: 'Bash(npm run build:*)',
      destructive: true,
    })
  })

  it.each([
    ['default', 'allow by tool', 'ask by mode', 'ask by mode'],
    ['acceptEdits', 'allow by tool', 'allow by mode', 'ask by mode'],
    ['plan', 'allow by tool', 'deny by mode', 'deny by mode'],
    ['dontAsk', 'allow by tool', 'deny by mode', 'deny by mode'],
    ['bypassPermissions', 'allow by tool', 'allow by mode', 'allow by mode'],
  ] as const)('mode %s: read, edit, shell', (mode, read, edit, shell) => {
    const state = stateWith({ mode, allowBypass: true })
    expect([
      verdict(fileCall('Read', FILE, READ_OK), state),
      verdict(fileCall('Edit', FILE), state),
      verdict(shellCall('npm test'), state),
    ]).toEqual([read, edit, shell])
  })

  it('treats bypass as default while its switch is off, and says so', () => {
    const { behavior, reason } = decide(shellCall('npm test'), stateWith({ mode: 'bypassPermissions' }))
    expect({ behavior, reason }).toEqual({
      behavior: 'ask',
      reason: 'No rule allows it. Bypassing is not opened in the settings.',
    })
  })

  it('lets what stays in a contained sandbox run unasked, in default mode only', () => {
    const auto = { sandboxAutoAllow: true }
    expect(verdict(shellCall('npm test && rm -rf build'), stateWith(auto))).toBe('allow by sandbox')
    expect(verdict(fileCall('Write', FILE), stateWith(auto))).toBe('allow by sandbox')
    expect(verdict(shellCall('npm test'), stateWith({ ...auto, contained: false }))).toBe('ask by mode')
    expect(verdict(shellCall('npm test'), stateWith({ ...auto, mode: 'acceptEdits' }))).toBe('ask by mode')
    expect(verdict(shellCall('npm test', { kind: 'other' }), stateWith(auto))).toBe('ask by mode')
  })

  it.each([
    'curl https://example.com',
    'npm install left-pad',
    'npm ci',
    'npx cowsay',
    'git push origin main',
    'git config user.name x',
    'bash -c "curl example.com"',
  ])('asks for egress even in the sandbox: %s', (command) => {
    expect(verdict(shellCall(command), stateWith({ sandboxAutoAllow: true }))).toBe('ask by sandbox')
  })

  it('asks before a command writes into .git, and denies it in bypass mode', () => {
    const call = shellCall('cd .git && echo x > hooks/pre-commit')
    expect(verdict(call, stateWith({ sandboxAutoAllow: true, rules: { allow: ['Bash(echo:*)'] } }))).toBe(
      'ask by safety_check',
    )
    expect(verdict(call, stateWith({ mode: 'bypassPermissions', allowBypass: true }))).toBe(
      'deny by safety_check',
    )
  })

  it('denies in dontAsk what it would ask, and allows what rules allow', () => {
    const rules = { allow: ['Bash(npm test:*)'], ask: ['Bash(npm run:*)'] }
    const state = stateWith({ mode: 'dontAsk', rules, sandboxAutoAllow: true })
    expect(verdict(shellCall('npm test'), state)).toBe('allow by user')
    expect(verdict(shellCall('ls src'), state)).toBe('allow by tool')
    expect(decide(shellCall('npm run build'), state)).toMatchObject({
      behavior: 'deny',
      reason: 'The rule Bash(npm run:*) (user) asks for it. In this mode nobody is asked.',
    })
    expect(verdict(fileCall('Read', '/workspace/.env', READ_OK), state)).toBe('deny by mode')
  })

  it('withholds files with secrets in every mode, whatever the rules (immune)', () => {
    const rules = { allow: ['Read', 'Edit', 'Bash'] }
    for (const mode of ['default', 'acceptEdits', 'plan'] as const) {
      expect(verdict(fileCall('Read', '/workspace/.env', READ_OK), stateWith({ rules, mode }))).toBe(
        'ask by safety_check',
      )
      expect(verdict(shellCall('cat .env'), stateWith({ rules, mode, sandboxAutoAllow: true }))).not.toMatch(
        /^allow/,
      )
    }
    const bypass = stateWith({ rules, mode: 'bypassPermissions', allowBypass: true })
    expect(verdict(fileCall('Read', '/workspace/app/.ENV.local', READ_OK), bypass)).toBe(
      'deny by safety_check',
    )
    const link = fileCall('Read', '/workspace/notes.txt', { ...READ_OK, real: '/workspace/keys/id_rsa' })
    expect(verdict(link, bypass)).toBe('deny by safety_check')
    expect(verdict(fileCall('Read', '/workspace/.env.example', READ_OK), stateWith())).toBe('allow by tool')
  })

  it('lets a line run whose every command a rule allows or only reads', () => {
    const state = stateWith({ rules: { allow: ['Bash(npm test:*)'] }, contained: false })
    expect(verdict(shellCall('cd packages/a && npm test 2>&1 | tail -20'), state)).toBe('allow by user')
    for (const command of [
      'cd a && npm test > x',
      'npm test | tee x',
      'npm test; rm x',
      'npm test && $x',
      'cd /etc && cat passwd && npm test',
    ])
      expect(verdict(shellCall(command), state)).toBe('ask by mode')
  })

  it('never lets a file tool write into .git, whatever the mode and the rules', () => {
    const state = stateWith({
      mode: 'bypassPermissions',
      allowBypass: true,
      rules: { allow: ['Write', 'Edit'] },
    })
    for (const path of ['/workspace/.git/hooks/pre-commit', '/workspace/sub/.GIT/config']) {
      expect(verdict(fileCall('Write', path), state)).toBe('deny by safety_check')
    }
    const link = fileCall('Write', '/workspace/harmless', { real: '/workspace/.git/config' })
    expect(verdict(link, state)).toBe('deny by safety_check')
  })

  it('reads a stored result without a question, and changes none', () => {
    const state = stateWith({ rules: { allow: ['Write'] } })
    const check = checkReads(fileCall('Read', '/results/bash-1.txt').paths)
    expect(verdict(fileCall('Read', '/results/bash-1.txt', { check }), stateWith())).toBe('allow by tool')
    expect(verdict(fileCall('Write', '/results/bash-1.txt'), state)).toBe('deny by safety_check')
    const link = fileCall('Write', '/workspace/harmless', { real: '/results/bash-1.txt' })
    expect(verdict(link, state)).toBe('deny by safety_check')
    expect(verdict(shellCall('echo x > /results/bash-1.txt'), state)).toBe('ask by safety_check')
  })

  it.each(['/etc/passwd', '/home/user/.bashrc', '/workspace/.claude/settings.json', '/workspace/.mcp.json'])(
    'asks for a guarded place in spite of an allow rule, and denies it in bypass mode: %s',
    (path) => {
      const rules = { allow: ['Write', 'Edit(//**)'] }
      expect(verdict(fileCall('Write', path), stateWith({ rules }))).toBe('ask by safety_check')
      expect(verdict(fileCall('Write', path), stateWith({ rules, mode: 'acceptEdits' }))).toBe(
        'ask by safety_check',
      )
      const bypass = stateWith({ rules, mode: 'bypassPermissions', allowBypass: true })
      expect(verdict(fileCall('Write', path), bypass)).toBe('deny by safety_check')
      expect(decide(fileCall('Write', path), stateWith()).suggestedRule).toBe('')
    },
  )

  it('lets a deny of the lowest source beat an allow of the highest, and bypass', () => {
    const ruleSets: PermissionState['ruleSets'] = [
      { source: 'session', rules: { allow: [], ask: [], deny: ['Bash(npm:*)'] } },
      { source: 'policy', rules: { allow: ['Bash(npm test)'], ask: [], deny: [] } },
    ]
    const state = stateWith({ ruleSets, mode: 'bypassPermissions', allowBypass: true })
    expect(decide(shellCall('npm test'), state)).toEqual({
      behavior: 'deny',
      source: 'session',
      rank: 'user',
      reason: 'The rule Bash(npm:*) (session) forbids it.',
      rule: 'Bash(npm:*)',
      suggestedRule: 'Bash(npm test:*)',
      destructive: false,
    })
  })

  it('takes the first source with an opinion, and within it ask before allow', () => {
    const set = (source: 'project' | 'user' | 'session', behavior: 'allow' | 'ask') => ({
      source,
      rules: { allow: [], ask: [], deny: [], [behavior]: ['Bash(npm test)'] },
    })
    const outcome = (...ruleSets: PermissionState['ruleSets']) =>
      verdict(shellCall('npm test'), stateWith({ ruleSets }))
    expect(outcome(set('session', 'allow'), set('user', 'ask'))).toBe('ask by user')
    expect(outcome(set('user', 'ask'), set('project', 'allow'))).toBe('ask by user')
    expect(outcome(set('user', 'allow'), set('project', 'ask'))).toBe('allow by user')
    expect(
      verdict(shellCall('npm test'), stateWith({ rules: { allow: ['Bash'], ask: ['Bash(npm:*)'] } })),
    ).toBe('ask by user')
  })

  it('asks for a read-only call that an ask rule names', () => {
    const state = stateWith({ rules: { ask: ['Read(secrets/**)'] } })
    expect(verdict(fileCall('Read', '/workspace/secrets/key', READ_OK), state)).toBe('ask by user')
    expect(verdict(fileCall('Read', FILE, READ_OK), state)).toBe('allow by tool')
  })

  it('denies what would be asked when nobody is there', () => {
    expect(decide(shellCall('npm test'), stateWith({ canAsk: false }))).toEqual({
      behavior: 'deny',
      source: 'nobody',
      rank: 'user',
      reason: 'No rule allows it. Nobody is there to be asked.',
      suggestedRule: 'Bash(npm test:*)',
      destructive: false,
    })
  })

  it('reads Edit rules for every tool that changes files, Read rules for every search', () => {
    const state = stateWith({ rules: { allow: ['Edit(/src/**)'], deny: ['Read(.env)'] } })
    expect(verdict(fileCall('Write', FILE), state)).toBe('allow by user')
    expect(verdict(fileCall('Edit', '/workspace/test/a.js'), state)).toBe('ask by mode')
    expect(verdict(fileCall('Write', FILE, { real: '/workspace/test/a.js' }), state)).toBe('ask by mode')
    expect(verdict(fileCall('Grep', '/workspace/app/.ENV', READ_OK), state)).toBe('deny by user')
    expect(verdict(shellCall('cat app/.env | head'), stateWith({ rules: { deny: ['Read(.env)'] } }))).toBe(
      'deny by user',
    )
  })

  it('takes a damaged rule as nothing when it allows and as the whole tool when it denies', () => {
    expect(verdict(shellCall('npm test'), stateWith({ rules: { allow: ['Bash(npm test'] } }))).toBe(
      'ask by mode',
    )
    expect(verdict(shellCall('npm test'), stateWith({ rules: { deny: ['Bash(rm'] } }))).toBe('deny by user')
    expect(verdict(shellCall('npm test'), stateWith({ rules: { allow: ['', '(', '*'] } }))).toBe(
      'ask by mode',
    )
  })

  it('asks about a command that cannot be checked against a restriction', () => {
    const state = stateWith({ sandboxAutoAllow: true, rules: { deny: ['Bash(shutdown:*)'] } })
    expect(verdict(shellCall('x=shut; ${x}down'), state)).toBe('deny by user')
    expect(decide(shellCall('x=$(cat name); $x'), state)).toMatchObject({
      behavior: 'ask',
      source: 'user',
      reason:
        'The rule Bash(shutdown:*) (user) restricts commands, and this one cannot be checked against it: a command in it has a name that only a run can tell.',
    })
    expect(verdict(shellCall('npm test && echo ok'), state)).toBe('allow by sandbox')
  })
})

describe('suggested rules', () => {
  it('are none where the policy has no allow rule of others count', () => {
    const only = stateWith({ onlyPolicyAllows: true })
    expect(decide(shellCall('npm test'), only)).toMatchObject({ behavior: 'ask', suggestedRule: '' })
  })

  it.each([
    ['npm test', 'Bash(npm test:*)'],
    ['npm run test:unit -- a', 'Bash(npm run test:unit:*)'],
    ['git commit -m "x"', 'Bash(git commit:*)'],
    ['ls -la', 'Bash(ls:*)'],
    ['node -e "1"', 'Bash(node -e "1")'],
    ['a && b *', 'Bash(a && b \\*)'],
    ['sed -i s/a/b/ x', 'Bash(sed -i s/a/b/ x)'],
  ])('for %s: %s, and it allows that command', (command, rule) => {
    const call = shellCall(command)
    expect(decide(call, stateWith()).suggestedRule).toBe(rule)
    expect(decide(call, stateWith({ rules: { allow: [rule] } })).behavior).toBe('allow')
  })

  it.each([
    ['/workspace/src/deep/a.js', 'Edit(/src/deep/**)'],
    ['/workspace/a.js', 'Edit(/a.js)'],
    ['/tmp/a.js', 'Edit(//tmp/a.js)'],
  ])('for an edit of %s: %s, and it allows that edit', (path, rule) => {
    expect(decide(fileCall('Edit', path), stateWith()).suggestedRule).toBe(rule)
    expect(decide(fileCall('Edit', path), stateWith({ rules: { allow: [rule] } })).behavior).toBe('allow')
  })
})
