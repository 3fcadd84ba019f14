/** The permission request, the settings and the sessions, by role and name. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventBody } from '../agent/protocol/events.ts'
import { PERMISSION_GRACE_MS } from './limits.ts'
import { summary } from './testing/fake-agent/session-summary.ts'
import { mountApp, unmountApp } from './testing/mount-app.ts'
import * as story from './testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  vi.restoreAllMocks()
  await unmountApp()
})

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
    await expect.element(request).toHaveTextContent(/git push.*It leaves the sandbox\./)
    await expect.element(request.getByRole('textbox', { name: 'Rule' })).toHaveValue('Bash(git push:*)')
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
      { behavior: 'allow', scope: 'session', place: 'workspace' },
      { behavior: 'allow', scope: 'always', place: 'workspace' },
      { behavior: 'deny' },
    ])
  })

  it('keeps the rule as it was changed, where it was chosen to hold, and none that is no rule', async () => {
    const { fake } = await ask()
    const always = request.getByRole('button', { name: 'Always allow' })
    await request.getByRole('textbox', { name: 'Rule' }).fill('nonsense')
    await expect.element(request.getByRole('alert')).toHaveTextContent('"nonsense" is no rule.')
    await expect.element(always).toBeDisabled()
    await expect.element(request.getByRole('button', { name: 'Allow once' })).toBeEnabled()
    await request.getByRole('textbox', { name: 'Rule' }).fill('Bash(git push origin:*)')
    await request.getByLabelText('Scope of the rule').selectOptions('everywhere')
    await always.click()
    expect(fake.answers).toEqual([
      { behavior: 'allow', scope: 'always', place: 'everywhere', rule: 'Bash(git push origin:*)' },
    ])
  })

  it('on a phone says first what is to be known first', async () => {
    await page.viewport(390, 800)
    const mounted = mountApp()
    await mounted.started
    const intent = [
      { command: 'ls', kind: 'read-only', why: 'only reads' },
      { command: 'rm -rf build', kind: 'destructive', why: 'deletes' },
      { command: 'curl x', kind: 'egress', why: 'reaches out' },
    ] as const
    mounted.fake.emit(story.user('go'), story.runStarted(), story.request('t1'), {
      ...asked,
      intent: [...intent],
    })
    const list = request.getByRole('list', { name: 'Effects of the call' })
    const order = () =>
      list
        .getByRole('listitem')
        .elements()
        .map((item) => item.textContent?.trim().split(' ')[0])
    await expect.poll(order).toEqual(['Network', 'Deletes', 'Reads'])
    await page.viewport(1280, 800)
    await expect.poll(order).toEqual(['Reads', 'Deletes', 'Network'])
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
  it('tries a command or a call: what would be decided, by what, and why', async () => {
    const { started } = mountApp()
    await started
    await page.getByRole('button', { name: 'Settings' }).click()
    await settings.getByLabelText('Try a command or a call').fill('git push --force')
    const told = settings.getByLabelText('Decision', { exact: true })
    await expect.element(told).toHaveTextContent(/Asks you.*user.*Bash\(git push:\*\).*Of "git push --force"/)
  })

  it('says of a rule that another one keeps it from allowing anything', async () => {
    const { started } = mountApp()
    await started
    await page.getByRole('button', { name: 'Settings' }).click()
    await settings.getByLabelText('Always allow').fill('Bash(ls:*)')
    await settings.getByLabelText('Never allow').fill('Bash')
    await settings.getByLabelText('Try a command or a call').click()
    await expect
      .element(settings.getByRole('status', { name: 'About these rules' }))
      .toHaveTextContent('Bash(ls:*) allows nothing: Bash (user) denies it.')
  })

  it('forgets what was always allowed in this workspace', async () => {
    const { started } = mountApp()
    await started
    await page.getByRole('button', { name: 'Settings' }).click()
    await settings.getByRole('button', { name: 'Forget Bash(make:*)' }).click()
    await expect
      .element(settings.getByRole('group', { name: 'Rules of this workspace' }))
      .not.toBeInTheDocument()
  })

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

  it('take no key between two providers: it would be kept for neither', async () => {
    const { fake, started } = mountApp()
    await started
    const updateSettings = fake.agent.settings.update
    const taken = Promise.withResolvers<void>()
    fake.agent.settings.update = async (change) => {
      await taken.promise
      return updateSettings(change)
    }
    await page.getByRole('button', { name: 'Settings' }).click()
    const key = settings.getByLabelText('API key')
    await expect.element(key).toBeEnabled()
    await settings.getByLabelText('Provider', { exact: true }).selectOptions('OpenAI-compatible')
    await expect.element(key).toBeDisabled()
    taken.resolve()
    await expect.element(key).toBeEnabled()
    await key.fill('sk-other-4321')
    await settings.getByRole('button', { name: 'Done' }).click()
    await expect.poll(() => [fake.settingsNow.provider, fake.keyHint]).toEqual(['openai', '4321'])
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
  it('are listed, renamed, deleted, brought back, and deleted for good', async () => {
    const { fake, started } = mountApp((agent) => {
      agent.sessions.set('s0', summary('s0', 'Old work', { workspace: 'repo', messages: 3 }))
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
    await expect.element(renamed).not.toBeInTheDocument()
    expect(fake.calls).toEqual(['open: s1', 'delete: s0'])
    await page.getByRole('button', { name: 'Undo' }).click()
    await renamed.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('button', { name: /^Deleted/ }).click()
    for (const kind of ['unsaved', 'review']) localStorage.setItem(`vivarium:${kind}:s0`, 'of its files')
    await page.getByRole('button', { name: 'Delete for good' }).click()
    await expect.element(page.getByText('Nothing was deleted.')).toBeVisible()
    await expect.poll(() => Object.keys(localStorage).filter((key) => key.endsWith(':s0'))).toEqual([])
    expect(fake.calls.at(-1)).toBe('purge: s0')
  })

  it('are pinned, archived, and taken out of the archive', async () => {
    const { fake, started } = mountApp((agent) => {
      agent.sessions.set('s0', summary('s0', 'Old work', { messages: 3 }))
    })
    await started
    await page.getByRole('button', { name: 'Sessions' }).click()
    const old = page.getByRole('listitem').filter({ hasText: 'Old work' })
    await old.getByRole('button', { name: 'Pin' }).click()
    await expect.element(old.getByRole('button', { name: 'Unpin' })).toBeInTheDocument()
    await old.getByRole('button', { name: 'Archive', exact: true }).click()
    await expect.element(old).not.toBeInTheDocument()
    await page.getByRole('button', { name: /^Archived/ }).click()
    await old.getByRole('button', { name: 'Take out of the archive' }).click()
    await expect.element(page.getByText('Nothing is archived.')).toBeVisible()
    expect(fake.sessions.get('s0')).toMatchObject({ pinned: true, state: 'listed' })
  })

  it('take up space that is told, and a clean-up frees what no session needs', async () => {
    const { started } = mountApp()
    await started
    await page.getByRole('button', { name: 'Sessions' }).click()
    await page.getByRole('button', { name: 'Storage' }).click()
    const dialog = page.getByRole('dialog', { name: 'Storage' })
    await expect.element(dialog).toHaveTextContent('131 MB')
    await dialog.getByRole('button', { name: 'Clean up' }).click()
    await expect.element(dialog).toHaveTextContent('43 MB freed.')
    await dialog.getByRole('button', { name: 'Check the logs' }).click()
    await expect.element(dialog).toHaveTextContent('“Old work”: event 4 was changed')
    await expect.element(dialog).toHaveTextContent('“With agents”, agent “reader”: event 3 is missing')
    await expect
      .element(dialog)
      .toHaveTextContent(
        '“With agents”: the second copy of the log of its agent “reader” is damaged. It was written anew',
      )
    await expect.element(dialog).toHaveTextContent('“Whole”: its second copy ends at event 7 of 9.')
    await expect
      .element(dialog)
      .toHaveTextContent('“Old work”: its second copy is damaged after event 2 of 4. It stays as it is')
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await expect.element(dialog).not.toHaveTextContent('its second copy is damaged')
  })

  it('are searched as the person types, and open from what was found', async () => {
    const { fake, started } = mountApp((agent) => {
      agent.sessions.set('s0', summary('s0', 'Fix February', { messages: 3 }))
    })
    await started
    await page.getByRole('button', { name: 'Sessions' }).click()
    await page.getByRole('searchbox', { name: 'Search all sessions' }).fill('February')
    const found = page.getByRole('list', { name: 'Found' }).getByRole('listitem')
    await expect.element(found).toHaveTextContent('…npm test: February is 29 days long')
    await found.getByRole('button').click()
    await expect.poll(() => fake.calls).toEqual(['open: s1', 'open: s0'])
  })

  it('open from the list', async () => {
    const { fake, started } = mountApp((agent) => {
      agent.sessions.set('s0', summary('s0', 'Old work', { messages: 3 }))
    })
    await started
    await page.getByRole('button', { name: 'Sessions' }).click()
    await page.getByRole('button', { name: 'Old work' }).click()
    await expect.poll(() => fake.calls).toEqual(['open: s1', 'open: s0'])
    expect(location.hash).toBe('#session=s0')
  })
})

it.each(['sessions', 'settings', 'palette'] as const)(
  'the dialog "%s" gives the keyboard back before the next frame is drawn',
  async (dialog) => {
    const { app, fake, started } = mountApp()
    await started
    await page.getByRole('textbox', { name: 'Message' }).click()
    app.dialog = dialog
    await expect.poll(() => document.activeElement?.closest('[role="dialog"]') ?? undefined).toBeDefined()
    // Frames never come from here on.
    vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
    await userEvent.keyboard('{Escape}Three{Enter}')
    await expect.poll(() => fake.calls.filter((call) => call.startsWith('send: '))).toEqual(['send: Three'])
  },
)

describe('instruction files that nobody has accepted', () => {
  const notice = page.getByText('A command or tool has changed CLAUDE.md.')
  const held: EventBody = {
    type: 'instructions_read',
    files: [],
    held: [{ name: 'CLAUDE.md', version: 'v' }],
  }

  it('are told of above the chat, shown with their change, and accepted one by one', async () => {
    const { fake, started } = mountApp()
    await started
    fake.steering = [
      { path: 'CLAUDE.md', change: 'changed', version: 'v' },
      { path: '.npmrc', change: 'added', version: 'w' },
    ]
    fake.emit(held)
    await expect.element(notice).toBeVisible()
    await page.getByRole('button', { name: 'See the change' }).click()
    const dialog = page.getByRole('dialog', { name: 'Accept changes' })
    await expect.element(dialog).toHaveTextContent('New text of CLAUDE.md')
    await dialog.getByRole('checkbox', { name: 'changed CLAUDE.md' }).click()
    await dialog.getByRole('button', { name: 'Accept what is ticked' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.element(notice).not.toBeInTheDocument()
    expect(fake.calls.filter((call) => call.startsWith('accept'))).toEqual(['accept: CLAUDE.md'])
    expect(fake.calls.some((call) => call.includes('export'))).toBe(false)
  })

  it('are told of no longer where the session has none', async () => {
    const { fake, started } = mountApp()
    await started
    fake.emit(held)
    await expect.element(notice).toBeVisible()
    fake.emit({ type: 'instructions_read', files: [] })
    await expect.element(notice).not.toBeInTheDocument()
  })
})
