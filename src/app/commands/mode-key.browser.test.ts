/** The key that steps through the permission modes, and `/mode` as it is typed. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { PermissionMode } from '../../agent/protocol/permission-modes.ts'
import { fail } from '../../sandbox/contract/errors.ts'
import type { FakeAgent } from '../testing/fake-agent/fake-agent.ts'
import { mountApp, unmountApp } from '../testing/mount-app.ts'
import * as story from '../testing/story.ts'
import { DEFAULT_SHORTCUTS } from './shortcuts.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const modeSwitch = page.getByRole('combobox', { name: 'Mode', exact: true })
const composer = page.getByRole('textbox', { name: 'Message' })
const announced = () => document.querySelector('form.composer [aria-live]')?.textContent.trim()
const changes = (fake: FakeAgent) => fake.emitted('mode_changed').map(({ mode }) => mode)

/** Sends `/mode` with a word. */
async function type(word: string): Promise<void> {
  await composer.fill(`/mode ${word}`)
  await userEvent.keyboard('{Escape}{Enter}')
}

async function press(times = 1): Promise<void> {
  await userEvent.keyboard('{Alt>}m{/Alt}'.repeat(times))
}

/** The session's modes are set by a worker that answers when the test lets it. */
function heldModes(fake: FakeAgent): { readonly asked: PermissionMode[]; release(): void } {
  const asked: PermissionMode[] = []
  const held = Promise.withResolvers<void>()
  const { setMode } = fake.agent.permissions
  fake.agent.permissions.setMode = async (mode) => {
    asked.push(mode)
    await held.promise
    return setMode(mode)
  }
  return { asked, release: () => held.resolve() }
}

describe('the key', () => {
  it('goes through the modes and round again, without the one whose switch is off', async () => {
    const { fake, started } = mountApp()
    await started
    for (const mode of ['acceptEdits', 'plan', 'auto', 'default', 'acceptEdits']) {
      await press()
      await expect.element(modeSwitch).toHaveValue(mode)
    }
    expect(changes(fake)).toEqual(['acceptEdits', 'plan', 'auto', 'default', 'acceptEdits'])
  })

  it('comes to the mode that never asks where its switch is on', async () => {
    const { fake, started } = mountApp((agent) => {
      agent.settingsNow = { ...agent.settingsNow, allowBypass: true, permissionMode: 'auto' }
    })
    await started
    await press()
    await expect.element(modeSwitch).toHaveValue('bypassPermissions')
    await press()
    await expect.element(modeSwitch).toHaveValue('default')
    expect(changes(fake)).toEqual(['bypassPermissions', 'default'])
  })

  it('leaves the mode that denies for the first', async () => {
    const { started } = mountApp((agent) => {
      agent.settingsNow = { ...agent.settingsNow, permissionMode: 'dontAsk' }
    })
    await started
    await expect.element(modeSwitch).toHaveValue('dontAsk')
    await press()
    await expect.element(modeSwitch).toHaveValue('default')
  })

  it('pressed three times moves three steps, shown before the worker has taken one', async () => {
    const { fake, started } = mountApp()
    await started
    const modes = heldModes(fake)
    await press(3)
    await expect.element(modeSwitch).toHaveValue('auto')
    expect(modes.asked).toEqual(['acceptEdits', 'plan', 'auto'])
    expect(changes(fake)).toEqual([])
    modes.release()
    await expect.poll(() => changes(fake)).toEqual(['acceptEdits', 'plan', 'auto'])
    await expect.element(modeSwitch).toHaveValue('auto')
  })

  it('is announced with the mode that it has set, and no sooner', async () => {
    const { fake, started } = mountApp()
    await started
    const modes = heldModes(fake)
    await press()
    await expect.element(modeSwitch).toHaveValue('acceptEdits')
    expect(announced()).toBe('')
    modes.release()
    await expect.poll(announced).toBe('Mode: Accept edits')
    await press()
    await expect.poll(announced).toBe('Mode: Plan only')
  })

  it('works while a run is going on, and takes nothing of what is typed', async () => {
    const { fake, started } = mountApp()
    await started
    fake.emit(story.user('Go on'), story.runStarted())
    await composer.fill('and then')
    await press(2)
    await expect.element(modeSwitch).toHaveValue('plan')
    await expect.element(composer).toHaveValue('and then')
    await expect.element(composer).toHaveFocus()
  })

  it('shows the mode again that holds, and why, when the worker refuses', async () => {
    const { fake, started } = mountApp()
    await started
    fake.agent.permissions.setMode = async () => fail('not_permitted', 'It is closed.')
    await press()
    await expect.element(page.getByRole('alert')).toHaveTextContent('It is closed.')
    await expect.element(modeSwitch).toHaveValue('default')
    expect(announced()).toBe('')
  })

  it('does nothing in a tab that follows but say why', async () => {
    const { fake, started } = mountApp((agent) => (agent.role = 'follower'))
    await started
    await press()
    await expect.element(page.getByText('/mode was not run: Another tab runs this session.')).toBeVisible()
    expect(changes(fake)).toEqual([])
    await expect.element(modeSwitch).toBeDisabled()
  })

  it('does nothing without a session but say why', async () => {
    const { fake } = mountApp((agent) => {
      agent.agent.sessions.open = () => Promise.reject(new Error('gone'))
      agent.agent.connection.connect = () => Promise.reject(new Error('gone'))
    })
    const modes = heldModes(fake)
    await expect.element(modeSwitch).toBeDisabled()
    await press()
    await expect.element(page.getByText('/mode was not run: No session is open.')).toBeVisible()
    expect(modes.asked).toEqual([])
  })

  it.each([
    ['where AltGr is a modifier of its own', { key: 'µ', code: 'KeyM', modifierAltGraph: true }],
    ['where AltGr is Control and Alt', { key: 'µ', code: 'KeyM', ctrlKey: true, altKey: true }],
  ])('leaves a character to the message, %s', async (_, init) => {
    const { app, fake, started } = mountApp()
    await started
    const pressed = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
    composer.element().dispatchEvent(pressed)
    expect(pressed.defaultPrevented).toBe(false)
    // The key itself is asked for after it: one change comes, not two.
    await press()
    await expect.poll(() => changes(fake)).toEqual(['acceptEdits'])
    expect(app.session.problem).toBeUndefined()
  })

  it('can be another one', async () => {
    expect(DEFAULT_SHORTCUTS['mode']).toBe('Alt+M')
    const { fake, started } = mountApp((agent) => {
      agent.settingsNow = { ...agent.settingsNow, shortcuts: { mode: 'Alt+X' } }
    })
    await started
    await press()
    await userEvent.keyboard('{Alt>}x{/Alt}')
    await expect.poll(() => changes(fake)).toEqual(['acceptEdits'])
  })
})

