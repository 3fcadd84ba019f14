/** Changes as a place of review: hunks by mouse and keys, comments, what survives a reload, the commit. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FakeAgent } from '../../testing/fake-agent/fake-agent.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const bytes = (text: string) => new TextEncoder().encode(text)
const lines = (...all: string[]) => bytes(`${all.join('\n')}\n`)

function prepared(fake: FakeAgent) {
  fake.originals.set('src/a.ts', lines('one', 'two', 'three', 'four', 'five'))
  fake.files.set('src/a.ts', lines('ONE', 'two', 'three', 'four', 'FIVE'))
  fake.originals.set('b.md', lines('# B'))
  fake.files.set('b.md', lines('# B', 'more'))
  fake.emit({ type: 'workspace_imported', name: 'repo', files: 2, bytes: 1, root: 'r' })
}

async function open(prepare = prepared) {
  const mounted = mountApp(prepare)
  await mounted.started
  await page.getByRole('tab', { name: 'Changes' }).click()
  await expect.element(page.getByRole('button', { name: 'src/a.ts' })).toBeVisible()
  return mounted
}

const file = (path: string) => page.getByRole('button', { name: path })
const hunk = (name: RegExp) => page.getByRole('group', { name })
const progress = () => page.getByRole('status', { name: 'Review' })
const textOf = (fake: FakeAgent, path: string) => new TextDecoder().decode(fake.files.get(path))

describe('a review of changes', () => {
  it('counts what was accepted, keeps it over a reload, and forgets it when the hunk changes', async () => {
    const { fake } = await open()
    await expect.element(progress()).toHaveTextContent('0 of 3 reviewed')
    await file('src/a.ts').click()
    await hunk(/^Change 1 of 2 in src\/a\.ts: line 1, not reviewed/)
      .getByRole('button', { name: 'Accept' })
      .click()
    await expect.element(progress()).toHaveTextContent('1 of 3 reviewed')
    const kept = localStorage.getItem('vivarium:review:s1') ?? ''
    await unmountApp()
    localStorage.setItem('vivarium:review:s1', kept)

    const again = await open()
    await expect.element(progress()).toHaveTextContent('1 of 3 reviewed')
    again.fake.files.set('src/a.ts', lines('ONE!', 'two', 'three', 'four', 'FIVE'))
    again.fake.notice({ type: 'files_changed', paths: ['/workspace/src/a.ts'], ignored: [], overflow: false })
    await expect.element(progress()).toHaveTextContent('0 of 3 reviewed')
    expect(textOf(fake, 'src/a.ts')).toBe('ONE\ntwo\nthree\nfour\nFIVE\n')
  })

  it('rejects one hunk and nothing else, says so, and offers the way back', async () => {
    const { fake } = await open()
    await file('src/a.ts').click()
    await hunk(/line 5/)
      .getByRole('button', { name: 'Reject' })
      .click()
    await expect.element(page.getByText('Rejected line 5 of src/a.ts.')).toBeVisible()
    expect(textOf(fake, 'src/a.ts')).toBe('ONE\ntwo\nthree\nfour\nfive\n')
    expect(fake.calls).toContain('reject: src/a.ts line 5')
    await page.getByRole('button', { name: 'Undo', exact: true }).click()
    await expect.poll(() => fake.calls).toContain('undo: before')
  })

  it('refuses to reject what has changed since it was looked at', async () => {
    const { fake } = await open()
    await file('src/a.ts').click()
    const reject = hunk(/line 5/).getByRole('button', { name: 'Reject' })
    await expect.element(reject).toBeVisible()
    const button = reject.element()
    // In the moment of the click: nobody has told the page, and it has not looked again by itself.
    fake.files.set('src/a.ts', lines('ONE', 'two', 'three', 'four', 'FIVE and more'))
    button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    await expect
      .element(page.getByRole('alert'))
      .toHaveTextContent(/src\/a\.ts has changed since it was compared/)
    expect(textOf(fake, 'src/a.ts')).toBe('ONE\ntwo\nthree\nfour\nFIVE and more\n')
    // Matching hunks are rejected beside the change.
    await hunk(/line 1/)
      .getByRole('button', { name: 'Reject' })
      .click()
    await expect.poll(() => textOf(fake, 'src/a.ts')).toBe('one\ntwo\nthree\nfour\nFIVE and more\n')
  })

  it('rejects a whole file that was added: it is gone', async () => {
    const { fake } = await open((agent) => {
      prepared(agent)
      agent.files.set('new.bin', Uint8Array.of(0, 1))
    })
    await page
      .getByRole('listitem')
      .filter({ hasText: 'new.bin' })
      .getByRole('button', { name: 'Reject file' })
      .click()
    await expect.poll(() => fake.files.has('new.bin')).toBe(false)
  })

  it('is gone through by keys alone', async () => {
    const { fake } = await open()
    file('b.md').element().focus()
    await userEvent.keyboard('n')
    await expect.element(hunk(/in b\.md: line 2/)).toHaveFocus()
    await userEvent.keyboard('a')
    await expect.element(hunk(/in src\/a\.ts: line 1/)).toHaveFocus()
    await expect.element(progress()).toHaveTextContent('1 of 3 reviewed')
    await userEvent.keyboard('{F7}')
    await expect.element(hunk(/line 5/)).toHaveFocus()
    await userEvent.keyboard('{Shift>}{F7}{/Shift}r')
    await expect.poll(() => textOf(fake, 'src/a.ts')).toBe('one\ntwo\nthree\nfour\nFIVE\n')
    await expect.element(hunk(/line 5/)).toHaveFocus()
    await userEvent.keyboard('cWhy?{Control>}{Enter}{/Control}')
    await expect.element(page.getByRole('note', { name: 'Your comment on line 5' })).toHaveTextContent('Why?')
    await expect.element(hunk(/line 5/)).toHaveFocus()
  })

  it('takes keys while files are still being read, in their order', async () => {
    const read = Promise.withResolvers<void>()
    await open((fake) => {
      prepared(fake)
      const readFile = fake.agent.files.read
      fake.agent.files.read = (path) => read.promise.then(() => readFile(path))
    })
    file('b.md').element().focus()
    await userEvent.keyboard('nan')
    expect(progress().query()).toBe(null)
    read.resolve()
    await expect.element(hunk(/line 5/)).toHaveFocus()
    await expect.element(progress()).toHaveTextContent('1 of 3 reviewed')
  })

  it('keeps the focus on the next hunk when the files are compared again while one is rejected', async () => {
    const { fake, app } = await open()
    await file('src/a.ts').click()
    const first = hunk(/line 1,/)
    await expect.element(first).toBeVisible()
    const again = Promise.withResolvers<void>()
    const { changes } = fake.agent.workspace
    const { reject } = fake.agent.files
    fake.agent.files.reject = async (edits, rejected) => {
      const done = await reject(edits, rejected)
      // The comparison after it meets a newer one, which takes longer: of a notice that files have changed.
      fake.agent.workspace.changes = (since) => {
        fake.agent.workspace.changes = (later) => again.promise.then(() => changes(later))
        queueMicrotask(() => void app.review.refresh())
        return changes(since)
      }
      return done
    }
    first.element().focus()
    await userEvent.keyboard('r')
    await expect.poll(() => textOf(fake, 'src/a.ts')).toBe('one\ntwo\nthree\nfour\nFIVE\n')
    await expect.poll(() => app.review.busy).toBe(false)
    again.resolve()
    await expect.element(hunk(/^Change 1 of 1 in src\/a\.ts: line 5/)).toHaveFocus()
    await userEvent.keyboard('a')
    await expect.element(progress()).toHaveTextContent('1 of 2 reviewed')
  })

  it('shows both texts side by side where there is room, and remembers that', async () => {
    await page.viewport(1800, 800)
    await open()
    await file('src/a.ts').click()
    const cells = () => document.querySelectorAll('table.split tr:first-child td').length
    await page.getByRole('button', { name: 'Side by side' }).click()
    await expect.poll(cells).toBeGreaterThan(5)
    expect(localStorage.getItem('vivarium:side-by-side')).toBe('on')
    await page.viewport(390, 800)
    await expect.poll(cells).toBe(0)
  })
})

describe('comments on lines', () => {
  it('are collected, changed and removed, survive a reload half written, and leave as one message', async () => {
    await open()
    await file('src/a.ts').click()
    await page.getByRole('button', { name: 'Comment on line 3' }).click()
    await page.getByRole('textbox', { name: 'Comment on line 3' }).fill('Half')
    const kept = localStorage.getItem('vivarium:review:s1') ?? ''
    await unmountApp()
    localStorage.setItem('vivarium:review:s1', kept)

    const { fake } = await open()
    await file('src/a.ts').click()
    const box = page.getByRole('textbox', { name: 'Comment on line 3' })
    await expect.element(box).toHaveValue('Half')
    await box.fill('Name this')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await hunk(/line 1/)
      .getByRole('button', { name: 'Comment', exact: true })
      .click()
    await page.getByRole('textbox', { name: 'Comment on line 1' }).fill('Too loud')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await expect.element(page.getByRole('button', { name: 'Send 2 comments' })).toBeVisible()
    await page
      .getByRole('note', { name: 'Your comment on line 3' })
      .getByRole('button', { name: 'Edit' })
      .click()
    await page.getByRole('textbox', { name: 'Comment on line 3' }).fill('Name these')
    await page.getByRole('button', { name: 'Save comment' }).click()
    await page.getByRole('button', { name: 'Send 2 comments' }).click()
    await expect.poll(() => fake.calls.filter((call) => call.startsWith('send: '))).toHaveLength(1)
    const sent = fake.calls.find((call) => call.startsWith('send: '))
    expect(sent).toMatch(
      /2 comments[^]*"src\/a\.ts", line 1:\s+```\nONE\n```\s+Too loud[^]*line 3:\s+```\nthree\n```\s+Name these/,
    )
    expect(page.getByRole('button', { name: /^Send \d/ }).query()).toBe(null)
    expect(localStorage.getItem('vivarium:review:s1')).toBe(null)
  })
})

describe('the commit of what was reviewed', () => {
  const commit = () => page.getByRole('button', { name: 'Commit', exact: true })

  it('has what is accepted of each file, with a message that is proposed', async () => {
    const { fake } = await open()
    await page.getByText('Commit reviewed changes').click()
    await expect.element(commit()).toBeDisabled()
    await file('src/a.ts').click()
    await hunk(/line 5/)
      .getByRole('button', { name: 'Accept' })
      .click()
    await commit().click()
    await expect
      .element(page.getByRole('status', { name: 'Commit' }))
      .toHaveTextContent('Committed abc1234 Update')
    expect(fake.calls.at(-1)).toBe('commit: Update a.ts | src/a.ts "one\\ntwo\\nthree\\nfour\\nFIVE\\n"')
  })

  it('says what git has said, and offers a repository where there is none', async () => {
    const { fake } = await open()
    await page.getByText('Commit reviewed changes').click()
    await page.getByRole('button', { name: 'Accept all' }).click()
    const said = page.getByRole('status', { name: 'Commit' })
    fake.committed = { kind: 'refused', message: 'fatal: unable to auto-detect email address' }
    await commit().click()
    await expect.element(said).toHaveTextContent(/Nothing was committed\. git says:.*unable to auto-detect/)
    fake.committed = { kind: 'others_staged', paths: ['x.ts'] }
    await commit().click()
    await expect.element(said).toHaveTextContent(/x\.ts\s+would be committed, too/)
    fake.committed = { kind: 'no_repository' }
    await commit().click()
    await page.getByRole('button', { name: 'Run git init' }).click()
    await expect.poll(() => fake.calls).toContain('exec: git init')
  })
})
