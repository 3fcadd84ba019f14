/** Calls that only looked are one line, and each of them is still there for whoever asks for it by role and name. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventBody } from '../../../agent/protocol/events.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import * as story from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const FILES = ['a.ts', 'b.ts', 'c.ts', 'd.ts']

function reads(): EventBody[] {
  return FILES.flatMap((file, at) => {
    const turnId = `t${at}`
    const call = {
      turnId,
      id: `c${at}`,
      tool: 'Read',
      input: { file_path: `/workspace/${file}` },
      title: file,
    }
    return [story.request(turnId), ...story.started(call), story.finished(call, { text: `text of ${file}` })]
  })
}

async function open() {
  const { fake, started, app } = mountApp()
  await started
  fake.emit(story.user('look'), story.runStarted(), ...reads(), story.runEnded())
  return { app }
}
const head = page.getByRole('button', { name: 'read 4 files' })
const group = (file: string) => page.getByRole('group', { name: `Read: ${file}` })
const height = (file: string) => group(file).element().getBoundingClientRect().height

describe('calls that only looked', () => {
  it('are one line, below which each has its role, name and state', async () => {
    await open()
    await expect.element(head).toBeVisible()
    for (const file of FILES) {
      await expect.element(group(file)).toHaveTextContent(/done/)
      expect(height(file)).toBeLessThan(3)
    }
    expect(page.getByRole('article', { name: 'Assistant' }).elements()).toHaveLength(4)
  })

  it('are opened and closed by the line', async () => {
    await open()
    await head.click()
    await expect.element(head).toHaveAttribute('aria-expanded', 'true')
    for (const file of FILES) expect(height(file)).toBeGreaterThan(20)
    await group('c.ts').getByRole('button', { name: 'Details' }).click()
    await expect.element(page.getByText('text of c.ts')).toBeVisible()
    await head.click()
    expect(height('b.ts')).toBeLessThan(3)
  })

  it('are no places for the Tab key while they cannot be seen', async () => {
    await open()
    ;(head.element() as HTMLElement).focus()
    await userEvent.keyboard('{Tab}')
    expect(document.activeElement?.closest('[data-call]')).toBeNull()
    ;(head.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}{Tab}')
    expect(document.activeElement?.closest('[data-call]')).toBe(group('a.ts').element())
  })

  it('leave one in view that is held for a note', async () => {
    const { fake, started } = mountApp()
    await started
    const call = { turnId: 't9', id: 'c9', tool: 'Read', input: { file_path: 'e.ts' }, title: 'e.ts' }
    const held = [story.request('t9'), ...story.held(call)]
    fake.emit(story.user('look'), story.runStarted(), ...reads(), ...held)
    await expect.element(head).toBeVisible()
    await expect.element(group('e.ts').getByRole('button', { name: /^Your note: / })).toBeVisible()
    expect(height('e.ts')).toBeGreaterThan(40)
    expect(height('d.ts')).toBeLessThan(3)
  })

  it('are open when the person is led to one of them', async () => {
    const { app } = await open()
    app.goal = { id: 't2', call: 'c2', text: '' }
    await expect.element(head).toHaveAttribute('aria-expanded', 'true')
    await expect.poll(() => height('c.ts')).toBeGreaterThan(20)
  })
})
