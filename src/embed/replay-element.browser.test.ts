/** The element in a page that knows nothing of Vivarium. */
import axe from 'axe-core'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { readFile, writeFile } from '../agent/session/recording/file-format.ts'
import { writeLink } from '../agent/session/recording/link-format.ts'
import type { Recording } from '../agent/session/recording/recording.ts'
import type { AgentEvent } from '../agent/protocol/events.ts'
import './vivarium-replay.ts'
import type { ReplayElement } from './replay-element.ts'

const DEMO = '/demos/build-a-web-app.vivarium'
const HOSTILE = '<img src=x onerror="window.ran = true"><script>window.ran = true</script>'

let demo: Recording

beforeAll(async () => {
  const read = await readFile(new Uint8Array(await (await fetch(DEMO)).arrayBuffer()))
  if (!read.ok) throw new Error(read.error.message)
  demo = read.value
})
afterEach(() => document.body.replaceChildren())

/** Puts the element into the page, and waits until it has told what came of it. */
async function place(
  attributes: Readonly<Record<string, string>>,
): Promise<{ replay: ReplayElement; told: CustomEvent }> {
  const replay = document.createElement('vivarium-replay')
  for (const [name, value] of Object.entries(attributes)) replay.setAttribute(name, value)
  const told = new Promise<CustomEvent>((resolve) => {
    for (const type of ['vivarium-ready', 'vivarium-error'])
      replay.addEventListener(type, (event) => resolve(event as CustomEvent), { once: true })
  })
  document.body.append(replay)
  return { replay, told: await told }
}

/** The address of a file with this session in it. */
function fileOf(recording: Recording): string {
  return URL.createObjectURL(new Blob([writeFile(recording) as Uint8Array<ArrayBuffer>]))
}

/** The demo with other words of the person's. */
function saying(text: string): Recording {
  const events = demo.events.map((event): AgentEvent =>
    event.type === 'user_message' ? { ...event, content: [{ type: 'text', text }] } : event,
  )
  return { ...demo, manifest: { ...demo.manifest, title: text }, events }
}

/** The same megabyte without end. */
function endless(): ReadableStream<Uint8Array> {
  const part = new Uint8Array(1024 * 1024)
  return new ReadableStream({ pull: (to) => to.enqueue(part) })
}

const articles = () => page.getByRole('article').elements()

describe('a recording', () => {
  it('is shown whole, and message by message, by buttons, slider and keys', async () => {
    const { replay, told } = await place({ src: DEMO })
    expect(told.type).toBe('vivarium-ready')
    expect(replay.length).toBeGreaterThan(5)
    expect(articles()).toHaveLength(replay.length)
    await expect.element(page.getByText(demo.manifest.title).first()).toBeVisible()
    await page.getByRole('button', { name: 'Previous message' }).click()
    expect(articles()).toHaveLength(replay.length - 1)
    await expect.element(page.getByText(`${replay.length - 1} / ${replay.length}`)).toBeVisible()
    page.getByRole('slider', { name: 'Message' }).element().focus()
    await userEvent.keyboard('{Home}')
    expect(replay.position).toBe(0)
    await userEvent.keyboard('{ArrowRight}')
    expect(articles()).toHaveLength(1)
    await expect.element(page.getByRole('article', { name: 'User' })).toBeVisible()
    replay.step()
    expect(replay.position).toBe(2)
    await expect.element(page.getByRole('button', { name: 'Next message' })).toBeEnabled()
    expect(replay.events().length).toBe(demo.events.length)
    expect(replay.events(demo.events.length)).toHaveLength(1)
  })

  it('plays at the chosen speed, tells each step and its end, and stops when it is taken out', async () => {
    const { replay } = await place({ src: DEMO, step: '0', speed: '100' })
    const steps: number[] = []
    replay.addEventListener('vivarium-step', (event) =>
      steps.push((event as CustomEvent<{ position: number }>).detail.position),
    )
    const ended = new Promise((resolve) => replay.addEventListener('vivarium-end', resolve, { once: true }))
    await page.getByRole('button', { name: 'Play' }).click()
    await ended
    expect(steps).toEqual(Array.from({ length: replay.length }, (_, index) => index + 1))
    replay.setAttribute('speed', '0.1')
    await expect.element(page.getByRole('combobox', { name: 'Speed' })).toHaveValue('0.1')
    replay.play()
    expect(replay.playing).toBe(true)
    replay.remove()
    expect([replay.playing, replay.length]).toEqual([false, 0])
  })

  it('comes from a link without any request, with a way to Vivarium', async () => {
    const payload = await writeLink(demo)
    const fetched = vi.spyOn(globalThis, 'fetch')
    const { replay } = await place({ src: `https://vivarium.example/#s=${payload}` })
    expect(replay.length).toBeGreaterThan(5)
    expect(fetched).not.toHaveBeenCalled()
    fetched.mockRestore()
    const link = page.getByRole('link', { name: 'Open in Vivarium' })
    await expect.element(link).toHaveAttribute('href', `https://vivarium.example/#s=${payload}`)
  })

  it('from a link that would run something is shown without a way there', async () => {
    const payload = await writeLink(demo)
    for (const before of [
      'javascript:window.ran=true//',
      'data:text/html,<script>window.ran=true</script>',
      '',
    ]) {
      const { replay } = await place({ src: `${before}#s=${payload}` })
      expect(replay.length).toBeGreaterThan(5)
      expect(page.getByRole('link').elements()).toEqual([])
      replay.remove()
    }
  })

  it('is replaced by another one, and only that one is shown', async () => {
    const { replay } = await place({ src: DEMO })
    replay.setAttribute('src', fileOf(saying('Words of one')))
    replay.setAttribute('src', fileOf(saying('Words of another')))
    await expect
      .element(page.getByRole('article', { name: 'User' }).first())
      .toHaveTextContent('Words of another')
    await expect.element(page.getByText('Words of one')).not.toBeInTheDocument()
  })
})

