/** Pictures and long texts that go along with a message: pasted, dropped, chosen, taken away, kept and sent. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from './testing/mount-app.ts'

const composer = page.getByRole('textbox', { name: 'Message' })
const attached = page.getByRole('list', { name: 'Attached' }).getByRole('listitem')
const LONG = Array.from({ length: 60 }, (_, line) => `line ${line}`).join('\n')

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

async function pictureFile(width: number, height: number, name = 'shot.png'): Promise<File> {
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')
  for (let x = 0; context && x < width; x += 16) {
    context.fillStyle = `hsl(${x} 80% 50%)`
    context.fillRect(x, 0, 16, height)
  }
  return new File([await canvas.convertToBlob()], name, { type: 'image/png' })
}

function paste(data: { readonly files?: readonly File[]; readonly text?: string }): void {
  const clipboardData = new DataTransfer()
  for (const file of data.files ?? []) clipboardData.items.add(file)
  if (data.text !== undefined) clipboardData.setData('text/plain', data.text)
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
  composer.element().dispatchEvent(event)
}

async function sizeOf(data: string): Promise<[number, number]> {
  const bytes = Uint8Array.from(atob(data), (char) => char.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes]))
  return [bitmap.width, bitmap.height]
}

it('a pasted picture is shown, made as large as models look at, and sent with the message', async () => {
  const { fake, started } = mountApp()
  await started
  await composer.click()
  paste({ files: [await pictureFile(3_000, 1_500)] })
  await expect.element(attached.first()).toHaveTextContent('shot.png')
  await composer.fill('What is wrong here?')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => fake.images.length).toBe(1)
  expect(fake.calls).toContain('send: What is wrong here?')
  expect(await sizeOf(fake.images[0]?.source.data ?? '')).toEqual([1_568, 784])
  await expect.poll(() => attached.elements().length).toBe(0)
})

it('a picture alone is a message, and one can be taken away', async () => {
  const { fake, started } = mountApp()
  await started
  await composer.click()
  paste({ files: [await pictureFile(20, 20, 'a.png'), await pictureFile(20, 20, 'b.png')] })
  await expect.poll(() => attached.elements().length).toBe(2)
  await page.getByRole('button', { name: 'Remove a.png' }).click()
  await page.getByRole('button', { name: 'Send' }).click()
  await expect.poll(() => fake.images.length).toBe(1)
  expect(fake.calls).toContain('send: ')
})

it('a long paste stands beside the message, goes along with it, and can be put into it', async () => {
  const { fake, started } = mountApp()
  await started
  await composer.click()
  paste({ text: LONG })
  await expect.element(attached.first()).toHaveTextContent('Pasted text 1, 60 lines')
  await expect.element(composer).toHaveValue('')
  paste({ text: `${LONG}\n\`\`\`` })
  await attached.last().getByTitle('Put it into the message').click()
  await expect.poll(() => attached.elements().length).toBe(1)
  expect(composer.element()).toHaveProperty('value', `${LONG}\n\`\`\``)
  await composer.fill('Explain')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => fake.calls.at(-1)).toBe(`send: Explain\n\nPasted text 1:\n\`\`\`\n${LONG}\n\`\`\``)
})

it('what is no picture says so, whatever it calls itself; a text file goes along as text', async () => {
  const { started } = mountApp()
  await started
  await composer.click()
  paste({ files: [new File(['<svg onload="alert(1)"/>'], 'evil.png', { type: 'image/png' })] })
  await expect.element(page.getByRole('alert')).toHaveTextContent('evil.png is no picture')
  paste({ files: [new File([new Uint8Array([1, 0, 2])], 'a.bin')] })
  await expect.element(page.getByRole('alert')).toHaveTextContent('a.bin is neither a picture nor a text')
  paste({ files: [new File(['one\ntwo\n'], 'notes.txt', { type: 'text/plain' })] })
  await expect.element(attached.first()).toHaveTextContent('notes.txt, 2 lines')
  await expect.poll(() => page.getByRole('alert').elements().length).toBe(0)
})

it('they are kept over a reload, and put back when the message could not be sent', async () => {
  const first = mountApp()
  await first.started
  await composer.click()
  paste({ text: LONG })
  paste({ files: [await pictureFile(20, 20)] })
  await expect.poll(() => attached.elements().length).toBe(2)
  const kept = sessionStorage.getItem('vivarium:attached:s1') ?? ''
  await unmountApp()
  sessionStorage.setItem('vivarium:attached:s1', kept)
  const { fake, started } = mountApp()
  await started
  await expect.poll(() => attached.elements().length).toBe(2)
  fake.onSend = () => Promise.reject(new Error('gone'))
  await composer.fill('Explain')
  await userEvent.keyboard('{Enter}')
  await expect.element(composer).toHaveValue('Explain')
  await expect.poll(() => attached.elements().length).toBe(2)
})

it('while the agent works they wait with their message, and come back with it', async () => {
  const { fake, started } = mountApp()
  await started
  fake.emit(
    { type: 'user_message', messageId: 'u', content: [{ type: 'text', text: 'Go' }], origin: 'human' },
    { type: 'run_started', runId: 'r', model: 'm', mode: 'default' },
  )
  await composer.click()
  paste({ files: [await pictureFile(20, 20)] })
  await expect.poll(() => attached.elements().length).toBe(1)
  await composer.fill('Look')
  await userEvent.keyboard('{Enter}')
  const queued = page.getByRole('list', { name: 'Queued messages' }).getByRole('listitem')
  await expect.element(queued.first()).toHaveTextContent('Look (1 image)')
  await queued.first().getByRole('button', { name: 'Edit' }).click()
  await expect.element(composer).toHaveValue('Look')
  await expect.poll(() => attached.elements().length).toBe(1)
})

it('of a long message the beginning is shown, and the rest at a click', async () => {
  const { fake, started } = mountApp()
  await started
  fake.emit({
    type: 'user_message',
    messageId: 'u',
    content: [{ type: 'text', text: LONG }],
    origin: 'human',
  })
  const message = page.getByRole('article', { name: 'You' })
  await expect.element(message).not.toHaveTextContent('line 59')
  await message.getByRole('button', { name: 'Show all of it' }).click()
  await expect.element(message).toHaveTextContent('line 59')
})
