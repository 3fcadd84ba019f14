/** The permission request, the settings and the sessions, by role and name. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventBody } from '../agent/protocol/events.ts'
import { PERMISSION_GRACE_MS } from './limits.ts'
import { mountApp, unmountApp } from './testing/mount-app.ts'
import * as story from './testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const asked: EventBody = {
  type: 'permission_requested',
  turnId: 't1',
  toolUseId: 'c1',
  tool: 'Bash',
  title: 'git push',
  reason: 'It leaves the sandbox.',
  suggestedRule: 'Bash(git push:*)',
  destructive: true,
}
const request = page.getByRole('alertdialog', { name: 'Permission request' })
const settings = page.getByRole('dialog', { name: 'Settings' })

async function ask() {
  const mounted = mountApp()
  await mounted.started
  mounted.fake.emit(story.user('go'), story.runStarted(), story.request('t1'), asked)
  return mounted
}

describe('a permission request', () => {
  it('shows what, why and the rule, and sends the answer with the comment', async () => {
    const { fake } = await ask()
    await expect.element(page.getByRole('status', { name: 'Agent' })).toHaveTextContent('waiting for you')
    await expect.element(request).toHaveTextContent(/git push.*It leaves the sandbox\..*Bash\(git push:\*\)/)
    await request.getByRole('textbox', { name: 'Comment' }).fill('only this once')
    await request.getByRole('button', { name: 'Allow once' }).click()
    expect(fake.answers).toEqual([{ behavior: 'allow', scope: 'once', comment: 'only this once' }])
  })

  it('offers each answer of the surface', async () => {
    const { fake } = await ask()
    for (const name of ['Allow for this session', 'Always allow', 'Deny']) {
      await request.getByRole('button', { name }).click()
      await expect.element(request.getByRole('button', { name })).toBeEnabled()
    }
    expect(fake.answers).toEqual([
      { behavior: 'allow', scope: 'session' },
      { behavior: 'allow', scope: 'always' },
      { behavior: 'deny' },
    ])
  })

  it('ignores keys that were on their way, and takes them after the grace', async () => {
    const { fake } = await ask()
    const button = request.getByRole('button', { name: 'Allow once' })
    await expect.element(button).toHaveFocus()
    const press = () => {
      const key = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
      button.element().dispatchEvent(key)
    }
    const shown = performance.now()
    // The clock of the grace starts when the request is drawn, so these two moments are on its either side.
    const clock = performance.now.bind(performance)
    let offset = PERMISSION_GRACE_MS - 1 - (clock() - shown) - 1000
    performance.now = () => shown + offset
    press()
    expect(fake.answers).toEqual([])
    offset = PERMISSION_GRACE_MS + 1
    press()
    performance.now = clock
    await expect.poll(() => fake.answers).toEqual([{ behavior: 'deny' }])
  })

  it('gives the focus back to the composer when it is answered', async () => {
    const { fake } = await ask()
    await expect.element(request.getByRole('button', { name: 'Allow once' })).toHaveFocus()
    fake.emit({
      type: 'permission_decided',
      turnId: 't1',
      toolUseId: 'c1',
      behavior: 'allow',
      source: 'user',
      reason: 'You allowed it.',
    })
    await expect.element(page.getByRole('textbox', { name: 'Message' })).toHaveFocus()
  })
})

describe('settings', () => {
  it('has the fields of the surface and saves what was typed when it closes', async () => {
    const { fake, started } = mountApp()
    await started
    await page.getByRole('button', { name: 'Settings' }).click()
    for (const name of ['Provider', 'Permission mode', 'Sandbox', 'Package registry', 'Model']) {
      await expect.element(settings.getByLabelText(name, { exact: true })).toBeInTheDocument()
    }
    await settings.getByLabelText('API key').fill('sk-secret-9876')
    await settings.getByLabelText('Base URL').fill('http://localhost:9999')
    await settings.getByLabelText('Never allow').fill('Read(./.env)\n\nBash(rm:*)')
    await settings.getByRole('button', { name: 'Done' }).click()
    await expect.element(settings).not.toBeInTheDocument()
    expect([fake.keyHint, fake.settingsNow.baseUrl, fake.settingsNow.rules]).toEqual([
      '9876',
      'http://localhost:9999',
      { allow: [], ask: [], deny: ['Read(./.env)', 'Bash(rm:*)'] },
    ])
  })

  it('never shows a stored key', async () => {
    const { started } = mountApp((fake) => (fake.keyHint = '1234'))
    await started
    await page.getByRole('button', { name: 'Settings' }).click()
    const key = settings.getByLabelText('API key')
    await expect.element(key).toHaveValue('')
    await expect.element(key).toHaveAttribute('placeholder', 'Stored, ends in 1234')
    await expect.element(key).toHaveAttribute('type', 'password')
  })

  it('says what is wrong beside the field and stays open once', async () => {
    const { started } = mountApp()
    await started
    await page.getByRole('button', { name: 'Settings' }).click()
    await settings.getByLabelText('Base URL').fill('nonsense')
    await userEvent.keyboard('{Escape}')
    await expect
      .element(settings.getByRole('alert'))
      .toHaveTextContent('Base URL: not an absolute http(s) URL.')
    await userEvent.keyboard('{Escape}')
    await expect.element(settings).not.toBeInTheDocument()
  })

  it('changes the theme', async () => {
    const { started } = mountApp()
    await started
    await page.getByRole('button', { name: 'Settings' }).click()
    await settings.getByLabelText('Theme').selectOptions('dark')
    await expect.poll(() => document.documentElement.dataset.theme).toBe('dark')
  })
})

describe('sessions', () => {
  it('are listed, renamed, and deleted after a confirmation', async () => {
    const { fake, started } = mountApp((agent) => {
      const other = {
        id: 's0',
        title: 'Old work',
        createdAt: 0,
        updatedAt: 0,
        workspace: 'repo',
        messages: 3,
      }
      agent.sessions.set('s0', other)
    })
    await started
    await page.getByRole('button', { name: 'Sessions' }).click()
    const list = page.getByRole('list', { name: 'Sessions' })
    const old = list.getByRole('listitem').filter({ hasText: 'Old work' })
    await old.getByRole('button', { name: 'Rename' }).click()
    await page.getByRole('textbox', { name: 'Title' }).fill('Older work')
    await userEvent.keyboard('{Enter}')
    const renamed = list.getByRole('listitem').filter({ hasText: 'Older work' })
    await renamed.getByRole('button', { name: 'Delete' }).click()
    expect(fake.calls).toEqual(['open: s1'])
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await expect.element(renamed).not.toBeInTheDocument()
    expect(fake.calls).toEqual(['open: s1', 'delete: s0'])
  })

  it('open from the list', async () => {
    const { fake, started } = mountApp((agent) => {
      const other = {
        id: 's0',
        title: 'Old work',
        createdAt: 0,
        updatedAt: 0,
        workspace: undefined,
        messages: 3,
      }
      agent.sessions.set('s0', other)
    })
    await started
    await page.getByRole('button', { name: 'Sessions' }).click()
    await page.getByRole('button', { name: 'Old work' }).click()
    await expect.poll(() => fake.calls).toEqual(['open: s1', 'open: s0'])
    expect(location.hash).toBe('#session=s0')
  })
})
