/** Any number of answerers: the first answer that has the rank counts, and all others are called off. */
import { describe, expect, it } from 'vitest'
import { RANKS, type Rank } from '../../../permission/rank.ts'
import { shellCall, stateWith } from '../../../permission/test-support.ts'
import { Aborted } from '../../abort.ts'
import type { Answer, Answerer, Asking, LeftOpen, Question } from './answerer.ts'
import { firstAnswer } from './first-answer.ts'

const call = shellCall('npm test')

function questionOf(rank: Rank): Question {
  const request = {
    tool: 'Bash',
    title: 'npm test',
    reason: 'A rule asks.',
    suggestedRule: '',
    destructive: false,
  }
  return { call, input: {}, state: stateWith(), asked: { source: 'user', rank }, request }
}

const NO = { behavior: 'deny', reason: 'No.' } as const
const YES = { behavior: 'allow', reason: 'Yes.' } as const

/** Records how it was asked; answers what it is told to, at once or when the test says so. */
function made(rank: Rank, aloneMs = 0) {
  const { promise, resolve, reject } = Promise.withResolvers<Answer | LeftOpen>()
  const asked = Promise.withResolvers<Asking>()
  const seen: { question?: Question } = {}
  const answerer: Answerer = {
    source: rank === 'user' ? 'person' : 'classifier',
    rank,
    aloneMs,
    answer: (question, asking) => {
      seen.question = question
      asked.resolve(asking)
      return promise
    },
  }
  return { answerer, say: resolve, fail: reject, asked: asked.promise, seen }
}

const never = new AbortController().signal

describe('an allow', () => {
  it.each(RANKS.flatMap((asked) => RANKS.map((rank) => [asked, rank] as const)))(
    'of a question of rank %s by rank %s',
    async (asked, rank) => {
      const one = made(rank)
      one.say(YES)
      const given = await firstAnswer(questionOf(asked), [one.answerer], never)
      const counts = RANKS.indexOf(rank) >= RANKS.indexOf(asked)
      expect(given).toMatchObject(counts ? YES : { behavior: 'deny', source: 'nobody' })
    },
  )

  it('that does not count leaves the question to the next', async () => {
    const [low, person] = [made('program', 60_000), made('user')]
    low.say(YES)
    person.say({ ...NO, comment: 'Not now.' })
    const given = await firstAnswer(questionOf('user'), [low.answerer, person.answerer], never)
    expect(given).toEqual({ ...NO, comment: 'Not now.', source: 'person' })
  })
})

describe('several answerers', () => {
  it('a deny of any rank counts, and the others are called off', async () => {
    const [low, person] = [made('program'), made('user')]
    const given = firstAnswer(questionOf('policy'), [low.answerer, person.answerer], never)
    const { signal, beside } = await person.asked
    expect([signal.aborted, beside]).toEqual([false, ['classifier']])
    low.say(NO)
    expect(await given).toEqual({ ...NO, source: 'classifier' })
    expect(signal.aborted).toBe(true)
  })

  it('the next is asked at once when one leaves it open, with its reason', async () => {
    const [low, person] = [made('program', 60_000), made('user')]
    low.say({ leftOpen: 'It may delete.' })
    person.say(YES)
    expect(await firstAnswer(questionOf('program'), [low.answerer, person.answerer], never)).toMatchObject(
      YES,
    )
    expect(person.seen.question?.request.reason).toBe('A rule asks. It may delete.')
    expect((await person.asked).beside).toEqual([])
  })

  it('the one that turns to it decides alone', async () => {
    const [low, person] = [made('program'), made('user')]
    const given = firstAnswer(questionOf('program'), [low.answerer, person.answerer], never)
    const { attend } = await person.asked
    attend()
    expect((await low.asked).signal.aborted).toBe(true)
    low.say(YES)
    await low.answerer.answer(questionOf('program'), await low.asked)
    person.say(NO)
    expect(await given).toEqual({ ...NO, source: 'person' })
  })

  it('nobody is a deny: no answerer, or none that answers', async () => {
    expect(await firstAnswer(questionOf('program'), [], never)).toMatchObject({
      behavior: 'deny',
      source: 'nobody',
    })
    const all = [made('program'), made('user')]
    for (const { say } of all) say({ leftOpen: '' })
    const answerers = all.map(({ answerer }) => answerer)
    expect(await firstAnswer(questionOf('program'), answerers, never)).toMatchObject({ source: 'nobody' })
  })

  it('a stop takes the question back from all', async () => {
    const stop = new AbortController()
    const person = made('user')
    const given = firstAnswer(questionOf('program'), [person.answerer], stop.signal)
    const { signal } = await person.asked
    stop.abort('user')
    await expect(given).rejects.toBeInstanceOf(Aborted)
    expect(signal.aborted).toBe(true)
  })

  it('a failure of one is the failure of the question', async () => {
    const person = made('user')
    person.fail(new Error('The page is gone.'))
    await expect(firstAnswer(questionOf('program'), [person.answerer], never)).rejects.toThrow(
      'The page is gone.',
    )
  })
})
