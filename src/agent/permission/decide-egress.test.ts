import { describe, expect, it } from 'vitest'
import { addressKind } from '../protocol/address-kind.ts'
import type { PermissionState } from './contract.ts'
import { decideEgress } from './decide-egress.ts'
import type { RuleSource } from './rank.ts'

interface Rules {
  readonly allow?: string[]
  readonly ask?: string[]
  readonly deny?: string[]
}

const READING = {
  url: new URL('https://example.com/'),
  readOnly: true,
  method: 'GET',
  publishes: false,
  readsRegistry: false,
  ownOrigins: [],
}

function verdict(
  address: string,
  rules: Rules = {},
  options: Partial<PermissionState> & {
    send?: boolean
    method?: string
    publishes?: boolean
    readsRegistry?: boolean
    repository?: string
    token?: 'kept' | 'needed'
    source?: RuleSource
  } = {},
): string {
  const { behavior, source } = decideEgress(
    {
      url: new URL(address),
      readOnly: !options.send,
      method: options.method ?? (options.send ? 'POST' : 'GET'),
      publishes: options.publishes ?? false,
      readsRegistry: options.readsRegistry ?? false,
      ownOrigins: ['https://vivarium.example.org'],
      repository: options.repository,
      token: options.token,
    },
    {
      mode: 'default',
      allowBypass: false,
      canAsk: true,
      ruleSets: [{ source: options.source ?? 'user', rules: { allow: [], ask: [], deny: [], ...rules } }],
      ...options,
    },
  )
  return `${behavior} by ${source}`
}

