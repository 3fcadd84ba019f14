/** The editor of a note: nothing that was typed is lost, and nothing is replaced or confirmed unseen. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { putNote } from '../testing/fake-agent/memory-calls.ts'
import { button, dialog, entry, list, note, openMemory, stored } from '../testing/memory-dialog.ts'
import { unmountApp } from '../testing/mount-app.ts'
import { putNotes } from '../testing/notes.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

describe('the editor', () => {
  it('makes a note with a type, of one project or all', async () => {
    const { fake } = await openMemory(() => undefined)
    await button('New note').click()
    await expect.element(note).toHaveFocus()
    await note.fill('Mails are in German')
    await dialog.getByRole('combobox', { name: 'Type' }).selectOptions('How to work')
    await dialog.getByRole('combobox', { name: 'Applies to' }).selectOptions('All projects')
    await button('Save').click()
    await expect.element(dialog.getByText('Saved.')).toBeVisible()
    // The whole file, as it is stored.
    await expect
      .element(note)
      .toHaveValue('---\nname: mails-are-in-german\ntype: feedback\n---\nMails are in German\n')
    await expect.element(entry(/mails-are-in-german/)).toHaveAttribute('aria-current', 'true')
    expect(fake.calls).toContain('remember: Mails are in German')
    expect([...fake.memory.notes.keys()]).toEqual(['everywhere/mails-are-in-german.md'])
  })

  it('saves, undoes, deletes and brings back', async () => {
    const { fake } = await openMemory()
    await entry(/Port|tests/)
      .first()
      .click()
    const before = stored(fake, 'tests.md') ?? ''
    await expect.element(note).toHaveValue(before)
    await note.fill('Port 5000')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.element(dialog.getByText('Saved.')).toBeVisible()
    expect(stored(fake, 'tests.md')).toBe('Port 5000')
    await button('Undo').click()
    await expect.element(note).toHaveValue(before)
    await button('Delete').click()
    await expect.element(dialog.getByText('Deleted. Undo brings it back.')).toBeVisible()
    await expect.element(button('Undo')).toHaveFocus()
    expect(stored(fake, 'tests.md')).toBeUndefined()
    await button('Undo').click()
    await expect.element(entry(/port 4000/)).toBeVisible()
    expect(stored(fake, 'tests.md')).toBe(before)
    await dialog.getByText('Deleted (1)').click()
    await button('Bring back Port 3000').click()
    await expect.element(entry(/Port 3000/)).toHaveAttribute('aria-current', 'true')
    await expect.element(note).toHaveValue(stored(fake, 'old.md') ?? '-')
  })

  it('loses nothing that was typed: neither in another note nor when it is closed', async () => {
    const { fake } = await openMemory()
    await entry(/port 4000/).click()
    await note.fill('half a thou')
    await entry(/Deploys/).click()
    await expect.element(note).toHaveValue(stored(fake, 'deploy.md') ?? '-')
    await expect.element(list.getByText('not saved')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.element(dialog).not.toBeInTheDocument()
    await page.getByRole('button', { name: 'Memory' }).click()
    await entry(/port 4000/).click()
    await expect.element(note).toHaveValue('half a thou')
    // Undo takes it back, and it can be had again.
    await button('Undo').click()
    await expect.element(note).toHaveValue(stored(fake, 'tests.md') ?? '-')
    await button('Back to my text').click()
    await expect.element(note).toHaveValue('half a thou')
  })

  it('does not replace a version that was stored meanwhile, unless the user says so', async () => {
    const { fake } = await openMemory()
    await entry(/port 4000/).click()
    await note.fill('Mine')
    putNotes(fake, 'Theirs')
    await button('Save').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/changed elsewhere/)
    expect(stored(fake, 'tests.md')).toBe('Theirs')
    await expect.element(note).toHaveValue('Mine')
    await button('Load the other version').click()
    await expect.element(note).toHaveValue('Theirs')
    await button('Back to my text').click()
    await expect.element(note).toHaveValue('Mine')
    await button('Save').click()
    await expect.poll(() => stored(fake, 'tests.md')).toBe('Mine')
    await note.fill('Mine again')
    putNotes(fake, 'Theirs again')
    await button('Save').click()
    await button('Replace it with mine').click()
    await expect.poll(() => stored(fake, 'tests.md')).toBe('Mine again')
    await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument()
  })

  it('confirms just the version that is shown', async () => {
    const { fake } = await openMemory()
    await entry(/Deploys/).click()
    const shown = stored(fake, 'deploy.md') ?? ''
    await expect.element(note).toHaveValue(shown)
    // The agent has changed it since.
    putNote(fake, 'deploy.md', `${shown}And to production.\n`, { origin: 'unconfirmed' })
    await button('Confirm').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('another text than the one shown')
    await expect.element(note).toHaveValue(`${shown}And to production.\n`)
    expect(fake.memory.notes.get('deploy.md')?.at(-1)?.origin).toBe('unconfirmed')
    await button('Confirm').click()
    await expect.element(dialog.getByText('Confirmed: it is yours now.')).toBeVisible()
    await expect.element(entry(/Deploys.*Yours/)).toBeVisible()
    await expect.element(button('Confirm')).not.toBeInTheDocument()
    await expect.element(note).toHaveFocus()
  })

  it('lists versions, shows one and brings one back', async () => {
    const { fake } = await openMemory()
    await entry(/Deploys/).click()
    await button('History').click()
    const versions = dialog.getByRole('list', { name: 'Versions' }).getByRole('listitem')
    await expect.element(versions.first()).toHaveTextContent(/Version 2.*by the agent.*Unconfirmed.*current/)
    await button('Show version 1').click()
    await expect
      .element(dialog.getByRole('region', { name: 'Text of version 1' }))
      .toHaveTextContent('Ask Ada.')
    await button('Restore version 1').click()
    await expect.element(note).toHaveValue(fake.memory.notes.get('deploy.md')?.[0]?.text ?? '-')
    await expect.element(dialog.getByText('Version 1 is back.')).toBeVisible()
  })

  it('keeps what was typed where it cannot be saved', async () => {
    const { fake } = await openMemory()
    await entry(/port 4000/).click()
    fake.memory.isOn = false
    await note.fill('Mine')
    await button('Save').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('The memory is switched off.')
    await expect.element(note).toHaveValue('Mine')
  })
})

describe('the calls before which a note is told', () => {
  const rules = dialog.getByRole('textbox', { name: 'Told before' })

  it('are part of the text: typing in one shows in the other', async () => {
    const { fake } = await openMemory()
    await entry(/port 4000/).click()
    await expect.element(rules).toHaveValue('Bash(npm test*) | Edit(src/**)')
    await expect
      .element(rules)
      .toHaveAccessibleDescription(
        'Before such a call the agent is told this note, and the call waits for that once.',
      )
    const before = stored(fake, 'tests.md') ?? ''
    await rules.fill('Bash(echo "a" | *)')
    const typed = before.replace(/^when: .*$/m, String.raw`when: "Bash(echo \"a\" | *)"`)
    expect(typed).not.toBe(before)
    await expect.element(note).toHaveValue(typed)
    await note.fill('---\nwhen:\n  - Edit\n  - host:b.example\n---\nText\n')
    await expect.element(rules).toHaveValue('Edit | host:b.example')
    await rules.fill('')
    await expect.element(note).toHaveValue('Text\n')
    await rules.click()
    await userEvent.keyboard('Edit(a b)')
    await expect.element(rules).toHaveValue('Edit(a b)')
    await userEvent.keyboard('{Control>}s{/Control}')
    await expect.poll(() => stored(fake, 'tests.md')).toBe('---\nwhen: "Edit(a b)"\n---\nText\n')
    await button('Undo').click()
    await expect.element(note).toHaveValue(before)
    await expect.element(rules).toHaveValue('Bash(npm test*) | Edit(src/**)')
  })

  it('keep the caret where it is, also between the words', async () => {
    await openMemory(() => undefined)
    await rules.fill('Bash(npm *)')
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}test --x')
    await expect.element(rules).toHaveValue('Bash(npm test --x*)')
  })

  it('go along with a new note', async () => {
    const { fake } = await openMemory(() => undefined)
    await expect.element(rules).toHaveValue('')
    await rules.fill('Edit(src/**)')
    await expect.element(note).toHaveValue('---\nwhen: "Edit(src/**)"\n---\n')
    await note.click()
    await userEvent.keyboard('{Control>}{End}{/Control}Use tabs')
    await button('Save').click()
    await expect
      .poll(() => fake.calls.filter((call) => call.startsWith('remember')))
      .toEqual(['remember: ---\nwhen: "Edit(src/**)"\n---\nUse tabs'])
  })

  it('are read as the text is, and are not there for a list of notes and a daily one', async () => {
    await openMemory((fake) => {
      putNotes(fake)
      fake.memory.isNewer = true
    })
    await entry(/port 4000/).click()
    await expect.element(rules).toHaveAttribute('readonly')
    for (const name of [/Mended addDays/, /^- \[tests\]/]) {
      await entry(name).click()
      await expect.element(rules).not.toBeInTheDocument()
    }
    await entry(/Deploys/).click()
    await expect.element(rules).toHaveValue('host:staging.example')
  })
})
