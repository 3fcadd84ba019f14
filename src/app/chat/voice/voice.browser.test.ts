/** Dictating, with a stand-in for the browser's recognition: a real one needs a microphone and, mostly, a service. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'

/** As the browser's own: its handlers are called when the test says so. */
class StandIn {
  static last: StandIn | undefined
  lang = ''
  continuous = false
  interimResults = false
  onresult: ((event: object) => void) | null = null
  onerror: ((event: { readonly error: string }) => void) | null = null
  onend: (() => void) | null = null
  isListening = false
  readonly #results: { readonly transcript: string; readonly isFinal: boolean }[] = []

  start(): void {
    StandIn.last = this
    this.isListening = true
  }

  stop(): void {
    if (!this.isListening) return
    this.isListening = false
    this.onend?.()
  }

  /** The last result, until it is final. */
  hear(transcript: string, isFinal: boolean): void {
    if (this.#results.at(-1)?.isFinal === false) this.#results.pop()
    this.#results.push({ transcript, isFinal })
    const results = this.#results.map((result) => Object.assign([result], { isFinal: result.isFinal }))
    this.onresult?.({ resultIndex: results.length - 1, results })
  }

  fail(error: string): void {
    this.onerror?.({ error })
    this.stop()
  }
}

beforeEach(() => page.viewport(1280, 800))
afterEach(async () => {
  await unmountApp()
  vi.unstubAllGlobals()
})

const button = page.getByRole('button', { name: 'Dictate' })
const composer = page.getByRole('textbox', { name: 'Message' })

async function open(name = 'SpeechRecognition') {
  vi.stubGlobal('SpeechRecognition', undefined)
  vi.stubGlobal('webkitSpeechRecognition', undefined)
  vi.stubGlobal(name, StandIn)
  const { started, fake } = mountApp()
  await started
  return { fake }
}

async function listen(): Promise<StandIn> {
  await button.click()
  await page.getByRole('button', { name: 'Listen' }).click()
  await expect.element(page.getByText('Listening.')).toBeVisible()
  const { last } = StandIn
  if (!last) throw new Error('nothing listens')
  return last
}

describe('dictating', () => {
  it('is not offered where the browser has no recognition', async () => {
    await open('nothing')
    await expect.element(composer).toBeVisible()
    await expect.element(button).not.toBeInTheDocument()
  })

  it('says before the first time where speech may go, and hears nothing until that is agreed to', async () => {
    StandIn.last = undefined
    await open('webkitSpeechRecognition')
    await button.click()
    await expect.element(page.getByText(/send what they hear to a service of their maker/)).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect.element(page.getByText(/send what they hear/)).not.toBeInTheDocument()
    expect(StandIn.last).toBeUndefined()
    const first = await listen()
    await button.click()
    expect(first.isListening).toBe(false)
    // Not asked again.
    await button.click()
    await expect.element(page.getByText('Listening.')).toBeVisible()
  })

  it('puts what is certain behind what was written, shows what is not, and sends nothing', async () => {
    const { fake } = await open()
    await composer.fill('Please')
    const ear = await listen()
    expect([ear.lang.split('-')[0], ear.continuous, ear.interimResults]).toEqual(['en', true, true])
    ear.hear('fix the', false)
    await expect.element(page.getByText('fix the')).toBeVisible()
    await expect.element(composer).toHaveValue('Please')
    ear.hear('fix the tests', true)
    ear.hear('and say why', true)
    await expect.element(composer).toHaveValue('Please fix the tests and say why')
    await expect.element(button).toHaveAttribute('aria-pressed', 'true')
    ;(button.element() as HTMLElement).focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(button).toHaveAttribute('aria-pressed', 'false')
    expect(fake.calls.filter((call) => call.startsWith('send'))).toEqual([])
  })

  it.each([
    ['not-allowed', 'does not let this page use the microphone'],
    ['audio-capture', 'No microphone was found'],
    ['network', 'could not reach the service'],
    ['no-speech', 'Nothing was heard'],
    ['language-not-supported', 'knows no speech in this language'],
    ['something-new', 'could not begin to listen'],
  ])('says what to do when it ends with %s', async (error, text) => {
    await open()
    const ear = await listen()
    ear.fail(error)
    await expect.element(page.getByRole('alert')).toHaveTextContent(text)
    await page.getByRole('button', { name: 'Close' }).click()
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  })

  it('ends with the page', async () => {
    await open()
    const ear = await listen()
    await unmountApp()
    expect(ear.isListening).toBe(false)
  })
})
