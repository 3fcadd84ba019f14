/** Text typed, attached and sent while one session gives way to another. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { fail, ok } from '../sandbox/contract/errors.ts'
import { summary } from './testing/fake-agent/session-summary.ts'
import { mountApp, unmountApp } from './testing/mount-app.ts'

const composer = page.getByRole('textbox', { name: 'Message' })
const attached = page.getByRole('list', { name: 'Attached' }).getByRole('listitem')

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

/** At the moment in which a session has a draft, and "New session" was pressed; `opening` ends it. */
async function leaving() {
  const { app, fake, started } = mountApp()
  await started
  await composer.fill('half a thought')
  app.session.attachments.addText('kept beside it')
  const opening = Promise.withResolvers<void>()
  const createSession = fake.agent.sessions.create
  fake.agent.sessions.create = async () => {
    await opening.promise
    return createSession()
  }
  await page.getByRole('button', { name: 'New session' }).click()
  return { app, fake, opening }
}

it('a message that is sent meanwhile is for the new one, and the draft stays with the old', async () => {
  const { app, fake, opening } = await leaving()
  await expect.element(composer).toHaveValue('')
  await expect.element(attached).not.toBeInTheDocument()
  await composer.fill('Make another file')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Waiting for the session')).toBeVisible()
  await composer.fill('and then')
  app.session.attachments.addText('of the new one')
  expect(fake.calls).toEqual(['open: s1'])
  opening.resolve()
  await expect.poll(() => fake.calls).toEqual(['open: s1', 'open: s2', 'send: Make another file'])
  await expect.element(composer).toHaveValue('and then')
  await expect.element(attached).toHaveLength(1)

  await app.openSession('s1')
  await expect.element(composer).toHaveValue('half a thought')
  await expect.element(attached).toHaveLength(1)
  await app.openSession('s2')
  await expect.element(composer).toHaveValue('and then')
  await expect.element(attached).toHaveLength(1)
})

it('is all in the composer again where the new one cannot be opened', async () => {
  const { app, fake, opening } = await leaving()
  await composer.fill('Make another file')
  await userEvent.keyboard('{Enter}')
  opening.reject(new Error('The disk is full.'))
  await expect.element(page.getByRole('alert')).toHaveTextContent('The disk is full.')
  await expect.element(composer).toHaveValue('half a thought\n\nMake another file')
  await expect.element(attached).toHaveLength(1)
  expect(fake.calls).toEqual(['open: s1'])
  fake.agent.sessions.open = async () => fail('not_found', 'There is no such session.')
  await app.openSession('s7')
  await expect.element(composer).toHaveValue('half a thought\n\nMake another file')
})

it('a message that could not leave yet stays with the session that it was written for', async () => {
  const { app, fake, started } = mountApp(undefined, { sandbox: false })
  await started
  await composer.fill('for the first')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Waiting for the sandbox')).toBeVisible()
  await page.getByRole('button', { name: 'New session' }).click()
  await expect.poll(() => app.session.id).toBe('s2')
  fake.notice({ type: 'sandbox', state: { status: 'ready', backend: 'embedded' } })
  await expect.element(composer).toHaveValue('')
  await app.openSession('s1')
  await expect.element(composer).toHaveValue('for the first')
  expect(fake.calls.filter((call) => call.startsWith('send'))).toEqual([])
})

it('a recording that is chosen before the first session is open is what is shown in the end', async () => {
  const opening = Promise.withResolvers<void>()
  const { app, fake, started } = mountApp((agent) => {
    const openSession = agent.agent.sessions.open
    agent.agent.sessions.open = async (id) => {
      await opening.promise
      return openSession(id)
    }
  })
  const imported = app.importFile(new File(['{}'], 'one.jsonl'))
  // All that it needs besides the session, begun after it.
  expect(await app.history.source(new File(['{}'], 'one.jsonl'))).toMatchObject({ ok: true })
  expect(fake.calls).toEqual([])
  opening.resolve()
  await Promise.all([started, imported])
  expect(fake.calls).toEqual(['open: s1', 'open: recording'])
  expect(app.session.id).toBe('recording')
})

it('two that are asked for at once open one after the other', async () => {
  const { app, fake, opening } = await leaving()
  fake.sessions.set('s0', summary('s0', ''))
  const other = app.openSession('s0')
  opening.resolve()
  await other
  expect(fake.calls).toEqual(['open: s1', 'open: s3', 'open: s0'])
  expect(app.session.id).toBe('s0')
})

it('the session goes on while another one is fetched', async () => {
  const { app, fake, started } = mountApp()
  await started
  const fetched = Promise.withResolvers<void>()
  const openRecording = fake.agent.recordings.open
  fake.agent.recordings.open = async (source) => {
    await fetched.promise
    return openRecording(source)
  }
  await composer.fill('half a thought')
  const opening = app.openRecording({ kind: 'stored', url: 'https://store.example/x', key: 'k' })
  await expect.poll(() => app.fetchingFrom).toBe('store.example')
  await expect.element(composer).toHaveValue('half a thought')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => fake.calls).toEqual(['open: s1', 'send: half a thought'])
  fetched.resolve()
  expect(await opening).toBe(true)
})

it('a message that is sent while the open session is deleted is for the one that takes its place', async () => {
  const { app, fake, started } = mountApp()
  await started
  await composer.fill('half a thought')
  const deleting = Promise.withResolvers<void>()
  fake.agent.sessions.delete = async (id) => {
    await deleting.promise
    fake.sessions.delete(id)
    fake.sessions.set('s2', summary('s2', ''))
    return ok(undefined)
  }
  const deleted = app.deleteSession('s1')
  await composer.fill('Three')
  await userEvent.keyboard('{Enter}')
  await composer.fill('and then')
  expect(fake.calls).toEqual(['open: s1'])
  deleting.resolve()
  await deleted
  await expect.poll(() => fake.calls).toEqual(['open: s1', 'open: s2', 'send: Three'])
  await expect.element(composer).toHaveValue('and then')
})

it('is all in the composer again where the session could not be deleted', async () => {
  const { app, fake, started } = mountApp()
  await started
  await composer.fill('half a thought')
  const deleting = Promise.withResolvers<void>()
  fake.agent.sessions.delete = async () => {
    await deleting.promise
    return fail('not_permitted', 'This session runs in another tab; it was not deleted.')
  }
  const deleted = app.deleteSession('s1')
  await composer.fill('Three')
  await userEvent.keyboard('{Enter}')
  deleting.resolve()
  await deleted
  await expect.element(composer).toHaveValue('half a thought\n\nThree')
  expect([app.session.id, app.sessions.problem?.message]).toEqual([
    's1',
    'This session runs in another tab; it was not deleted.',
  ])
})
