/** Copying a block of code out of an answer. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import * as story from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  watcher.disconnect()
  vi.restoreAllMocks()
  await unmountApp()
})

/** Labels that buttons had meanwhile: one shows for a moment only, which a busy machine may miss. */
const said = new Set<string>()
const watcher = new MutationObserver(() => {
  for (const button of document.querySelectorAll('button')) said.add(button.textContent.trim())
})

const CODE = Array.from({ length: 40 }, (_, at) => `let a${at} = '<b>' // ${at}`).join('\n')

async function opened() {
  const { fake, started } = mountApp()
  await started
  said.clear()
  watcher.observe(document.body, { subtree: true, childList: true, characterData: true })
  fake.emit(story.user('go'), story.runStarted(), story.request('t1'), {
    type: 'assistant_block',
    turnId: 't1',
    block: 0,
    content: { type: 'text', text: `Here:\n\n\`\`\`js\n${CODE}\n\`\`\`\n\n\`\`\`\nother\n\`\`\`` },
  })
  return page.getByRole('article', { name: 'Assistant' }).getByRole('button', { name: 'Copy', exact: true })
}

it('copies the text of that block, byte for byte, and says so for a moment', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const button = await opened()
  await button.first().click()
  expect(write.mock.calls).toEqual([[CODE]])
  await expect.poll(() => said.has('Copied')).toBe(true)
  await expect.poll(() => button.elements().length).toBe(2)
})

it('says when the browser does not allow it', async () => {
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'))
  const button = await opened()
  await button.last().click()
  await expect.poll(() => said.has('Not allowed')).toBe(true)
})
