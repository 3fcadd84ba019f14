/** Files of a deployment's policy: those that are read whole, and those that are refused with a sentence. */
import { describe, expect, it } from 'vitest'
import { POLICY_BYTES } from '../../limits.ts'
import { readPolicy } from './policy-file.ts'
import type { PolicyContent } from './policy-file.ts'

const NOTHING: PolicyContent = {
  rules: { allow: [], ask: [], deny: [] },
  onlyItsAllows: false,
  fixed: {},
  closedModes: [],
  deniedModels: [],
  env: {},
}

const read = (value: unknown) => readPolicy(JSON.stringify(value))

describe('a file that is read', () => {
  const whole = {
    $schema: 'https://json.schemastore.org/claude-code-settings.json',
    permissions: {
      allow: ['Bash(npm test:*)'],
      ask: ['WebFetch'],
      deny: ['Read(./.env)', 'WebSend'],
      defaultMode: 'plan',
      disableBypassPermissionsMode: 'disable',
      disableAutoMode: 'disable',
    },
    allowManagedPermissionRulesOnly: true,
    model: 'claude-sonnet-4-6',
    fallbackModel: ['claude-haiku-4-5'],
    advisorModel: '',
    availableModels: ['sonnet', 'haiku'],
    deniedModels: ['opus'],
    autoCompactEnabled: false,
    promptCacheTtl: '1h',
    env: { HTTPS_PROXY: 'http://proxy:8080', npm_config_registry: 'https://packages.example' },
  }

  it('sets all that it says', () => {
    expect(read(whole)).toEqual({
      ok: true,
      policy: {
        rules: { allow: ['Bash(npm test:*)'], ask: ['WebFetch'], deny: ['Read(./.env)', 'WebSend'] },
        onlyItsAllows: true,
        fixed: {
          model: 'claude-sonnet-4-6',
          fallbackModel: 'claude-haiku-4-5',
          advisorModel: '',
          autoCompact: false,
          cacheForAnHour: true,
        },
        defaultMode: 'plan',
        closedModes: ['bypassPermissions', 'auto'],
        availableModels: ['sonnet', 'haiku'],
        deniedModels: ['opus'],
        env: whole.env,
      },
    })
  })

  it.each([
    ['{}', {}],
    [' \n{ "permissions": {} }\n', {}],
    ['{"permissions":{"defaultMode":"manual"}}', { defaultMode: 'default' }],
    ['{"fallbackModel":[]}', { fixed: { fallbackModel: '' } }],
    ['{"fallbackModel":"m"}', { fixed: { fallbackModel: 'm' } }],
    ['{"promptCacheTtl":"5m"}', { fixed: { cacheForAnHour: false } }],
    ['{"$schema":{"$schema":[1,{"$schema":2},{"$schema":3}]}}', {}],
    ['{"model":"a\\"b\\\\"}', { fixed: { model: 'a"b\\' } }],
    ['{"env":{"constructor":"a","toString":""}}', { env: { constructor: 'a', toString: '' } }],
  ])('sets what it says, and nothing else: %s', (text, set) => {
    expect(readPolicy(text)).toEqual({ ok: true, policy: { ...NOTHING, ...set } })
  })
})

