import { expect, it } from 'vitest'
import { CredentialStore } from './credential-store.ts'

it('sends requests with a key that was replaced meanwhile, also by another tab', async () => {
  const [here, there] = [new CredentialStore(), new CredentialStore()]
  const provider = `provider-${Date.now()}`
  const keyHere = async () => (await here.credentials(provider)).apiKey
  expect(await keyHere()).toBe('')
  await here.setApiKey(provider, 'first-key')
  expect(await keyHere()).toBe('first-key')

  await there.setApiKey(provider, 'second-key')
  await expect.poll(keyHere).toBe('second-key')
  await there.setExtraHeaders(provider, 'x-team: one')
  await expect.poll(async () => (await here.credentials(provider)).extraHeaders).toEqual({ 'x-team': 'one' })
  await there.setApiKey(provider, '')
  await expect.poll(keyHere).toBe('')
})
