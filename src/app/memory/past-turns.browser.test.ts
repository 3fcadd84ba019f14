/** Turns of past sessions under the notes that a search finds, by role and name. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { EventBody } from '../../agent/protocol/events.ts'
import type { Recalled, RecalledTurn } from '../../agent/protocol/calls/memory.ts'
import { fail, ok, type Result } from '../../sandbox/contract/errors.ts'
import type { FakeAgent } from '../testing/fake-agent/fake-agent.ts'
import { summary } from '../testing/fake-agent/session-summary.ts'
import { MARKUP } from '../testing/hostile-texts.ts'
import { dialog, entry, list, note, openMemory } from '../testing/memory-dialog.ts'
import { unmountApp } from '../testing/mount-app.ts'
import { putNotes } from '../testing/notes.ts'
import { pastTurn, pastTurns } from '../testing/past-turns.ts'
import * as story from '../testing/story.ts'
import { memoryOf } from './memory-of.ts'
import { PastTurns, excerptOf } from './past-turns.svelte.ts'

beforeEach(() => page.viewport(1280, 800))
afterEach(unmountApp)

const search = dialog.getByRole('searchbox', { name: 'Search' })
const past = dialog.getByRole('list', { name: 'In past sessions' })
const places = past.getByRole('button')
const items = past.getByRole('listitem')

const withTurns =
  (turns: readonly RecalledTurn[] = pastTurns()) =>
  (fake: FakeAgent) => {
    putNotes(fake)
    fake.memory.turns = turns
    fake.agent.sessions.open = opening(fake)
  }

/** Another session has messages, too. */
function opening(fake: FakeAgent) {
  const { open } = fake.agent.sessions
  return async (id?: string) => {
    const opened = await open(id)
    if (opened.ok && id === 's0') fake.emit(...messages())
    return opened
  }
}

function messages(): EventBody[] {
  return Array.from({ length: 60 }, (_, at) => story.user(`Message ${at + 1} of many`, `m${at + 1}`))
}

/** Questions to the recall, each answered when the test says so. */
function held(fake: FakeAgent) {
  const asked: { readonly query: string; readonly answer: (answer: Result<Recalled>) => void }[] = []
  fake.agent.memory.recall = async (query) =>
    new Promise<Result<Recalled>>((answer) => asked.push({ query, answer }))
  return asked
}

const found = (...turns: readonly RecalledTurn[]): Result<Recalled> => ok({ found: turns, cut: false })

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

