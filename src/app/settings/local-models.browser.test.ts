/** The settings of a model that runs in this tab: what is said, what is asked, what is set. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import type { LocalModel } from '../../agent/protocol/calls/local-models.ts'
import { ok } from '../../sandbox/contract/errors.ts'
import { mountApp, unmountApp } from '../testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 900))
afterEach(unmountApp)

const SMALL: LocalModel = {
  name: 'small.gguf',
  title: 'Small 1.5B',
  architecture: 'qwen2',
  contextLength: 32_768,
  chats: true,
  callsTools: false,
  bytes: 1_100_000_000,
  parts: 1,
}
const settings = page.getByRole('dialog', { name: 'Settings' })
const button = (name: string | RegExp) => settings.getByRole('button', { name })

async function open(prepare: (fake: ReturnType<typeof mountApp>['fake']) => void = () => undefined) {
  const mounted = mountApp()
  prepare(mounted.fake)
  await mounted.started
  await page.getByRole('button', { name: 'Settings' }).click()
  await settings.getByRole('combobox', { name: 'Provider' }).selectOptions('In this browser')
  return mounted.fake
}

it('says what a small model can do and what this machine gives it, and asks for no key', async () => {
  await open()
  await expect.element(settings).toHaveTextContent(/often call tools wrongly/)
  await expect.element(settings).toHaveTextContent(/no graphics card.*4 processor threads.*minutes/)
  await expect.element(settings).toHaveTextContent('No model is here yet.')
  await expect.element(settings.getByRole('textbox', { name: 'API key' })).not.toBeInTheDocument()
  await expect.element(settings.getByRole('textbox', { name: 'Base URL' })).not.toBeInTheDocument()
})

it('says the size before the download, how far it has come, and uses what has come', async () => {
  const fake = await open()
  const stored = Promise.withResolvers<void>()
  fake.agent.localModels.download = async (url) => {
    fake.calls.push(`download model: ${url}`)
    await stored.promise
    fake.models = [SMALL]
    return ok(SMALL)
  }
  await settings.getByRole('textbox', { name: 'Address of a model' }).fill('https://example.org/small.gguf')
  await button('How large is it?').click()
  await button('Download 1.1 GB').click()
  fake.notice({
    type: 'model_progress',
    progress: { name: 'small.gguf', doneBytes: 550_000_000, totalBytes: 1_100_000_000 },
  })
  await expect.element(settings.getByRole('progressbar', { name: 'Storing small.gguf' })).toBeVisible()
  await expect.element(settings).toHaveTextContent('550 MB of 1.1 GB')
  await button('Cancel').click()
  expect(fake.calls).toContain('cancel model')
  stored.resolve()
  await expect
    .element(settings.getByRole('list', { name: 'Models in this browser' }))
    .toHaveTextContent(/Small 1\.5B.*1\.1 GB.*32,768 tokens.*knows no tools.*In use/)
  expect(fake.calls.filter((call) => call.includes('model:'))).toEqual([
    'look at model: https://example.org/small.gguf',
    'download model: https://example.org/small.gguf',
  ])
  expect(fake.settingsNow).toMatchObject({
    provider: 'local',
    model: 'small.gguf',
    models: { 'small.gguf': { contextWindow: 16_384, tools: 'minimal', price: { input: 0, output: 0 } } },
  })
  await button('Done').click()
  await expect.element(page.getByText('Local model', { exact: true })).toBeVisible()
})

it('shows what kept a file from being stored', async () => {
  const fake = await open()
  fake.storedModel = {
    ok: false,
    error: {
      kind: 'invalid',
      message: 'x.gguf is no model that can be used: it is no GGUF file.',
      hint: 'Look.',
    },
  }
  const file = new File(['no'], 'x.gguf')
  await settings.getByLabelText('Model file').upload(file)
  await expect.element(settings.getByRole('alert')).toHaveTextContent('it is no GGUF file. Look.')
})

it('says what this browser lacks', async () => {
  await open((fake) => {
    fake.modelSupport = { missing: 'No memory beyond 4 GB.', gpu: false, threads: 1 }
  })
  await expect.element(settings.getByRole('alert')).toHaveTextContent('No memory beyond 4 GB.')
})

it('deletes a model', async () => {
  const fake = await open((own) => {
    own.models = [SMALL]
  })
  await button('Delete small.gguf').click()
  await expect.element(settings).toHaveTextContent('No model is here yet.')
  expect(fake.models).toEqual([])
})
