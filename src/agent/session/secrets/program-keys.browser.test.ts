import { beforeEach, expect, it } from 'vitest'
import { CredentialStore } from './credential-store.ts'

const KEY = { name: 'EXAMPLE_KEY', value: 'live-key-7Qx2Lm9Tz4', hosts: ['API.example', 'localhost:99'] }

beforeEach(() => new CredentialStore().removeKeys())

it('programs are told a placeholder that stays, the gate the key; both tabs know of a change', async () => {
  const learned: string[] = []
  const [here, there] = [new CredentialStore((secret) => void learned.push(secret)), new CredentialStore()]
  // Listens for changes from its first request on.
  await there.credentials('anthropic')
  expect(await there.programs.keys()).toEqual([])
  expect(await here.setProgramKey(KEY)).toMatchObject({
    ok: true,
    value: [{ name: 'EXAMPLE_KEY', hosts: ['api.example', 'localhost:99'], hint: '9Tz4' }],
  })
  expect(learned).toContain(KEY.value)
  const { EXAMPLE_KEY: placeholder = '', VIVARIUM_PLACEHOLDERS: told = '' } =
    await here.programs.environment()
  expect(placeholder).toMatch(/^placeholder_example_key_[0-9a-f]{24}$/)
  expect(told).toContain('EXAMPLE_KEY (api.example, localhost:99)')
  const key = { name: 'EXAMPLE_KEY', value: KEY.value, placeholder, hosts: ['api.example', 'localhost:99'] }
  await expect.poll(() => there.programs.keys()).toMatchObject([key])
  expect(await there.ownKeys()).toMatchObject({ ok: true, value: [KEY.value] })

  await here.setProgramKey({ ...KEY, value: 'another-key-1234', hosts: ['other.example'] })
  await expect
    .poll(() => there.programs.keys())
    .toMatchObject([{ ...key, value: 'another-key-1234', hosts: ['other.example'] }])
  await here.forgetProgramKey('EXAMPLE_KEY')
  expect(await new CredentialStore().programs.keys()).toEqual([])
  expect(await here.programs.environment()).toEqual({})
})

it('locked, programs have the placeholder still and the gate has no key; which hosts it is for is believed of what is encrypted', async () => {
  const values = new CredentialStore()
  await values.setProgramKey(KEY)
  await values.keyring.change({ current: '', next: 'eleven quiet lanterns' })
  const before = await values.programs.environment()
  await values.keyring.lock()
  expect(await values.programs.keys()).toEqual([])
  expect(await values.programs.environment()).toEqual(before)
  expect(await values.programs.list()).toMatchObject([{ name: 'EXAMPLE_KEY', hint: '' }])

  const later = new CredentialStore()
  expect(await later.programs.keys()).toEqual([])
  await later.keyring.unlock('eleven quiet lanterns')
  expect(await later.programs.keys()).toMatchObject([
    { value: KEY.value, hosts: ['api.example', 'localhost:99'] },
  ])
})

it.each([
  [{ ...KEY, name: 'PATH' }, 'PATH steers programs or is set already'],
  [{ ...KEY, name: 'NODE_OPTIONS' }, 'NODE_OPTIONS steers programs'],
  [{ ...KEY, name: 'has-dash' }, '"has-dash" is no name of a variable'],
  [{ ...KEY, value: 'short' }, 'A key has at least 8 characters.'],
  [{ ...KEY, value: 'two words here' }, 'A key has no spaces'],
  [{ ...KEY, hosts: [] }, '"" is no host name'],
  [{ ...KEY, hosts: ['a.example/path'] }, '"a.example/path" is no host name'],
  [{ ...KEY, hosts: ['*.example'] }, '"*.example" is no host name'],
  [{ ...KEY, hosts: Array.from({ length: 11 }, (_, at) => `h${at}.example`) }, 'at most 10 hosts'],
])('%o is refused', async (key, message) => {
  const values = new CredentialStore()
  const refused = await values.setProgramKey(key)
  expect(refused.ok ? '' : refused.error.message).toContain(message)
  expect(await values.programs.list()).toEqual([])
})