describe('turns of past sessions', () => {
  it('say who said them, when and in which session, with the passage that fits', async () => {
    await openMemory(withTurns())
    await search.fill('port')
    await expect.poll(() => places.elements().length).toBe(3)
    const [asked, answer, tool] = [places.first(), items.nth(1), items.nth(2)]
    await expect.element(asked).toHaveAccessibleName('Move the tests off the old proxy You · 2 days ago')
    await expect.element(asked).toHaveAccessibleDescription(/^Which port do the tests need/)
    await expect.element(answer).toHaveTextContent(/Agent · 2 days ago … .*port 4000 themselves.* …$/)
    await expect
      .element(tool)
      .toHaveTextContent(/AskUserQuestion · .*\d{4} Port 4000, or any free one\? Port 4000$/)
    // Notes that fit stand above, and no note is a turn.
    await expect.element(entry(/The tests need port 4000/)).toBeVisible()
    expect(past.element().compareDocumentPosition(list.element())).toBe(Node.DOCUMENT_POSITION_PRECEDING)
  })

  it('are five at most, the best first, also where many notes fit', async () => {
    const turns = Array.from({ length: 8 }, (_, at) => pastTurn(`Port ${at}`, at + 1))
    await openMemory(withTurns(turns))
    await search.fill('port tests language deploy')
    await expect.poll(() => places.elements().length).toBe(5)
    await expect.element(items.first()).toHaveTextContent(/Port 0$/)
    await expect.element(items.last()).toHaveTextContent(/Port 4$/)
  })

  it('are gone with the words, and not there where nothing is found', async () => {
    const { fake } = await openMemory(withTurns())
    expect(past.elements()).toEqual([])
    await search.fill('port')
    await expect.element(past).toBeVisible()
    await search.fill('   ')
    await expect.element(past).not.toBeInTheDocument()
    const asked = held(fake)
    await search.fill('nothing')
    await expect.poll(() => asked.length).toBe(1)
    asked[0]?.answer(found())
    await search.fill('nothing more')
    await expect.poll(() => asked.map(({ query }) => query)).toEqual(['nothing', 'nothing more'])
    expect(past.elements()).toEqual([])
    expect(dialog.getByText('In past sessions').elements()).toEqual([])
  })

  it('stay until the next answer, and no late one takes its place', async () => {
    const { fake } = await openMemory(putNotes)
    const asked = held(fake)
    await search.fill('one')
    await expect.poll(() => asked.length).toBe(1)
    await search.fill('two')
    await expect.poll(() => asked.length).toBe(2)
    asked[1]?.answer(found(pastTurn('Of the second', 2)))
    await expect.element(past).toHaveTextContent(/Of the second/)
    asked[0]?.answer(found(pastTurn('Of the first', 1)))
    await search.fill('three')
    await expect.poll(() => asked.length).toBe(3)
    expect(past.element().textContent).toContain('Of the second')
    asked[2]?.answer(found(pastTurn('Of the third', 3)))
    await expect.element(past).toHaveTextContent(/Of the third/)
    // The same words with one more space are no other question.
    await search.fill('three ')
    await search.fill('')
    await expect.element(past).not.toBeInTheDocument()
    expect(asked.map(({ query }) => query)).toEqual(['one', 'two', 'three'])
  })

  it('do not come when the box was emptied before the answer', async () => {
    const { fake } = await openMemory(putNotes)
    const asked = held(fake)
    await search.fill('one')
    await expect.poll(() => asked.length).toBe(1)
    await search.fill('')
    asked[0]?.answer(found(pastTurn('Too late', 1)))
    await search.fill('two')
    await expect.poll(() => asked.length).toBe(2)
    expect(past.elements()).toEqual([])
  })

  it.each([
    ['says no', async () => fail('internal', 'The storage was closed.')],
    ['breaks', () => Promise.reject(new Error('The storage was closed.'))],
  ] as const)('are replaced by one line where the agent %s', async (_how, recall) => {
    const { fake } = await openMemory(withTurns())
    await search.fill('port')
    await expect.element(past).toBeVisible()
    const { recall: before } = fake.agent.memory
    fake.agent.memory.recall = recall
    await search.fill('port 4000')
    const status = dialog.getByRole('status').filter({ hasText: 'Past sessions' })
    await expect
      .element(status)
      .toHaveTextContent(/^Past sessions were not searched: The storage was closed\.$/)
    expect(past.elements()).toEqual([])
    expect(dialog.getByRole('alert').elements()).toEqual([])
    fake.agent.memory.recall = before
    await search.fill('port')
    await expect.element(past).toBeVisible()
    await expect.element(status).not.toBeInTheDocument()
  })

  it('cannot break the list by their texts', async () => {
    Object.assign(globalThis, { pwned: () => expect.fail('A turn was run.') })
    const texts = ['a'.repeat(50_000), 'x\u202etxt.exe', '', ...MARKUP].slice(0, 5)
    const turns = texts.map((text, at) =>
      pastTurn(text, at + 1, {
        ...{ focus: text.length, at: Number.NaN, role: 'tool', tool: text.slice(0, 5_000) },
        session: { id: 's0', title: text.slice(0, 5_000) },
      }),
    )
    await openMemory(withTurns(turns))
    await search.fill('port')
    await expect.poll(() => places.elements().length).toBe(5)
    const { clientWidth, scrollWidth } = past.element()
    expect(scrollWidth).toBe(clientWidth)
    expect(past.element().textContent).not.toContain('\u202e')
    expect(past.element().querySelector('script, img, svg, iframe, a')).toBeNull()
  })
})