describe('what is no recording, or a hostile one', () => {
  it('is text, whatever was said', async () => {
    await place({ src: fileOf(saying(HOSTILE)) })
    await expect.element(page.getByRole('article').first()).toHaveTextContent('<img src=x onerror=')
    expect(document.querySelector('vivarium-replay')?.shadowRoot?.querySelector('img, script')).toBeNull()
    expect('ran' in window).toBe(false)
  })

  it.each([
    ['nothing', '', 'There is no recording to show.'],
    ['no address', 'http://[', 'is no address'],
    ['a script', 'javascript:window.ran=1', 'cannot be fetched'],
    ['a store', 'https://vivarium.example/#share=https://s.example/x&k=y', 'encrypted in a store'],
    ['a server that is not there', 'http://localhost:1/x.vivarium', 'could not be fetched'],
    ['another file', '/icon.svg', 'no zip archive'],
    ['a damaged link', '#s=abc', 'link'],
  ])('says what is wrong with %s', async (_, src, message) => {
    const { told } = await place({ src })
    expect(told.type).toBe('vivarium-error')
    expect((told.detail as { message: string }).message).toMatch(new RegExp(message))
    await expect.element(page.getByRole('alert')).toBeVisible()
    expect('ran' in window).toBe(false)
  })

  it.each([
    ['has no such file', () => new Response('', { status: 404 }), 'it answered 404'],
    ['sends more than a recording may be', () => new Response(endless()), 'larger than a recording may be'],
    [
      'does not let the page in',
      () => Promise.reject(new TypeError('Failed to fetch')),
      'could not be fetched',
    ],
  ])('says that a server %s', async (_, answer, message) => {
    const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer())
    const { told } = await place({ src: 'https://elsewhere.example/session.vivarium' })
    expect(fetched).toHaveBeenCalledWith(
      expect.objectContaining({ host: 'elsewhere.example' }),
      expect.objectContaining({ credentials: 'omit', referrerPolicy: 'no-referrer' }),
    )
    fetched.mockRestore()
    expect((told.detail as { message: string }).message).toContain(message)
  })

  it('says that a file was cut off', async () => {
    const file = writeFile(demo)
    const src = URL.createObjectURL(new Blob([file.slice(0, file.length / 2)]))
    const { told } = await place({ src })
    expect((told.detail as { message: string }).message).toContain('only a part of one')
  })
})

it.each([
  ['light', 1280],
  ['dark', 390],
] as const)('has nothing that axe finds: %s, %s px wide', async (theme, width) => {
  await page.viewport(width, 700)
  await place({ src: DEMO, theme })
  for (const summary of document.querySelector('vivarium-replay')?.shadowRoot?.querySelectorAll('details') ??
    [])
    summary.open = true
  const { violations } = await axe.run(document.body, {
    rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join()}`)).toEqual([])
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
})
