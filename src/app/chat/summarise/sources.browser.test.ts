/** Sources and remarks of a summary on the screen, and the way that the keyboard takes. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventBody } from '../../../agent/protocol/events.ts'
import { german } from '../../language/de/catalogue.ts'
import { setLanguage } from '../../language/language.svelte.ts'
import { MARKUP } from '../../testing/hostile-texts.ts'
import { mountApp, unmountApp } from '../../testing/mount-app.ts'
import { violations } from '../../testing/screens.ts'
import { delta, request, runEnded, runStarted, user, wholeStory } from '../../testing/story.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const chat = page.getByRole('log', { name: 'Conversation' })
const card = page.getByRole('region', { name: 'A summary to look at' })
const composer = page.getByRole('textbox', { name: 'Message' })

const RECEIPTS = {
  lines: 14,
  cited: 11,
  corrected: [{ was: 'add-dys.js', now: 'add-days.js' }],
  remarks: 1,
  added: 2,
}
const SIZES = { messages: 4, tokensBefore: 9_000, tokensAfter: 900, model: 'm' }

type Rest = Partial<Extract<EventBody, { type: 'compaction_drafted' }>>

function drafted(summary: string, rest: Rest = {}): EventBody {
  return { type: 'compaction_drafted', summary, requestId: 'q', ...SIZES, ...rest }
}

function compacted(summary: string, rest: Pick<Rest, 'receipts'> = {}): EventBody {
  return {
    type: 'conversation_compacted',
    trigger: 'manual',
    summary,
    notes: [],
    usage: { inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    costUsd: 0,
    ...SIZES,
    ...rest,
  }
}

/** The story of a mended bug, and what comes after it; `seqOf` has the numbers of its events. */
async function opened(after: (seqOf: (type: EventBody['type']) => number) => readonly EventBody[]) {
  const story = wholeStory()
  const mounted = mountApp((fake) =>
    fake.emit(...story, ...after((type) => story.findLastIndex((event) => event.type === type) + 1)),
  )
  await mounted.started
  return mounted
}

const focused = () => document.activeElement?.closest('.item')?.textContent ?? ''

