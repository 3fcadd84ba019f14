/**
 * A corpus of hostile texts on the real screen: nothing of it runs, fetches, leaves its place or hides what it is, and the
 * page goes on.
 */
import { flushSync, mount, unmount } from 'svelte'
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { EventBody } from '../agent/protocol/events.ts'
import { patience } from '../testing/patience.ts'
import { slice } from '../testing/slice.ts'
import Markdown from './chat/markdown/Markdown.svelte'
import { rendererReady } from './chat/markdown/renderer.svelte.ts'
import { summary } from './testing/fake-agent/session-summary.ts'
import type { FakeAgent } from './testing/fake-agent/fake-agent.ts'
import { ADDRESSES, HIDING, MARKUP, SEQUENCES } from './testing/hostile-texts.ts'
import { mountApp, unmountApp } from './testing/mount-app.ts'
import { finished, request, runEnded, runStarted, started, toldNote, user } from './testing/story.ts'
import { closeScreens, openScreen } from './workspace/terminal/screen-test-support.ts'

let calls = 0
const bytes = (text: string) => new TextEncoder().encode(text)

beforeEach(() => {
  calls = 0
  Object.assign(globalThis, { pwned: () => (calls += 1) })
  performance.clearResourceTimings()
  return page.viewport(1280, 800)
})
afterEach(async () => {
  closeScreens()
  await unmountApp()
  Reflect.deleteProperty(globalThis, 'pwned')
})

/** A picture that fails, a frame that loads and a timer, begun after all that is there: what that began has ended before them. */
async function settle(): Promise<void> {
  const [image, frame] = [new Image(), document.createElement('iframe')]
  const failed = new Promise((resolve) => image.addEventListener('error', resolve))
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  image.src = 'data:,none'
  frame.srcdoc = '<p></p>'
  document.body.append(image, frame)
  await Promise.all([failed, loaded, new Promise((resolve) => setTimeout(resolve))])
  image.remove()
  frame.remove()
}

/** Nothing ran, nothing was asked of the other side, and the page is still this one. */
async function expectQuiet(): Promise<void> {
  await settle()
  expect(calls).toBe(0)
  const asked = performance.getEntriesByType('resource').map(({ name }) => name)
  expect(asked.filter((address) => address.includes('evil.example'))).toEqual([])
  expect(document.title).not.toContain('pwned')
}

const RUNS =
  'script, iframe, object, embed, base, meta[http-equiv], link[href*=evil], form[action], applet, math'
const FETCHED = [
  'src',
  'srcset',
  'poster',
  'background',
  'data',
  'action',
  'formaction',
  'style',
  'xlink:href',
]

/** To the page that deletes everything. */
const OWN_LINK = '/erase.html'

/** All that is there below `box` is of a kind that neither runs nor fetches, and its links are links. */
function expectHarmless(box: Element): void {
  expect([...box.querySelectorAll(RUNS)].map(({ outerHTML }) => outerHTML)).toEqual([])
  for (const element of box.querySelectorAll('*')) {
    for (const { name, value } of element.attributes) {
      expect(name, element.outerHTML).not.toMatch(/^on/i)
      if (FETCHED.includes(name)) expect(value, element.outerHTML).not.toMatch(/evil\.example|javascript:/i)
    }
    if (!(element instanceof HTMLAnchorElement) || !element.hasAttribute('href')) continue
    // The screen's own: nobody else can write one that leads to this origin's pages.
    if (element.getAttribute('href') === OWN_LINK) continue
    expect(['http:', 'https:', 'mailto:'], element.outerHTML).toContain(element.protocol)
    expect(element.relList.contains('noopener') && element.target === '_blank', element.outerHTML).toBe(true)
  }
}

describe('the checks of this corpus', () => {
  it.each([
    '<script>1</script>',
    '<iframe></iframe>',
    '<form action="/x"></form>',
    '<a onclick="1">x</a>',
    '<img src="https://evil.example/x">',
    '<p style="background: url(https://evil.example)">x</p>',
    '<a href="javascript:1" target="_blank" rel="noopener">x</a>',
    '<a href="https://example.org">x</a>',
  ])('refuse %s', (html) => {
    const box = document.createElement('div')
    // Read without being run: what is planted is to be found, not to act.
    box.append(...new DOMParser().parseFromString(html, 'text/html').body.childNodes)
    box.append(...new DOMParser().parseFromString(html, 'text/html').head.childNodes)
    expect(() => expectHarmless(box)).toThrow()
  })

  it('notice what runs', async () => {
    const image = new Image()
    image.setAttribute('onerror', 'pwned()')
    image.src = 'data:,none'
    await expect(expectQuiet()).rejects.toThrow()
  })

  it('notice what is asked of the other side', async () => {
    await fetch('https://evil.example/planted').catch(() => undefined)
    await expect(expectQuiet()).rejects.toThrow()
  })
})