describe('a file that is refused', () => {
  it.each([
    ['', 'The file is empty.'],
    [' \n\t', 'The file is empty.'],
    ['{"permissions":{"deny":["WebFetch"', 'The file is no JSON: it ends too early.'],
    ['{"permissions":', 'The file is no JSON: it ends too early.'],
    ['{\n  "model": "a",\n}', 'The file is no JSON: line 3, column 1.'],
    ['{"a" "b"}', 'The file is no JSON: line 1, column 6.'],
    ['{"model":"a"} {}', 'The file is no JSON: line 1, column 15.'],
    ['{"model":"a\n"}', 'The file is no JSON: line 1, column 10.'],
    ["{'model':'a'}", 'The file is no JSON: line 1, column 2.'],
    ['{"autoCompactEnabled": True}', 'The file is no JSON: line 1, column 24.'],
    ['{"a":[1}', 'The file is no JSON: line 1, column 8.'],
    ['// Ours\n{}', 'The file is no JSON: line 1, column 1.'],
    ['<!doctype html>', 'The file is no JSON: line 1, column 1.'],
    ['[{}]', 'The file is no JSON object.'],
    ['null', 'The file is no JSON object.'],
    ['"permissions"', 'The file is no JSON object.'],
    ['{"model":"a","model":"b"}', 'The file has the name "model" twice in one object.'],
    ['{"mod\\u0065l":"a","model":"b"}', 'The file has the name "model" twice in one object.'],
    ['{"permissions":{"deny":["A"],"deny":[]}}', 'The file has the name "deny" twice in one object.'],
  ])('names where it is no JSON: %s', (text, problem) => {
    expect(readPolicy(text)).toEqual({ ok: false, problem })
  })

  it('tells of escapes that are none', () => {
    expect(readPolicy('{"model":"\\x"}')).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/^The file is no JSON: ./),
    })
  })

  it.each([
    [{ hooks: {} }, 'hooks'],
    [{ Permissions: {} }, 'Permissions'],
    [{ allowManagedHooksOnly: true }, 'allowManagedHooksOnly'],
    [{ permissions: { additionalDirectories: [] } }, 'permissions.additionalDirectories'],
    [{ permissions: { denyInsteadOfPrompting: true } }, 'permissions.denyInsteadOfPrompting'],
    [{ permissions: { constructor: 1 } }, 'permissions.constructor'],
    [{ env: { ANTHROPIC_BASE_URL: 'https://gateway.example' } }, 'env.ANTHROPIC_BASE_URL'],
    [{ env: { DISABLE_TELEMETRY: '1' } }, 'env.DISABLE_TELEMETRY'],
    [{ env: { BASH_MAX_TIMEOUT_MS: '1' } }, 'env.BASH_MAX_TIMEOUT_MS'],
  ])('names the key that nothing here would enforce: %j', (value, key) => {
    const problem = `The file sets "${key}", which this version of Vivarium cannot enforce.`
    expect(read(value)).toEqual({ ok: false, problem })
  })

  it.each([
    '{"__proto__":{"model":"x"}}',
    '{"permissions":{"__proto__":{"deny":[]}}}',
    '{"env":{"__proto__":"x"}}',
  ])('has no name of a prototype, which changes nothing: %s', (text) => {
    expect(readPolicy(text)).toMatchObject({
      ok: false,
      problem: expect.stringMatching(/__proto__", which this version/),
    })
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it.each([
    [{ permissions: null }, 'permissions'],
    [{ permissions: [] }, 'permissions'],
    [{ permissions: { deny: 'WebFetch' } }, 'permissions.deny'],
    [{ permissions: { deny: [1] } }, 'permissions.deny.0'],
    [{ permissions: { defaultMode: 'yolo' } }, 'permissions.defaultMode'],
    [{ permissions: { disableBypassPermissionsMode: true } }, 'permissions.disableBypassPermissionsMode'],
    [{ permissions: { disableAutoMode: 'enable' } }, 'permissions.disableAutoMode'],
    [{ allowManagedPermissionRulesOnly: 'true' }, 'allowManagedPermissionRulesOnly'],
    [{ model: '' }, 'model'],
    [{ model: 1 }, 'model'],
    [{ fallbackModel: ['a', 'b'] }, 'fallbackModel'],
    [{ availableModels: [] }, 'availableModels'],
    [{ availableModels: [' '] }, 'availableModels.0'],
    [{ deniedModels: { opus: true } }, 'deniedModels'],
    [{ autoCompactEnabled: 1 }, 'autoCompactEnabled'],
    [{ promptCacheTtl: '2h' }, 'promptCacheTtl'],
    [{ env: { A: 1 } }, 'env.A'],
    [{ env: { 'a-b': '' } }, 'env.a-b'],
    [{ env: { A: 'x\0' } }, 'env.A'],
  ])('names the path of a value that cannot be read: %j', (value, path) => {
    const problem = `The file has a value for "${path}" that this version of Vivarium cannot read.`
    expect(read(value)).toEqual({ ok: false, problem })
  })

  it.each([
    [{ permissions: { deny: ['Bash('] } }, 'The file has the rule "Bash(", which is none.'],
    [{ permissions: { allow: ['*'] } }, 'The file has the rule "*", which is none.'],
    [{ permissions: { ask: [''] } }, 'The file has the rule "", which is none.'],
    [
      { permissions: { defaultMode: 'auto', disableAutoMode: 'disable' } },
      'The file closes the mode "auto", with which it begins sessions.',
    ],
    [
      { model: 'claude-opus-4-6', availableModels: ['sonnet'] },
      'The file sets the model "claude-opus-4-6", which it does not allow itself.',
    ],
    [
      { fallbackModel: 'claude-opus-4-6', deniedModels: ['opus'] },
      'The file sets the model "claude-opus-4-6", which it does not allow itself.',
    ],
  ])('tells what is wrong with what it says: %j', (value, problem) => {
    expect(read(value)).toEqual({ ok: false, problem })
  })

  it('is read in no time, however large and deep it is', () => {
    const deep = '['.repeat(POLICY_BYTES)
    expect(readPolicy(deep)).toEqual({ ok: false, problem: 'The file is no JSON: it ends too early.' })
    const closed = `{"hooks":${'['.repeat(100_000)}${']'.repeat(100_000)}}`
    expect(readPolicy(closed)).toMatchObject({ ok: false })
    const text = `{"model":"${'\\"'.repeat(POLICY_BYTES / 2)}`
    expect(readPolicy(text)).toEqual({ ok: false, problem: 'The file is no JSON: it ends too early.' })
    const rules = Array.from({ length: 10_000 }, (_, at) => `Read(./${at}/**)`)
    expect(read({ permissions: { deny: rules } })).toMatchObject({ ok: true })
  })

  it('shows no more than the beginning of a long name', () => {
    const { problem } = { problem: '', ...read({ ['x'.repeat(100_000)]: 1 }) }
    expect(problem).toMatch(/^The file sets "x{120}…"/)
  })
})