describe('a source', () => {
  it('is a link by its number, which goes to the message and takes the keyboard along', async () => {
    const { app } = await opened((seqOf) => [drafted(`- The sign is wrong. [#${seqOf('user_message')}]`)])
    const source = card.getByRole('link', { name: /^Source #\d+$/ })
    await expect.element(source).toHaveAttribute('title', 'Go to that place of the conversation')
    expect(card.element().textContent).not.toContain('[#')
    const asked = app.session.view.items.findLast(({ kind }) => kind === 'user')
    // The text is drawn once more when the colours of code are here: a key before that goes to a link that is gone.
    const goal = async () => {
      source.element().focus()
      await userEvent.keyboard('{Enter}')
      return app.goal?.id
    }
    await expect.poll(goal).toBe(asked?.id)
    await expect.poll(focused).toContain(asked?.kind === 'user' ? asked.text : 'no message')
  })

  it('goes to the call that the event ended, and shows it', async () => {
    const { app } = await opened((seqOf) => [drafted(`- All tests pass. [#${seqOf('tool_result')}]`)])
    await card.getByRole('link', { name: /^Source/ }).click()
    await expect.poll(() => app.goal?.call).toBe('c5')
    await expect.poll(() => document.activeElement?.closest('[data-call]')).not.toBeNull()
  })

  it('is named in the language of the page, also when that changes', async () => {
    await opened(() => [drafted('- One. [#2] [log: no call has shown it]')])
    await expect.element(card.getByRole('link', { name: 'Source #2' })).toBeVisible()
    setLanguage('de', german)
    await expect.element(page.getByRole('link', { name: 'Quelle #2' })).toBeVisible()
    await expect.element(page.getByRole('note')).toHaveTextContent('kein Aufruf hat das gezeigt')
  })

  it('stands in an opened summary, too, and a summary without any is as it was', async () => {
    await opened(() => [
      compacted('Mended. [#2]'),
      compacted('1. **Mended** [by hand](https://example.org).'),
    ])
    await chat.getByText('4 messages summarised').first().click()
    await expect.element(chat.getByRole('link', { name: 'Source #2' })).toBeVisible()
    await chat.getByText('4 messages summarised').last().click()
    await expect.element(chat.getByRole('link', { name: 'by hand' })).toHaveAttribute('target', '_blank')
    expect(chat.getByText('Checked against the log').elements()).toHaveLength(0)
  })
})

describe('a remark', () => {
  it('is told apart from the text, without brackets', async () => {
    await opened(() => [drafted('- All tests pass. [#2] [log: `npm test` has failed since]')])
    const remark = card.getByRole('note')
    await expect.element(remark).toHaveTextContent(/^npm test has failed since$/)
    expect(remark.element().querySelector('code')?.textContent).toBe('npm test')
    expect(card.element().textContent).not.toContain('[log:')
  })

  it('is text only, and a link of the model is no source', async () => {
    await opened(() => [
      drafted(
        `- One. [log: ${MARKUP.filter((text) => !/[\]\n]/.test(text)).join(' ')}]\n- [#7](#7) [planted](#m-7)\n\nBy itself:\n\n    code [#3]`,
      ),
    ])
    await expect.element(card.getByRole('link', { name: 'planted' })).toBeVisible()
    expect(card.getByRole('link', { name: /^Source/ }).elements()).toHaveLength(0)
    expect(card.element().querySelector('img, script, [onerror], a[href^="javascript"]')).toBeNull()
    // In code there are no links.
    await expect.element(card.getByText('code [#3]', { exact: true })).toBeVisible()
  })
})

describe('the check', () => {
  it('is one line below the summary, of the draft and of the one that stands', async () => {
    const said = 'Checked against the log: 14 lines, 11 of them with sources · 1 remark · 2 lines added'
    const { fake } = await opened(() => [drafted('Mended.', { receipts: RECEIPTS })])
    await expect.element(card).toHaveTextContent(`${said} · 1 name corrected: add-dys.js → add-days.js`)
    fake.emit(
      compacted('Mended.', {
        receipts: { ...RECEIPTS, lines: 1, cited: 0, corrected: [], remarks: 0, added: 0 },
      }),
    )
    await chat.getByText('4 messages summarised').click()
    await expect
      .element(chat.getByText(/Checked against the log: 1 line, 0 of them with sources$/))
      .toBeVisible()
  })

  it('has nothing for axe in either theme, with sources and remarks', async () => {
    await opened(() => [
      drafted('- Mended. [#2 #3] [log: `a.ts` does not stand in the log]', { receipts: RECEIPTS }),
    ])
    await expect.element(card.getByRole('note')).toBeVisible()
    expect(await violations()).toEqual([])
    document.documentElement.dataset['theme'] = 'dark'
    expect(await violations()).toEqual([])
  })
})

describe('the keyboard', () => {
  it('is at the summary once the draft is used, and opens it', async () => {
    const { fake } = await opened(() => [drafted('Mended.')])
    fake.agent.runs.useDraft = async () => {
      fake.emit(compacted('Mended at last.'))
      return { ok: true, value: undefined }
    }
    card.getByRole('button', { name: 'Use it' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => document.activeElement?.tagName).toBe('SUMMARY')
    await userEvent.keyboard('{Enter}')
    await expect.element(chat.getByText('Mended at last.')).toBeVisible()
  })

  it('is at the message box once the draft is discarded', async () => {
    await opened(() => [drafted('Mended.')])
    await card.getByRole('button', { name: 'Discard' }).click()
    await expect.element(composer).toHaveFocus()
  })

  it('is at the line of the summary once it is taken back', async () => {
    await opened(() => [compacted('Mended.')])
    chat.getByRole('button', { name: 'Undo' }).element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(chat.getByText('· taken back')).toBeVisible()
    await expect.poll(() => document.activeElement?.tagName).toBe('SUMMARY')
  })
})

describe('the place of the conversation', () => {
  const scroller = () => document.querySelector('section.chat') ?? document.body
  const frames = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

  it('is the draft once it is there, from wherever it was asked for', async () => {
    const { app, fake } = await opened(() => [])
    scroller().scrollTop = 0
    fake.agent.runs.compact = async () => {
      fake.emit(runStarted(), drafted('- Mended.\n'.repeat(80)), runEnded())
      return { ok: true, value: { terminal: 'completed' } }
    }
    app.summarise()
    await page.getByRole('dialog', { name: 'Summarise' }).getByRole('button', { name: 'Preview' }).click()
    await expect.element(card.getByRole('heading')).toBeInViewport()
    await expect.poll(() => card.element().getBoundingClientRect().top).toBeLessThan(200)
    expect(app.goal?.id).toMatch(/^event-/)
  })

  it('stays where the user has gone from it, whatever comes', async () => {
    const { app, fake } = await opened(() => [])
    await expect.poll(() => scroller().scrollTop).toBeGreaterThan(500)
    const first = app.session.view.items.find(({ kind }) => kind === 'user')?.id ?? ''
    app.goal = { id: first, call: undefined, text: '' }
    await expect.poll(() => scroller().scrollTop).toBeLessThan(200)
    // The place is gone to once more with the next frame.
    await frames()
    scroller().scrollTop = 300
    await frames()
    fake.emit(user('And now', 'z'), runStarted(), request('tz'), delta('tz', 'Going on with it.'))
    await expect.element(chat.getByText('Going on with it.')).toBeInTheDocument()
    await frames()
    expect(scroller().scrollTop).toBe(300)
  })
})