describe('egress', () => {
  it('is asked for, unless a rule allows exactly its domain', () => {
    expect(verdict('https://example.com/a')).toBe('ask by egress')
    const rules = { allow: ['WebFetch(domain:example.com)'] }
    expect(verdict('https://example.com/a', rules)).toBe('allow by user')
    expect(verdict('https://EXAMPLE.com./a', rules)).toBe('allow by user')
    for (const other of [
      'https://sub.example.com/',
      'https://example.com.evil.test/',
      'https://notexample.com/',
      'https://example.com:8443/',
      'https://example.com@evil.test/',
      'https://evil.test/example.com',
      'https://evil.test/?domain:example.com',
    ])
      expect([other, verdict(other, rules)]).toEqual([other, 'ask by egress'])
  })

  it('knows subdomains, ports, and all public places', () => {
    expect(verdict('https://a.example.com/', { allow: ['WebFetch(domain:*.example.com)'] })).toBe(
      'allow by user',
    )
    expect(verdict('https://example.com/', { allow: ['WebFetch(domain:*.example.com)'] })).toBe(
      'ask by egress',
    )
    expect(verdict('https://example.com:8443/', { allow: ['WebFetch(domain:example.com:8443)'] })).toBe(
      'allow by user',
    )
    expect(verdict('https://anything.test.example/', { allow: ['WebFetch'] })).toBe('allow by user')
    expect(verdict('https://anything.test.example/', { allow: ['WebFetch(domain:*)'] })).toBe('allow by user')
    expect(verdict('https://x.test.example/', { allow: ['WebFetch(domain:*.example', 'WebFetch(x)'] })).toBe(
      'ask by egress',
    )
  })

  it('is not allowed to send by a rule that allows to read; a denied reading denies the sending', () => {
    expect(verdict('https://example.com/', { allow: ['WebFetch(domain:example.com)'] }, { send: true })).toBe(
      'ask by egress',
    )
    expect(verdict('https://example.com/', { allow: ['WebSend(domain:example.com)'] }, { send: true })).toBe(
      'allow by user',
    )
    expect(verdict('https://example.com/', { deny: ['WebFetch(domain:example.com)'] }, { send: true })).toBe(
      'deny by user',
    )
    expect(verdict('https://example.com/', { deny: ['WebSend(domain:example.com)'] })).toBe('ask by egress')
  })

  it('is denied by a deny of any source, whatever else allows it', () => {
    const ruleSets: PermissionState['ruleSets'] = [
      { source: 'policy', rules: { allow: ['WebFetch'], ask: [], deny: [] } },
      { source: 'session', rules: { allow: [], ask: [], deny: ['WebFetch(domain:example.com)'] } },
    ]
    const state = { ruleSets, mode: 'bypassPermissions', allowBypass: true } as const
    expect(verdict('https://example.com/', {}, state)).toBe('deny by session')
    expect(verdict('https://deep.sub.example.com:99/', {}, state)).toBe('deny by session')
    expect(verdict('https://other.example/', {}, state)).toBe('allow by policy')
    expect(verdict('https://other.example/', { deny: ['WebFetch(example'] })).toBe('deny by user')
  })

  it('pushes only when the user says so each time', () => {
    const rules = { allow: ['WebSend(domain:example.com)', 'WebFetch', 'WebSend'] }
    const state = { publishes: true, send: true } as const
    expect(verdict('https://example.com/r.git', rules, state)).toBe('ask by egress')
    expect(
      verdict('https://example.com/r.git', rules, { ...state, mode: 'bypassPermissions', allowBypass: true }),
    ).toBe('ask by egress')
  })

  it('with a token goes by a rule that names the repository, letter by letter, and by no wider one', () => {
    const repository = 'https://example.com/a/b.git'
    const at = (address: string, allow: string[], more: Parameters<typeof verdict>[2] = {}) =>
      verdict(`${address}/info/refs`, { allow }, { repository: address, token: 'needed', ...more })
    const rule = `WebFetch(repository:${repository})`
    expect(at(repository, [rule])).toBe('allow by user')
    expect(at(repository, [`WebFetch(repository:${repository}/)`])).toBe('allow by user')
    for (const wide of [
      'WebFetch',
      'WebFetch(domain:example.com)',
      'WebSend',
      `WebFetch(repository:${repository}`,
    ])
      expect([wide, at(repository, [wide])]).toEqual([wide, 'ask by egress'])
    for (const other of [
      'https://example.com/a/b',
      'https://example.com/a/B.git',
      'https://example.com/a/b.git/c',
      'https://example.com/a%2fb.git',
      'https://example.com:8443/a/b.git',
      'https://example.org/a/b.git',
    ])
      expect([other, at(other, [rule])]).toEqual([other, 'ask by egress'])
    expect(at(repository, [], { mode: 'bypassPermissions', allowBypass: true })).toBe('ask by egress')
    expect(at(repository, [], { readsRegistry: true })).toBe('ask by egress')
    expect(at(repository, [rule], { source: 'project' })).toBe('ask by egress')
    expect(at(repository, [rule], { publishes: true, send: true })).toBe('ask by egress')
    // The rule also lets the repository be read without a token.
    expect(verdict(`${repository}/info/refs`, { allow: [rule] }, { repository })).toBe('allow by user')
    expect(verdict(`${repository}/raw/x`, { allow: [rule] })).toBe('ask by egress')
  })

  it('to a repository that is denied does not go, however it is written', () => {
    const deny = ['WebFetch(repository:https://example.com/a/b)']
    for (const repository of ['https://example.com/a/b', 'https://example.com/A/b.git'])
      for (const send of [false, true])
        expect(
          verdict(`${repository}/info/refs`, { allow: ['WebFetch', 'WebSend'], deny }, { repository, send }),
        ).toBe('deny by user')
    expect(verdict('https://example.com/a/c', { allow: ['WebFetch'], deny })).toBe('allow by user')
  })

  it.each(['project', 'local'] as const)('is not allowed by a rule of the workspace: %s', (source) => {
    const rules = { allow: ['WebFetch', 'WebFetch(domain:localhost:1234)'] }
    expect(verdict('https://example.com/', rules, { source })).toBe('ask by egress')
    expect(verdict('http://localhost:1234/', rules, { source })).toBe('deny by safety_check')
    const state = { mode: 'default', allowBypass: false, canAsk: true } as const
    const ruleSets = [{ source, rules: { allow: ['WebFetch'], ask: [], deny: [] } }]
    expect(decideEgress(READING, { ...state, ruleSets })).toMatchObject({
      rank: 'user',
      reason: `What leaves this browser is asked for, and no rule allows it. The rule WebFetch (${source}) cannot allow that: only the user can.`,
    })
    expect(verdict('https://example.com/', { ask: ['WebFetch'] }, { source })).toBe(`ask by ${source}`)
    expect(verdict('https://example.com/', { deny: ['WebFetch'] }, { source })).toBe(`deny by ${source}`)
  })

  it('is denied when nobody is there to be asked', () => {
    expect(verdict('https://example.com/', {}, { canAsk: false })).toBe('deny by nobody')
  })

  const PRIVATE = [
    'http://localhost:1234/',
    'http://LOCALHOST./',
    'http://a.localhost/',
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::ffff:7f00:1]/',
    'http://[::127.0.0.1]/',
    'http://[64:ff9b::10.0.0.1]/',
    'http://[2002:7f00:1::]/',
    'http://[fe80::1]/',
    'http://[fd00::1]/',
    'http://[ff02::1]/',
    'http://10.1.2.3/',
    'http://172.31.0.1/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://100.64.0.1/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://router/',
    'http://printer.local/',
    'http://metadata.google.internal/',
    'http://①②⑦.0.0.1/',
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://user@127.0.0.1/',
  ]

  it.each(PRIVATE)('never goes to %s by a wide rule, by bypass or by asking', (address) => {
    const rules = {
      allow: ['WebFetch', 'WebFetch(domain:*)', 'WebFetch(domain:*.1)', 'WebFetch(domain:*.localhost)'],
    }
    expect(verdict(address, rules)).toBe('deny by safety_check')
    expect(verdict(address, {}, { mode: 'bypassPermissions', allowBypass: true })).toBe(
      'deny by safety_check',
    )
    expect(verdict(address)).toBe('deny by safety_check')
  })

  it.each([
    'https://example.com/',
    'https://8.8.8.8/',
    'https://172.32.0.1/',
    'https://[2606:4700::1]/',
    'https://1.1/',
  ])('takes %s for a public place', (address) =>
    expect(addressKind(new URL(address).hostname)).toBe('public'),
  )

  it("goes to the user's own machine by a rule with exactly that address and port", () => {
    const rules = { allow: ['WebFetch(domain:localhost:1234)'] }
    expect(verdict('http://localhost:1234/x', rules)).toBe('allow by user')
    expect(verdict('http://localhost:1235/x', rules)).toBe('deny by safety_check')
    expect(verdict('http://127.0.0.1:1234/x', rules)).toBe('deny by safety_check')
    expect(verdict('http://localhost:1234/x', { allow: ['WebFetch(domain:localhost)'] })).toBe(
      'deny by safety_check',
    )
    expect(verdict('http://127.1:99/', { allow: ['WebFetch(domain:127.0.0.1:99)'] })).toBe('allow by user')
    expect(verdict('http://[::1]:99/', { allow: ['WebFetch(domain:[0:0::1]:99)'] })).toBe('allow by user')
    expect(verdict('http://localhost:1234/x', rules, { send: true })).toBe('ask by egress')
  })

  it('does not reach the app itself', () => {
    expect(verdict('https://vivarium.example.org/assets/x.js')).toBe('deny by safety_check')
    expect(
      verdict(
        'https://vivarium.example.org/assets/x.js',
        {},
        { mode: 'bypassPermissions', allowBypass: true },
      ),
    ).toBe('deny by safety_check')
  })

  it('reads the package registry of the settings unasked, unless a rule says otherwise', () => {
    const address = 'https://registry.example/left-pad'
    expect(verdict(address, {}, { readsRegistry: true })).toBe('allow by registry')
    expect(verdict('http://localhost:4873/a', {}, { readsRegistry: true })).toBe('allow by registry')
    const rule = 'WebFetch(domain:registry.example)'
    expect(verdict(address, { deny: [rule] }, { readsRegistry: true })).toBe('deny by user')
    expect(verdict(address, { ask: [rule] }, { readsRegistry: true })).toBe('ask by user')
  })

  it('is allowed for single methods, and denied and asked for them', () => {
    const allow = ['WebSend(domain:example.com method:POST,put)']
    const sent = (method: string, rules: Rules) =>
      verdict('https://example.com/', rules, { send: true, method })
    expect(['POST', 'PUT', 'PATCH', 'DELETE'].map((method) => sent(method, { allow }))).toEqual([
      'allow by user',
      'allow by user',
      'ask by egress',
      'ask by egress',
    ])
    expect(verdict('https://example.com/', { allow })).toBe('ask by egress')
    const heads = ['WebFetch(domain:example.com method:HEAD)']
    expect(verdict('https://example.com/', { allow: heads }, { method: 'HEAD' })).toBe('allow by user')
    expect(verdict('https://example.com/', { allow: heads })).toBe('ask by egress')

    const all = { allow: ['WebSend(domain:*)'] }
    expect(sent('DELETE', { ...all, deny: ['WebSend(domain:*.example.com method:DELETE)'] })).toBe(
      'deny by user',
    )
    expect(sent('POST', { ...all, deny: ['WebSend(domain:example.com method:DELETE)'] })).toBe(
      'allow by user',
    )
    expect(sent('POST', { ...all, ask: ['WebSend(domain:example.com method:POST)'] })).toBe('ask by user')
    // An invalid list of methods allows nothing, and denies everything.
    for (const wrong of ['method:', 'method:P OST', 'methods:POST', 'method:POST,', 'POST']) {
      expect(sent('POST', { allow: [`WebSend(domain:example.com ${wrong})`] })).toBe('ask by egress')
      expect(sent('POST', { ...all, deny: [`WebSend(domain:example.com ${wrong})`] })).toBe('deny by user')
    }
    // Another port, another host.
    expect(verdict('https://example.com:8443/', { allow }, { send: true })).toBe('ask by egress')
    expect(verdict('https://sub.example.com/', { allow }, { send: true })).toBe('ask by egress')
  })

  it('a rule for a method opens this machine for that one, and asks for others', () => {
    const rules = { allow: ['WebSend(domain:localhost:1234 method:POST)'] }
    const at = (method: string, send: boolean) => verdict('http://localhost:1234/', rules, { send, method })
    expect([at('POST', true), at('DELETE', true), at('GET', false), at('CONNECT', true)]).toEqual([
      'allow by user',
      'ask by egress',
      'ask by egress',
      'ask by egress',
    ])
    expect(verdict('http://localhost:1235/', rules, { send: true })).toBe('deny by safety_check')
  })

  it('suggests none where the policy has no allow rule of others count', () => {
    const state = { mode: 'default', allowBypass: false, canAsk: true, ruleSets: [] } as const
    expect(decideEgress(READING, state).suggestedRule).toBe('WebFetch(domain:example.com)')
    expect(decideEgress(READING, { ...state, onlyPolicyAllows: true })).toMatchObject({
      behavior: 'ask',
      suggestedRule: '',
    })
  })

  it('suggests the narrowest rule, which then allows it', () => {
    for (const [address, send, rule] of [
      ['https://example.com/a?b', false, 'WebFetch(domain:example.com)'],
      ['https://example.com:8443/', true, 'WebSend(domain:example.com:8443 method:POST)'],
      ['https://bücher.example/', false, 'WebFetch(domain:xn--bcher-kva.example)'],
    ] as const) {
      const call = {
        url: new URL(address),
        readOnly: !send,
        method: send ? 'POST' : 'GET',
        publishes: false,
        readsRegistry: false,
        ownOrigins: [],
      }
      const state = { mode: 'default', allowBypass: false, canAsk: true, ruleSets: [] } as const
      expect(decideEgress(call, state).suggestedRule).toBe(rule)
      expect(verdict(address, { allow: [rule] }, { send })).toBe('allow by user')
    }
  })
})