describe('an answer of the model', () => {
  beforeAll(async () => {
    await vi.waitFor(() => expect(rendererReady()).toBeDefined(), patience(20_000))
  })

  /** As it comes: cut at any place before it is whole. */
  async function shown(text: string): Promise<void> {
    const cuts = [
      Math.floor(text.length / 3),
      Math.floor((2 * text.length) / 3),
      text.length - 1,
      text.length,
    ]
    for (const cut of cuts) {
      const target = document.createElement('div')
      document.body.append(target)
      const component = mount(Markdown, { target, props: { text: text.slice(0, cut) } })
      flushSync()
      expectHarmless(target)
      await unmount(component)
      target.remove()
    }
    await expectQuiet()
  }

  it.each(slice(MARKUP, 10))('%j', shown)

  it.each(slice(ADDRESSES, 6))('with a link to %j', (address) =>
    shown(
      `[a](${address}) [b](<${address}>) <${address}> ![c](${address}) ${address}\n\n[d]\n\n[d]: ${address}`,
    ),
  )
})

/** The elements in which such a text stands. */
function withText(box: Element, isSuch: (text: string) => boolean): string[] {
  return [...box.querySelectorAll('*')]
    .filter(({ childNodes }) => [...childNodes].some((node) => node instanceof Text && isSuch(node.data)))
    .map(({ outerHTML }) => outerHTML)
}

/** A session in which each text stands wherever a text can stand. */
function everywhere(texts: readonly string[]): (fake: FakeAgent) => void {
  return (fake) => {
    const at = (index: number) => ({ turnId: 't1', id: `c${index}`, tool: 'Bash' })
    const events: EventBody[] = [
      { type: 'workspace_imported', name: texts[0] ?? '', files: 1, bytes: 1, root: 'r' },
    ]
    events.push(user('Begin', 'm0'), runStarted(), request('t1'))
    for (const [index, text] of texts.entries()) {
      const call = { ...at(index), input: { command: `${text}\nsecond line` }, title: text }
      const notes = [toldNote({ path: text, title: text, when: text })]
      events.push(...started(call))
      events.push({ type: 'memory_at_act', turnId: 't1', toolUseId: call.id, notes, others: [] })
      events.push(finished(call, { text, outcome: 'failed' }))
      events.push({ type: 'notice', level: 'warning', text })
      const path = `src/${index}-${text.replaceAll('/', '-').slice(0, 80)}`
      fake.files.set(path, bytes(`now ${text}\n`))
      fake.originals.set(path, bytes(`then ${text}\n`))
    }
    events.push(runEnded())
    for (const event of events) fake.emit(event)
    const summary = fake.sessions.get('s1')
    if (summary) fake.sessions.set('s1', { ...summary, title: texts.join(' ') })
  }
}

async function opened(texts: readonly string[]): Promise<Element> {
  const { started: ready, app } = mountApp(everywhere(texts))
  await ready
  await page.getByRole('tab', { name: 'Changes' }).click()
  const box = document.querySelector('#app')
  if (!box) throw new Error('The page is gone.')
  await expect.poll(() => box.querySelectorAll('[data-path]').length).toBeGreaterThan(0)
  for (const path of [...app.review.found.changes].slice(0, 30).map((change) => change.path))
    app.review.open.add(path)
  for (const button of box.querySelectorAll<HTMLElement>('button[aria-label=Details][aria-expanded=false]'))
    button.click()
  await settle()
  return box
}