describe('a turn of a past session', () => {
  it('opens its session at its message, and typed text of a note stays', async () => {
    const { fake, app } = await openMemory((agent) => {
      agent.sessions.set('s0', summary('s0', 'Old work', { messages: 60 }))
      withTurns([pastTurn('Message 7 of many', 7)])(agent)
    })
    await entry(/Deploys/).click()
    await note.fill('Typed and not saved.')
    await search.fill('message')
    await places.first().click()
    await expect.element(dialog).not.toBeInTheDocument()
    await expect.poll(() => fake.calls).toEqual(['open: s1', 'open: s0'])
    const message = page.getByText('Message 7 of many', { exact: true })
    await expect.poll(() => message.elements().some(isInView)).toBe(true)
    expect(location.hash).toBe('#session=s0')
    expect(memoryOf(app).isUnsaved('deploy.md')).toBe(true)
    await page.getByRole('button', { name: 'Memory' }).click()
    await expect.element(note).toHaveValue('Typed and not saved.')
    // The words are still there, and so is what they find.
    await expect.element(items.first()).toHaveTextContent(/Message 7 of many$/)
  })

  it('of the open session is shown there, by the keyboard and on a phone', async () => {
    await page.viewport(390, 844)
    const { fake, app } = await openMemory((agent) => {
      withTurns([pastTurn('Message 7 of many', 7, { session: { id: 's1', title: '' } })])(agent)
      agent.emit(...messages())
    })
    app.panel = 'code'
    await search.fill('message')
    await expect.element(places.first()).toHaveAccessibleName(/^Untitled/i)
    places.first().element().focus()
    await userEvent.keyboard('{Enter}')
    await expect.element(dialog).not.toBeInTheDocument()
    const message = page.getByText('Message 7 of many', { exact: true })
    await expect.poll(() => message.elements().some(isInView)).toBe(true)
    expect(fake.calls).toEqual(['open: s1'])
  })

  it('of a session that is gone leaves the open one, and says why', async () => {
    const { app } = await openMemory(withTurns([pastTurn('Gone', 7)]))
    await search.fill('gone')
    await places.first().click()
    await expect.element(page.getByText('There is no session s0 in this browser.')).toBeVisible()
    expect([app.session.id, app.goal]).toEqual(['s1', undefined])
  })
})

describe('a question', () => {
  it('that is given up within the pause is not asked', async () => {
    const asked: unknown[] = []
    const model = new PastTurns({
      recall: async (query, ...rest) => {
        asked.push([query, ...rest])
        return found(pastTurn(query, 1))
      },
    })
    model.ask('one')()
    model.ask('two')
    await expect.poll(() => model.turns.map(({ text }) => text)).toEqual(['two'])
    // Notes stand in the list above, and what was said beside a match is none.
    expect(asked).toEqual([['two', 5, 'matching turns']])
  })
})

describe('an excerpt', () => {
  const words = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ')

  it('is a short text as it is, in one line', () => {
    expect(excerptOf({ text: ' One\n\ttwo ', focus: 0 })).toBe('One two')
    expect(excerptOf({ text: '', focus: 12 })).toBe('')
  })

  it('is whole words around the passage', () => {
    const excerpt = excerptOf({ text: words, focus: words.indexOf('word100') })
    expect(excerpt).toMatch(/^… word\d+ (word\d+ )*word100 (word\d+ )*word\d+ …$/)
    expect(excerpt.length).toBeLessThanOrEqual(204)
    expect(excerptOf({ text: words, focus: 0 })).toMatch(/^word0 .* …$/)
    expect(excerptOf({ text: words, focus: words.length })).toMatch(/^… .* word199$/)
  })

  it('bears any place and any characters', () => {
    for (const focus of [-1, 0.5, Infinity, 1e9]) expect(excerptOf({ text: words, focus })).toMatch(/word\d/)
    const text = `x${'😀'.repeat(400)}`
    for (const focus of [0, 300, 301, text.length])
      expect(excerptOf({ text, focus })).toMatch(/^(?:… )?x?(?:😀)+(?: …)?$/u)
  })
})
