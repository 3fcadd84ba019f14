/** Backups on the screen: made in "Storage", restored from a dropped or chosen file. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fail, ok } from '../../sandbox/contract/errors.ts'
import { BROUGHT, CONTENTS, MADE } from '../testing/backups.ts'
import { mountApp, unmountApp } from '../testing/mount-app.ts'

const storage = page.getByRole('dialog', { name: 'Storage' })
const restoring = page.getByRole('dialog', { name: 'Restore a backup' })

interface Pickers {
  showSaveFilePicker: unknown
  showDirectoryPicker: unknown
}
const pickers = window as unknown as Pickers
const { showSaveFilePicker, showDirectoryPicker } = pickers

beforeEach(async () => {
  await page.viewport(1280, 800)
  pickers.showSaveFilePicker = undefined
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.useRealTimers()
  await unmountApp()
  Object.assign(pickers, { showSaveFilePicker, showDirectoryPicker })
})

async function opened() {
  const mounted = mountApp()
  await mounted.started
  mounted.app.dialog = 'storage'
  return mounted
}

describe('making one', () => {
  it('is a download where the browser has no dialog for files, and says what was verified', async () => {
    const { fake } = await opened()
    await expect.element(storage.getByText('No backup was made in this browser yet.')).toBeVisible()
    const file = new File(['backup'], MADE.name)
    fake.backup.made = ok({ ...MADE, file })
    const saved = new Promise<string>((resolve) => {
      vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
        if (this.download !== '') resolve(this.download)
      })
    })
    await storage.getByRole('button', { name: 'Back up everything' }).click()
    expect(await saved).toBe(MADE.name)
    await expect
      .element(storage.getByRole('status'))
      .toHaveTextContent(`Verified: 3 sessions, 41 MB. Your browser now downloads ${MADE.name}.`)
  })

  it('goes into the file that was chosen, shows how far it is, and can be cancelled', async () => {
    const { fake } = await opened()
    const gate = Promise.withResolvers<void>()
    fake.gate = gate.promise
    fake.backup.made = fail('cancelled', 'It was cancelled.')
    pickers.showSaveFilePicker = vi.fn(async ({ suggestedName }: { suggestedName: string }) => ({
      name: suggestedName,
    }))
    await storage.getByRole('button', { name: 'Back up everything' }).click()
    const progress = {
      phase: 'verifying',
      doneBytes: 10_000_000,
      totalBytes: 41_000_000,
      doneSessions: 1,
    } as const
    await expect.element(storage.getByText('Writing the backup')).toBeVisible()
    fake.notice({ type: 'backup_progress', progress: { ...progress, totalSessions: undefined } })
    await expect.element(storage.getByText('Reading it back')).toBeVisible()
    await expect.element(storage.getByText('10 MB of 41 MB')).toBeVisible()
    await expect.element(storage.getByRole('button', { name: 'Restore a backup…' })).toBeDisabled()
    await storage.getByRole('button', { name: 'Cancel' }).click()
    gate.resolve()
    await expect.element(storage.getByText('No backup was made in this browser yet.')).toBeVisible()
    expect(fake.calls).toContain('cancel the backup')
    expect(fake.calls.some((call) => /^back up: vivarium-backup-.*\.vivbackup$/.test(call))).toBe(true)
  })

  it('does nothing where the dialog for the file was closed', async () => {
    const { fake } = await opened()
    pickers.showSaveFilePicker = async () => {
      throw new DOMException('Closed', 'AbortError')
    }
    await storage.getByRole('button', { name: 'Back up everything' }).click()
    await expect.element(storage.getByRole('button', { name: 'Back up everything' })).toBeEnabled()
    expect(fake.calls.filter((call) => call.startsWith('back up'))).toEqual([])
  })

  it('says why it failed', async () => {
    const { fake } = await opened()
    fake.backup.made = fail('quota', 'The browser has no storage left.', { hint: 'Free some.' })
    await storage.getByRole('button', { name: 'Back up everything' }).click()
    await expect.element(storage.getByText('The browser has no storage left.')).toBeVisible()
  })

  it('names sessions of which it has only a part', async () => {
    const { fake } = await opened()
    fake.backup.made = ok({ ...MADE, place: 'file', damaged: ['Hurt'] })
    await storage.getByRole('button', { name: 'Back up everything' }).click()
    await expect
      .element(storage.getByRole('status'))
      .toHaveTextContent(/in vivarium-backup.*only in part.*Hurt\./)
  })
})

describe('its buttons', () => {
  const names = ['Back up everything', 'Restore a backup…']
  const places = () =>
    names.map((name) => storage.getByRole('button', { name }).element().getBoundingClientRect().toJSON())

  it('stay where they are while what is stored is counted: a click may have begun', async () => {
    const { fake, app, started } = mountApp()
    await started
    const counted = Promise.withResolvers<void>()
    const asked = Promise.withResolvers<void>()
    vi.spyOn(fake.agent.storage, 'overview').mockImplementation(async () => {
      await counted.promise
      return fake.stored
    })
    vi.spyOn(fake.agent.backups, 'state').mockImplementation(async () => {
      await asked.promise
      return fake.backup.state
    })
    app.dialog = 'storage'
    await expect.element(storage.getByRole('button', { name: 'Back up everything' })).toBeVisible()
    const before = places()
    asked.resolve()
    await expect.element(storage.getByText('No backup was made in this browser yet.')).toBeVisible()
    expect(places()).toEqual(before)
    counted.resolve()
    await expect.element(storage.getByRole('button', { name: 'Clean up' })).toBeVisible()
    expect(places()).toEqual(before)
  })

  it('stay where they are when a backup begins, fails and ends', async () => {
    const { fake } = await opened()
    await expect.element(storage.getByText('No backup was made in this browser yet.')).toBeVisible()
    const before = places()
    const gate = Promise.withResolvers<void>()
    fake.gate = gate.promise
    fake.backup.made = fail('quota', 'The browser has no storage left.', { hint: 'Free some.' })
    await storage.getByRole('button', { name: 'Back up everything' }).click()
    await expect.element(storage.getByText('Writing the backup')).toBeVisible()
    expect(places()).toEqual(before)
    gate.resolve()
    await expect.element(storage.getByText('The browser has no storage left.')).toBeVisible()
    expect(places()).toEqual(before)
    fake.backup.made = ok({ ...MADE, place: 'file' })
    await storage.getByRole('button', { name: 'Back up everything' }).click()
    await expect.element(storage.getByRole('status')).toHaveTextContent(/^Verified/)
    expect(places()).toEqual(before)
  })

  it('come before what is counted, which waits for the folder above it', async () => {
    const { fake, app, started } = mountApp()
    await started
    const asked = Promise.withResolvers<void>()
    vi.spyOn(fake.agent.backups, 'state').mockImplementation(async () => {
      await asked.promise
      return fake.backup.state
    })
    app.dialog = 'storage'
    await expect.poll(() => app.storage.overview).toEqual(fake.stored)
    await expect.element(storage.getByRole('button', { name: 'Back up everything' })).toBeVisible()
    await expect.element(storage.getByRole('button', { name: 'Clean up' })).not.toBeInTheDocument()
    asked.resolve()
    await expect.element(storage.getByRole('button', { name: 'Clean up' })).toBeVisible()
  })
})

describe('a folder', () => {
  const handle = async (permission: PermissionState) => {
    const folder = await (
      await navigator.storage.getDirectory()
    ).getDirectoryHandle('backups-here', { create: true })
    return Object.assign(folder, { requestPermission: async () => permission })
  }

  it('is chosen, gets a backup at once, and has a schedule', async () => {
    const folder = await handle('granted')
    pickers.showDirectoryPicker = async () => folder
    const { fake } = await opened()
    fake.backup.made = ok({ ...MADE, place: 'folder' })
    await storage.getByRole('button', { name: 'Back up into a folder…' }).click()
    const group = storage.getByRole('group', { name: 'Folder “backups-here”' })
    await expect.element(group).toBeVisible()
    expect(fake.calls).toContain('back up: into the folder')
    await group.getByRole('combobox', { name: 'Back up by itself' }).selectOptions('Each week')
    await group.getByRole('combobox', { name: 'Keep the last' }).selectOptions('3')
    await expect.poll(() => fake.backup.state.folder).toMatchObject({ every: 'week', keep: 3 })
    await group.getByRole('button', { name: 'Forget the folder' }).click()
    await expect.element(group).not.toBeInTheDocument()
    expect(localStorage.getItem('vivarium:backs-up')).toBeNull()
  })

  it('that may not be written to any more is told of, and asked for again by a button', async () => {
    const folder = await handle('granted')
    const { fake, app } = await opened()
    const message = 'The browser no longer lets Vivarium write into the folder “backups-here”.'
    const problem = { message, needsPermission: true }
    fake.backup.state = { last: MADE, folder: { handle: folder, every: 'day', keep: 7, last: MADE, problem } }
    app.dialog = undefined
    app.dialog = 'storage'
    await app.backup.load()
    await expect.element(storage.getByRole('alert')).toHaveTextContent(message)
    fake.backup.made = ok({ ...MADE, place: 'folder' })
    await storage.getByRole('button', { name: 'Allow again' }).click()
    await expect.element(storage.getByRole('status')).toHaveTextContent(/^Verified/)
    expect(fake.calls).toContain('back up: into the folder')
  })

  it('is not written to where the person does not allow it', async () => {
    const folder = await handle('denied')
    const { fake, app } = await opened()
    fake.backup.state = {
      last: undefined,
      folder: {
        handle: folder,
        every: 'day',
        keep: 7,
        last: undefined,
        problem: { message: 'No', needsPermission: true },
      },
    }
    await app.backup.load()
    await storage.getByRole('button', { name: 'Allow again' }).click()
    await expect
      .element(storage.getByText('The browser lets Vivarium not write into “backups-here”.'))
      .toBeVisible()
    expect(fake.calls).not.toContain('back up: into the folder')
  })

  it('is looked after while the agent does not work, only where one was chosen, and its failure is shown', async () => {
    const { fake, app } = mountApp()
    let isBusy = true
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] })
    const end = app.backup.keepSchedule(() => isBusy)
    const due = () => fake.calls.filter((call) => call === 'back up: when due').length
    vi.advanceTimersByTime(3_600_000)
    expect(due()).toBe(0)
    localStorage.setItem('vivarium:backs-up', 'on')
    vi.advanceTimersByTime(3_600_000)
    expect(due()).toBe(0)
    isBusy = false
    const message = 'The browser no longer lets Vivarium write into the folder “x”.'
    fake.backup.due = fail('not_permitted', message)
    const handle = await navigator.storage.getDirectory()
    const problem = { message, needsPermission: true }
    fake.backup.state = { last: MADE, folder: { handle, every: 'day', keep: 7, last: MADE, problem } }
    vi.advanceTimersByTime(600_000)
    end()
    vi.useRealTimers()
    expect(due()).toBeGreaterThan(0)
    await expect.element(page.getByText(/No backup is made by itself\. The browser no longer/)).toBeVisible()
    await expect.element(page.getByRole('button', { name: 'Allow again' })).toBeVisible()
    const before = due()
    vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
    vi.advanceTimersByTime(3_600_000)
    expect(due()).toBe(before)
  })
})

describe('restoring one', () => {
  const file = () => new File(['backup'], MADE.name)

  async function dropped() {
    const mounted = mountApp()
    await mounted.started
    mounted.fake.backup.contents = ok(CONTENTS)
    const data = new DataTransfer()
    data.items.add(file())
    window.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))
    await expect.element(restoring).toBeVisible()
    return mounted
  }

  it('lists what would become of each session before anything is changed', async () => {
    const { fake } = await dropped()
    const rows = restoring.getByRole('list', { name: 'Sessions' }).getByRole('listitem')
    await expect
      .poll(() => rows.elements().map((row) => row.textContent?.replace(/\s+/g, ' ').trim()))
      .toEqual([
        expect.stringMatching(/^Fix the date helper .*5\.3 MB new, only the first 40 of 90 events$/),
        expect.stringMatching(/^Reading list .* the same, nothing to do$/),
        expect.stringMatching(/^Parser .* yours is ahead, stays$/),
        expect.stringMatching(/ continues yours \(12 events more\)$/),
        expect.stringMatching(
          /^Untitled session .* differs: comes as a copy, among the deleted ones, 3 files of its steps are lost$/,
        ),
        expect.stringMatching(/^Old experiment .* deleted here: comes back$/),
        expect.stringMatching(/^Lost .* cannot be restored: Nothing of its log is in the file\.$/),
      ])
    await expect.element(restoring.getByText(/This file is cut off/)).toBeVisible()
    await expect.element(restoring.getByText(/2 parts of this file/)).toBeVisible()
    await expect
      .element(restoring.getByText(/2 versions of files that steer .*; the content of 1 version is lost$/))
      .toBeVisible()
    const ticked = () => rows.elements().map((row) => row.querySelector('input')?.checked)
    expect(ticked()).toEqual([true, false, false, true, true, false, false])
    const able = rows.elements().map((row) => row.querySelector('input')?.disabled === false)
    expect(able).toEqual([true, false, false, true, true, true, false])
    expect(fake.calls.filter((call) => call.startsWith('restore'))).toEqual([])
  })

  it('restores what is ticked, settings and rules only where they are, and says what was done', async () => {
    const { fake, app } = await dropped()
    fake.backup.outcome = ok({
      ...BROUGHT,
      left: [{ title: 'Parser', why: 'It is open in a tab.' }],
      problem: { message: 'The browser has no storage left.', hint: 'Free some.' },
    })
    await restoring.getByRole('checkbox', { name: /A very long title/ }).click()
    await restoring.getByRole('checkbox', { name: /Old experiment/ }).click()
    await expect.element(restoring.getByRole('checkbox', { name: 'Replace 2 settings' })).not.toBeChecked()
    await restoring.getByRole('checkbox', { name: 'Replace rules and trust of 1 workspace' }).click()
    await restoring.getByRole('button', { name: 'Restore 3 sessions' }).click()
    const choice = {
      sessions: ['new', 'differs', 'undelete'],
      settings: false,
      rules: true,
      notes: true,
      ownNotes: false,
    }
    expect(fake.calls).toContain(`restore: ${JSON.stringify(choice)}`)
    await expect
      .element(restoring.getByRole('status'))
      .toHaveTextContent(
        '1 session added, 1 session came as a copy, 1 session brought back, rules of 1 workspace replaced, 8 notes of the memory added or changed.',
      )
    await expect
      .element(restoring.getByRole('alert'))
      .toHaveTextContent(/no storage left.*is whole and stays/)
    await expect
      .element(restoring.getByRole('list', { name: 'Not restored' }))
      .toHaveTextContent('It is open in a tab.')
    await restoring.getByRole('button', { name: 'Show the sessions' }).click()
    expect([app.dialog, app.backup.restoring.status]).toEqual(['sessions', 'closed'])
  })

  it('puts settings that it has brought into force at once', async () => {
    const { fake } = await dropped()
    fake.backup.outcome = ok({ ...BROUGHT, settings: 2, problem: undefined, left: [] })
    await restoring.getByRole('checkbox', { name: 'Replace 2 settings' }).click()
    fake.settingsNow = { ...fake.settingsNow, theme: 'dark' }
    await restoring.getByRole('button', { name: 'Restore 3 sessions' }).click()
    await expect.poll(() => document.documentElement.dataset['theme']).toBe('dark')
  })

  it('shows settings that differ, and marks those that decide what the agent may do', async () => {
    await dropped()
    const group = restoring.getByRole('group', { name: 'Replace 2 settings' })
    await expect
      .element(group)
      .toHaveTextContent(/model\s*"a-model"\s*"another-model"\s*allowBypass\s*false\s*true/)
    expect([...group.element().querySelectorAll('dt.delicate')].map((name) => name.textContent)).toEqual([
      'allowBypass',
    ])
  })

  it('lists notes of the memory, which come as data unless it is ticked that they are one’s own', async () => {
    const { fake } = await dropped()
    const group = restoring.getByRole('group', { name: 'Add 8 notes of the memory' })
    await expect
      .element(group)
      .toHaveTextContent(
        /date-helper\s*How the tests run, logs\/2026\/11\/2026-11-20\.md and 5 others; the text of 1 note is lost\s*all projects\s*Answer briefly/,
      )
    await expect
      .element(group.getByText(/come unconfirmed.*only for a backup that you have made/))
      .toBeVisible()
    const all = group.getByRole('checkbox', { name: 'Add 8 notes of the memory' })
    const own = group.getByRole('checkbox', { name: 'Keep the 4 notes that were mine as mine' })
    await expect.element(all).toBeChecked()
    await expect.element(own).not.toBeChecked()
    await own.click()
    await all.click()
    await expect.element(own).toBeDisabled()
    await all.click()
    await restoring.getByRole('button', { name: 'Restore 3 sessions' }).click()
    expect(fake.calls.find((call) => call.startsWith('restore: '))).toContain('"notes":true,"ownNotes":true')
  })

  it('has notes taken alone, and none as one’s own where none are taken', async () => {
    const { fake, app } = await dropped()
    fake.backup.contents = ok({ ...CONTENTS, sessions: [], settings: [], rules: [] })
    app.backup.closeRestore()
    await app.backup.inspect(file())
    const restore = restoring.getByRole('button', { name: 'Restore', exact: true })
    await expect.element(restore).toBeEnabled()
    await restoring.getByRole('checkbox', { name: /that were mine/ }).click()
    await restoring.getByRole('checkbox', { name: /^Add 8/ }).click()
    await expect.element(restoring.getByRole('button', { name: /^Restore/ })).toBeDisabled()
    await app.backup.restore()
    expect(fake.calls.find((call) => call.startsWith('restore: '))).toContain(
      '"notes":false,"ownNotes":false',
    )
  })

  it('says of notes that are here unconfirmed that they can be kept as one’s own, and ticks nothing', async () => {
    const { fake, app } = await dropped()
    const [memory] = CONTENTS.notes
    const notes = memory ? [{ ...memory, notes: 0, titles: ['<b>\u202Eevil'], lacking: 0 }] : []
    fake.backup.contents = ok({ ...CONTENTS, sessions: [], settings: [], rules: [], notes })
    app.backup.closeRestore()
    await app.backup.inspect(file())
    const group = restoring.getByRole('group', { name: 'Notes of the memory that are here unconfirmed' })
    await expect.element(group).toHaveTextContent(/<b>\S*202E\S*evil and 2 others/i)
    await expect.element(group.getByRole('checkbox', { name: /here unconfirmed/ })).not.toBeChecked()
    await expect.element(group.getByRole('checkbox', { name: /that were mine/ })).toBeDisabled()
  })

  it('is cancelled by closing, and nothing has changed', async () => {
    const { fake, app } = await dropped()
    await restoring.getByRole('button', { name: 'Cancel' }).click()
    await expect.element(restoring).not.toBeInTheDocument()
    expect(fake.calls.filter((call) => call.startsWith('restore'))).toEqual([])
    await app.backup.inspect(file())
    await expect.element(restoring).toBeVisible()
  })

  it('is also begun from "Storage"; a file that is no backup is refused in a sentence', async () => {
    const { app } = await opened()
    await storage.getByLabelText('Backup file').upload(new File(['zip'], 'a.vivbackup'))
    await expect
      .element(restoring.getByRole('alert'))
      .toHaveTextContent('This file is no backup of Vivarium.')
    expect(app.dialog).toBeUndefined()
  })
})