describe('names, commands, output, titles and changed lines', () => {
  it.each([
    { name: 'that are markup', texts: MARKUP.slice(0, 56) },
    { name: 'that are more markup', texts: MARKUP.slice(56) },
    { name: 'that are addresses', texts: ADDRESSES },
    { name: 'that are sequences of a terminal', texts: SEQUENCES.map((text) => `${text}end`) },
  ])('$name', async ({ texts }) => {
    const box = await opened(texts)
    expectHarmless(box)
    await expectQuiet()
    expect(box.querySelectorAll('.tool').length).toBeGreaterThan(0)
    expect(withText(box, (text) => /[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/.test(text))).toEqual([])
  })

  it.each(slice(Object.entries(HIDING), 2))('with this in them say so: %s', async (_name, hiding) => {
    const box = await opened([`safe${hiding}gnp.exe`])
    expect(withText(box, (text) => text.includes(hiding))).toEqual([])
    expect(box.textContent).toMatch(/safe(\[U\+[0-9A-F]{4,6}\]|[␀-␡�])+gnp\.exe/)
    for (const element of box.querySelectorAll('[aria-label], [title]'))
      for (const name of ['aria-label', 'title'])
        expect(element.getAttribute(name) ?? '').not.toContain(hiding)
  })

  it.each(slice(Object.entries(HIDING), 2))(
    'in the timeline and among the sessions say so: %s',
    async (_name, hiding) => {
      const text = `safe${hiding}gnp.exe`
      const shown = /safe(\[U\+[0-9A-F]{4,6}\]|[␀-␡�])+gnp\.exe/
      const { started: ready, app } = mountApp((fake) => {
        everywhere([text])(fake)
        fake.sessions.set('s2', summary('s2', text, { state: 'deleted' }))
        fake.emit({ type: 'session_titled', title: text, by: 'person' })
        fake.emit({ type: 'replay_started', of: 's0', title: text, calls: 1 })
      })
      await ready
      await expect.element(page.getByRole('banner')).toHaveTextContent(shown)
      await expect.element(page.getByRole('region', { name: 'Replay' })).toHaveTextContent(shown)
      expect(withText(document.body, (said) => said.includes(hiding))).toEqual([])
      expect(document.title).toMatch(shown)
      app.dialog = 'timeline'
      const timeline = page.getByRole('dialog', { name: 'Timeline' })
      await expect.element(timeline).toHaveTextContent(shown)
      expect(withText(timeline.element(), (said) => said.includes(hiding))).toEqual([])
      expect(timeline.getByRole('slider').element().getAttribute('aria-valuetext')).not.toContain(hiding)
      app.dialog = 'sessions'
      const sessions = page.getByRole('dialog', { name: 'Sessions' })
      await expect.element(sessions).toHaveTextContent(shown)
      await page.getByRole('searchbox', { name: 'Search all sessions' }).fill(text)
      const found = page.getByRole('list', { name: 'Found' })
      // Once in its title, once in the place that was found.
      await expect.element(found).toHaveTextContent(new RegExp(`${shown.source}.*npm test: ${shown.source}`))
      expect(withText(sessions.element(), (said) => said.includes(hiding))).toEqual([])
      app.dialog = 'storage'
      const stored = page.getByRole('list', { name: 'Largest sessions' })
      await expect.element(stored).toHaveTextContent(shown)
      expect(withText(stored.element(), (said) => said.includes(hiding))).toEqual([])
    },
  )

  it.each(slice(Object.entries(HIDING), 2))(
    'of a provider, in rules and in their reasons say so: %s',
    async (_name, hiding) => {
      const text = `safe${hiding}gnp.exe`
      const {
        started: ready,
        app,
        fake,
      } = mountApp((agent) => {
        agent.agent.credentials.testConnection = async () => [
          { name: 'Key', state: 'failed', message: text, fix: text },
        ]
        agent.agent.permissions.workspaceRules = async () => ({ allow: [`Bash(${text})`], ask: [], deny: [] })
        agent.agent.permissions.explainText = async () => ({
          behavior: 'ask',
          source: 'user',
          reason: text,
          rule: text,
        })
      })
      await ready
      fake.emit(user('Go', 'm0'), runStarted(), request('t1'))
      fake.emit({ type: 'error', kind: 'api', message: text, hint: text })
      await expect.element(page.getByRole('alert')).toHaveTextContent(/safe(\[U\+|[␀-␡�]).*safe/)
      app.dialog = 'settings'
      const settings = page.getByRole('dialog', { name: 'Settings' })
      await settings.getByRole('button', { name: 'Test connection' }).click()
      await settings.getByLabelText('Try a command or a call').fill('x')
      await expect.element(settings.getByLabelText('Decision', { exact: true })).toHaveTextContent('gnp.exe')
      await expect
        .element(settings.getByRole('list', { name: 'Connection' }))
        .toHaveTextContent(/gnp\.exe.*gnp\.exe/)
      expect(withText(document.body, (said) => said.includes(hiding))).toEqual([])
      for (const element of document.querySelectorAll('[aria-label]'))
        expect(element.getAttribute('aria-label')).not.toContain(hiding)
    },
  )

  it.each([
    { name: 'markup', texts: MARKUP.slice(0, 56) },
    { name: 'more markup', texts: MARKUP.slice(56) },
    { name: 'addresses', texts: ADDRESSES },
  ])('on the timeline, among what is found and in the settings: $name', async ({ texts }) => {
    const all = texts.join(' ')
    const { started: ready, app } = mountApp((fake) => {
      everywhere(texts)(fake)
      fake.sessions.set('s2', summary('s2', all, { state: 'deleted' }))
      fake.agent.credentials.testConnection = async () =>
        texts.map((text, at) => ({ name: `Check ${at}`, state: 'failed' as const, message: text, fix: text }))
      fake.agent.permissions.workspaceRules = async () => ({ allow: [...new Set(texts)], ask: [], deny: [] })
    })
    await ready
    app.dialog = 'timeline'
    await expect
      .poll(() => page.getByRole('list', { name: 'Steps' }).getByRole('listitem').elements().length)
      .toBeGreaterThan(texts.length)
    for (const box of document.querySelectorAll('#app, [role=dialog]')) expectHarmless(box)
    app.dialog = 'sessions'
    await page.getByRole('searchbox', { name: 'Search all sessions' }).fill(texts[0] ?? '')
    await expect.element(page.getByRole('list', { name: 'Found' })).toBeVisible()
    for (const box of document.querySelectorAll('#app, [role=dialog]')) expectHarmless(box)
    app.dialog = 'settings'
    await page.getByRole('button', { name: 'Test connection' }).click()
    await expect.element(page.getByText('Check 1', { exact: false }).first()).toBeVisible()
    for (const box of document.querySelectorAll('#app, [role=dialog]')) expectHarmless(box)
    await expectQuiet()
  })

  it.each(slice(Object.entries(HIDING), 2))(
    'in what waits for permission say so: %s',
    async (_name, hiding) => {
      const command = `cat notes.txt ${hiding}; rm -rf src${hiding}`
      const { started: ready, fake } = mountApp()
      await ready
      fake.emit(runStarted())
      fake.emit({
        type: 'permission_requested',
        turnId: 't1',
        toolUseId: 'c1',
        tool: 'Bash',
        title: command,
        reason: 'No rule covers it.',
        suggestedRule: 'Bash(cat:*)',
        destructive: false,
      })
      const asked = page.getByRole('alertdialog', { name: 'Permission request' })
      await expect.element(asked).toHaveTextContent(/; rm -rf src(\[U\+|[␀-␡�])/)
      expect(asked.element().textContent).not.toContain(hiding)
    },
  )
})

describe('a program’s output in a terminal', () => {
  it.each(slice(SEQUENCES, 10))('%j', async (sequence) => {
    const { screen, typed } = openScreen()
    const { size } = screen
    await screen.write(sequence)
    // This ends any open sequence, and the text after it is shown.
    await screen.write('\x1b\\\x1b[0m\r\nstill here')
    await settle()
    expect(typed).toEqual([])
    expect(screen.size).toEqual(size)
    expectHarmless(screen.element)
    const { active } = screen.terminal.buffer
    const rows = Array.from({ length: active.length }, (_, row) =>
      active.getLine(row)?.translateToString(true),
    )
    expect(rows.some((row) => row?.includes('still here'))).toBe(true)
    await expectQuiet()
  })
})

const MIB = 1024 * 1024

describe('a file', () => {
  const html = '<html><script>top.pwned()</script><img src=x onerror=top.pwned()>'
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" onload="top.pwned()"><script>top.pwned()</script></svg>'
  const noise = Uint8Array.from({ length: MIB }, (_, at) => (at * 7_919) % 256)
  interface File {
    readonly what: string
    readonly path: string
    readonly data: () => Uint8Array
    readonly shown: RegExp
  }
  const HUGE: readonly File[] = [
    {
      what: 'of one line of 50 MB',
      path: 'line.txt',
      data: () => new Uint8Array(50 * MIB).fill(97),
      shown: /the editor opens up to/,
    },
    { what: 'of one line of 1 MB', path: 'line.js', data: () => new Uint8Array(MIB).fill(97), shown: /aaaa/ },
    {
      what: 'of 100,000 lines',
      path: 'lines.ts',
      data: () =>
        bytes(Array.from({ length: 100_000 }, (_, line) => `export const v${line} = ${line}`).join('\n')),
      shown: /export const v0 = 0/,
    },
    {
      what: 'of 100,000 open brackets',
      path: 'deep.json',
      data: () => bytes('['.repeat(100_000)),
      shown: /\[\[\[/,
    },
  ]
  const MISLEADING: readonly File[] = [
    { what: 'that is binary', path: 'noise.bin', data: () => noise, shown: /binary/i },
    { what: 'that is binary and says it is text', path: 'noise.txt', data: () => noise, shown: /binary/i },
    {
      what: 'that is HTML and says it is a PNG',
      path: 'page.png',
      data: () => bytes(html),
      shown: /page\.png|image/,
    },
    {
      what: 'that is SVG and says it is a JPEG',
      path: 'vector.jpg',
      data: () => bytes(svg),
      shown: /vector\.jpg|image/,
    },
    {
      what: 'that is SVG with a script',
      path: 'vector.svg',
      data: () => bytes(svg),
      shown: /vector\.svg|svg/,
    },
    {
      what: 'that is a PNG cut off in its head',
      path: 'cut.png',
      data: () => Uint8Array.of(0x89, 0x50, 0x4e, 0x47),
      shown: /cut\.png|image/,
    },
    { what: 'of nothing', path: 'empty.gif', data: () => new Uint8Array(), shown: /empty\.gif|image/ },
    {
      what: 'of halves of letters',
      path: 'half.txt',
      data: () => Uint8Array.of(0xc3, 0x28, 0xa0, 0xa1, 0xe2, 0x28),
      shown: /half\.txt/,
    },
  ]

  it.each([...slice(HUGE, 1), ...slice(MISLEADING, 4)])('$what', async ({ path, data: made, shown }) => {
    const data = made()
    const { started: ready, app } = mountApp((fake) => {
      fake.files.set(path, data)
      fake.emit({ type: 'workspace_imported', name: 'repo', files: 1, bytes: data.length, root: 'r' })
    })
    await ready
    await app.showFile(`/workspace/${path}`)
    const panel = page.getByRole('tabpanel', { name: 'Editor' })
    await expect.element(panel).toHaveTextContent(shown)
    expectHarmless(panel.element())
    // The number of drawn elements does not grow with the file.
    expect(panel.element().querySelectorAll('*').length).toBeLessThan(5_000)
    expect(panel.element().textContent?.length ?? 0).toBeLessThan(2 * MIB)
    await expectQuiet()
    await page.getByRole('tab', { name: 'Changes' }).click()
    await expect.element(page.getByRole('status', { name: 'Review' })).toBeVisible()
  })

  it('pasted as a picture, that is none, is refused and says so', async () => {
    const { started: ready, fake } = mountApp()
    await ready
    const composer = page.getByRole('textbox', { name: 'Message' })
    await composer.click()
    for (const [data, type] of [
      [html, 'image/png'],
      [svg, 'image/svg+xml'],
      ['', 'image/webp'],
    ] as const) {
      const clipboardData = new DataTransfer()
      clipboardData.items.add(new File([data], 'shot.png', { type }))
      composer
        .element()
        .dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      await expect.element(page.getByRole('alert')).toHaveTextContent(/shot\.png/)
    }
    await expectQuiet()
    expect(fake.images).toEqual([])
  })
})

describe('output of a command', () => {
  const OUTPUTS = [
    { what: 'of one line of 50 MB', text: 'x'.repeat(50 * MIB) },
    { what: 'of 400,000 lines', text: 'line\n'.repeat(400_000) },
    { what: 'that begins a sequence and never ends it', text: `\x1b]0;${'x'.repeat(MIB)}` },
    { what: 'of a million of escapes', text: '\x1b'.repeat(1_000_000) },
    { what: 'of a million returns in one line', text: `${'\r'.repeat(1_000_000)}end` },
    { what: 'of a line written over a million times', text: 'a\r'.repeat(1_000_000) },
  ]

  it.each(slice(OUTPUTS, 3))('$what', async ({ text }) => {
    const call = { turnId: 't1', id: 'c1', tool: 'Bash', input: { command: 'run' }, title: 'run' }
    const { started: ready, fake } = mountApp()
    await ready
    for (const event of [user('Go', 'm0'), runStarted(), request('t1'), ...started(call)]) fake.emit(event)
    fake.emit(finished(call, { text, outcome: 'failed' }))
    fake.emit(runEnded())
    const tool = page.getByRole('group', { name: 'Bash: run' })
    await expect.element(tool).toBeVisible()
    await tool.getByRole('button', { name: 'Details' }).click()
    await settle()
    expect(tool.element().textContent?.length ?? 0).toBeLessThan(MIB)
    await expectQuiet()
  })
})