describe('before the settings are read, as right after a reload', () => {
  it('a key of the person’s own is kept until it is known what it is for; the last one counts', async () => {
    const held = Promise.withResolvers<void>()
    const { fake, app, started } = mountApp((agent) => {
      agent.settingsNow = { ...agent.settingsNow, shortcuts: { mode: 'Alt+X', context: 'Alt+Y' } }
      const { read } = agent.agent.settings
      agent.agent.settings.read = async () => {
        await held.promise
        return read()
      }
    })
    await expect.element(composer).toBeEnabled()
    await userEvent.keyboard('{Alt>}y{/Alt}{Alt>}x{/Alt}')
    expect(app.settings.values).toBeUndefined()
    expect(changes(fake)).toEqual([])
    held.resolve()
    await started
    await expect.poll(() => changes(fake)).toEqual(['acceptEdits'])
    expect(app.dialog).toBeUndefined()
    // Once, and not again with the next change of the settings.
    await app.settings.update({ shortcuts: { mode: 'Alt+X' } })
    await userEvent.keyboard('{Alt>}x{/Alt}')
    await expect.poll(() => changes(fake)).toEqual(['acceptEdits', 'plan'])
  })
})

describe('the typed command', () => {
  it('sets the named mode, also the one that the key does not come to', async () => {
    const { fake, started } = mountApp()
    await started
    await type('Plan')
    await expect.element(modeSwitch).toHaveValue('plan')
    await expect.element(page.getByRole('status', { name: '/mode' })).toHaveTextContent('Mode: Plan only.')
    await type('dontask')
    await expect.element(modeSwitch).toHaveValue('dontAsk')
    expect(changes(fake)).toEqual(['plan', 'dontAsk'])
  })

  it('lists the open modes for a word that is none', async () => {
    const { fake, started } = mountApp()
    await started
    await type('yolo')
    const said = page.getByRole('status', { name: '/mode' })
    await expect.element(said).toHaveTextContent('There is no mode “yolo”. These are open:')
    const listed = [...said.element().querySelectorAll('li code')].map(({ textContent }) => textContent)
    expect(listed).toEqual(['default', 'acceptEdits', 'plan', 'auto', 'dontAsk'])
    expect(changes(fake)).toEqual([])
  })
})
