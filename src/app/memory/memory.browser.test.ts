/** The dialog of the memory, by role and name. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { fail } from '../../sandbox/contract/errors.ts'
import { putNote } from '../testing/fake-agent/memory-calls.ts'
import { MARKUP } from '../testing/hostile-texts.ts'
import { memoryOf } from './memory-of.ts'
import { button, dialog, entry, list, note, openMemory } from '../testing/memory-dialog.ts'
import { unmountApp } from '../testing/mount-app.ts'
import { putNotes } from '../testing/notes.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  vi.restoreAllMocks()
  await unmountApp()
})

describe('the list', () => {
  it('says of each note whose it is, where it applies, who wrote it and what may be wrong', async () => {
    await openMemory()
    const items = list.getByRole('listitem')
    await expect.poll(() => items.elements().length).toBe(6)
    await expect
      .element(items.filter({ hasText: 'The tests need port 4000' }))
      .toHaveTextContent(
        /Yours.*server on port 4000.*About the work · This project · written by you · 1 hour ago.*May be out of date: src\/add-days\.js, package\.json have changed/,
      )
    await expect
      .element(items.filter({ hasText: 'Deploys' }))
      .toHaveTextContent(/Unconfirmed.*Reference.*written by the agent/)
    await expect.element(items.filter({ hasText: 'English in code' })).toHaveTextContent(/All projects/)
    await expect
      .element(items.filter({ hasText: 'claims' }))
      .toHaveTextContent(/imported.*cannot be read as YAML.*It has no type/)
    // Daily ones are marked, and stand last.
    expect(items.elements().at(-1)?.textContent).toMatch(/Mended addDays.*Daily log/)
    await expect
      .element(dialog.getByText('231 lines, 18,400 bytes of 200 lines / 25,000 bytes are told'))
      .toHaveTextContent('More than is told: the lines after that are left out.')
  })

  it('says before which calls a note is told, or would be once it is confirmed, and which rule is none', async () => {
    await openMemory((fake) => {
      putNotes(fake)
      const when = ['Bash(a\u202eb)', '<b>x</b>']
      putNote(fake, 'hostile.md', 'Hostile', { title: 'Hostile', when })
    })
    const items = list.getByRole('listitem')
    await expect
      .element(items.filter({ hasText: 'port 4000' }))
      .toHaveTextContent('Told before: Bash(npm test*), Edit(src/**)')
    await expect
      .element(items.filter({ hasText: 'Deploys' }))
      .toHaveTextContent('Told before host:staging.example once you confirm it')
    await expect
      .element(items.filter({ hasText: 'claims' }))
      .toHaveTextContent(
        'Part of its “when” is no rule: write Bash(npm test*), Edit(src/**) or host:example.com.',
      )
    await expect
      .element(items.filter({ hasText: 'Hostile' }))
      .toHaveTextContent('Told before: Bash(a[U+202E]b), <b>x</b>')
    await expect.element(items.filter({ hasText: 'English in code' })).not.toHaveTextContent('Told before')
  })

  it('is searched by title, text, path and type', async () => {
    await openMemory()
    const search = dialog.getByRole('searchbox', { name: 'Search' })
    for (const [query, found] of [
      ['PORT 4000', 'The tests need port 4000'],
      ['staging', 'Deploys'],
      ['logs/', 'Mended addDays'],
      ['feedback', 'English in code'],
    ] as const) {
      await search.fill(query)
      await expect.element(list.getByRole('listitem')).toHaveTextContent(found)
    }
    await search.fill('<b>nothing')
    await expect.element(dialog.getByText('No note has “<b>nothing”.')).toBeVisible()
    expect(list.getByRole('listitem').elements()).toEqual([])
  })

  it('says that there is nothing, and shows an empty note', async () => {
    await openMemory(() => undefined)
    await expect.element(dialog.getByText('Nothing is remembered yet.')).toBeVisible()
    await expect.element(note).toHaveValue('')
    for (const name of ['Save', 'Undo', 'Delete']) await expect.element(button(name)).toBeDisabled()
  })

  it('is not broken by what a note is called', async () => {
    const hostile = ['a'.repeat(5_000), 'x\u202etxt.exe', '', ...MARKUP.slice(0, 40)]
    Object.assign(globalThis, { pwned: () => expect.fail('A title was run.') })
    const { fake, app } = await openMemory((agent) => {
      for (const [index, title] of hostile.entries())
        putNote(agent, `${index}.md`, title, { title, excerpt: title, stale: [title] })
    })
    await expect.poll(() => list.getByRole('listitem').elements().length).toBe(hostile.length)
    const { clientWidth, scrollWidth } = list.element()
    expect(scrollWidth).toBe(clientWidth)
    expect(list.element().textContent).not.toContain('\u202e')
    expect(list.element().querySelector('script, img, svg, iframe, a')).toBeNull()
    await memoryOf(app).open('0.md')
    await expect.element(note).toHaveValue('a'.repeat(5_000))
    expect(fake.calls.filter((call) => call.startsWith('write'))).toEqual([])
  })

  it('comes when a session is open, and says nothing of that before', async () => {
    const { fake, app } = await openMemory((agent) => {
      putNote(agent, 'a.md', 'One.', { title: 'One' })
      agent.memory.index = { lines: 1, bytes: 30, cut: 'no' }
    })
    await expect.element(entry('One')).toBeVisible()
    const { list: whenOpen } = fake.agent.memory
    fake.agent.memory.list = async () => fail('not_found', 'No session is open.')
    memoryOf(app).reset('another')
    await memoryOf(app).load()
    await expect.element(dialog.getByText('Reading the notes')).toBeVisible()
    expect(dialog.getByRole('alert').elements()).toEqual([])
    fake.agent.memory.list = whenOpen
    await memoryOf(app).load()
    await expect.element(entry('One')).toBeVisible()
    await expect.element(dialog.getByText(/^1 line, 30 bytes of 200 lines/)).toBeVisible()
  })

  it('is searched and renewed as before when it is opened again', async () => {
    const { fake } = await openMemory()
    const open = page.getByRole('button', { name: 'Memory' })
    for (const title of ['First addition', 'Second addition']) {
      await button('Close').click()
      putNote(fake, `${title}.md`, title, { title })
      await open.click()
      await expect.element(entry(title)).toBeVisible()
      const search = dialog.getByRole('searchbox', { name: 'Search' })
      await search.fill(title)
      await expect.poll(() => list.getByRole('listitem').elements().length).toBe(1)
      await search.fill('')
      await expect.poll(() => list.getByRole('listitem').elements().length).toBeGreaterThan(5)
    }
  })

  it('leaves a problem of another session behind', async () => {
    const { app } = await openMemory((fake) => {
      fake.agent.memory.pack = () => Promise.reject(new Error('torn'))
    })
    await button('Export').click()
    await expect.element(dialog.getByRole('alert')).toHaveTextContent('torn')
    memoryOf(app).reset('another')
    await expect.poll(() => dialog.getByRole('alert').elements()).toEqual([])
  })

  it('shows why it could not be read', async () => {
    await openMemory((fake) => {
      fake.agent.memory.list = () => Promise.reject(new Error('torn'))
    })
    await expect.element(dialog.getByRole('alert')).toHaveTextContent(/Reading the notes.*torn/)
  })
})

describe('the memory', () => {
  it('is switched off for a project, and says so', async () => {
    const { fake } = await openMemory()
    const toggle = dialog.getByRole('switch', { name: 'Remember in this project' })
    await expect.element(toggle).toBeChecked()
    await toggle.click()
    await expect.element(dialog.getByText(/^Off: the agent is told no note/)).toBeVisible()
    expect(fake.memory.isOn).toBe(false)
    await toggle.click()
    await expect.poll(() => fake.memory.isOn).toBe(true)
  })

  it('leads to the settings where it is off for all projects', async () => {
    const { app } = await openMemory((fake) => (fake.settingsNow = { ...fake.settingsNow, memory: false }))
    await expect.element(dialog.getByRole('switch', { name: 'Remember in this project' })).toBeDisabled()
    await button('Settings').click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await settings.getByRole('switch', { name: 'Remember between sessions' }).click()
    await expect.poll(() => app.settings.values?.memory).toBe(true)
    await settings.getByRole('switch', { name: 'Ask before the agent remembers something' }).click()
    await expect.poll(() => app.settings.values?.askBeforeRemembering).toBe(true)
  })

  it('belongs to the session where files are of no project', async () => {
    await openMemory((fake) => (fake.memory.project = null))
    await expect.element(dialog.getByText(/belong to this session alone/)).toBeVisible()
  })

  it('shows what a newer version has stored, and changes nothing', async () => {
    await openMemory((fake) => {
      putNotes(fake)
      fake.memory.isNewer = true
    })
    await expect.element(dialog.getByText(/A newer version of Vivarium/)).toBeVisible()
    await entry(/Deploys/).click()
    await expect.element(note).toHaveAttribute('readonly')
    for (const name of ['Confirm', 'Save', 'Undo', 'Delete', 'New note', 'Import'])
      await expect.element(button(name)).toBeDisabled()
  })

  it('goes out as a zip', async () => {
    await openMemory()
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    await button('Export').click()
    await expect.poll(() => saved).toEqual(['memory.zip'])
  })

  it('takes files in as unconfirmed notes, and says which were left', async () => {
    const { fake } = await openMemory()
    const files = [
      new File(['Trust me.'], 'a.md'),
      new File(['x'], 'b.txt'),
      new File([new Uint8Array(9 * 1024 * 1024)], 'c.zip'),
    ]
    await dialog.getByLabelText('Files with notes').upload(files)
    const area = dialog.getByRole('group', { name: 'Import' })
    await expect.element(area).toHaveTextContent('3 files chosen. All of them become unconfirmed.')
    await area.getByRole('combobox', { name: 'Applies to' }).selectOptions('All projects')
    await area.getByRole('button', { name: 'Take in' }).click()
    await expect.element(area.getByRole('status')).toHaveTextContent('1 note was taken in, unconfirmed.')
    const left = area.getByRole('list', { name: 'Left out' })
    await expect.element(left).toHaveTextContent('c.zip It is larger than 8.4 MB.')
    await expect.element(left).toHaveTextContent('b.txt It is no Markdown file.')
    expect(fake.memory.notes.get('everywhere/a.md')?.at(-1)?.origin).toBe('unconfirmed')
    await expect.element(entry(/Trust me.*Unconfirmed/)).toBeVisible()
  })

  it('follows what the agent writes while it is open', async () => {
    const { fake } = await openMemory()
    await entry(/Deploys/).click()
    putNote(fake, 'deploy.md', 'Now by hand.', { origin: 'unconfirmed' })
    fake.emit({
      type: 'memory_changed',
      path: 'deploy.md',
      change: 'written',
      by: 'agent',
      messageIds: [],
    })
    await expect.element(note).toHaveValue('Now by hand.')
  })
})

describe('on a phone', () => {
  it('shows the list, then the note, and leads back', async () => {
    await page.viewport(390, 844)
    await openMemory()
    await expect.element(note).not.toBeInTheDocument()
    await entry(/Deploys/).click()
    await expect.element(note).toBeVisible()
    await expect.element(list).not.toBeInTheDocument()
    await button('All entries').click()
    await expect.element(entry(/Deploys/)).toHaveFocus()
    const { clientWidth, scrollWidth } = document.documentElement
    expect(scrollWidth).toBe(clientWidth)
  })
})
