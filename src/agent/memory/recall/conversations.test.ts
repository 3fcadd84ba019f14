/** The right turn of conversations that others have made, by questions that others ask. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { suite } from '../../../testing/suite.ts'
import { rank } from './rank.ts'
import { Shelf } from './shelf.ts'

const DATA = z.object({
  conversations: z.record(z.string(), z.array(z.object({ session: z.string(), text: z.string() }))),
  questions: z.array(z.object({ scenario: z.string(), question: z.string(), evidence: z.array(z.number()) })),
})
type Data = z.infer<typeof DATA>
type Question = Data['questions'][number]
const FIRST = 5

/** The turns of these conversations, and their names by place. */
function shelve(
  data: Data,
  names: readonly string[],
): { readonly shelf: Shelf; readonly turns: readonly string[] } {
  const shelf = new Shelf()
  const turns: string[] = []
  const groups = new Map<string, number>()
  for (const name of names)
    for (const [at, { session, text }] of (data.conversations[name] ?? []).entries()) {
      const group = groups.get(session) ?? groups.size
      groups.set(session, group)
      turns[shelf.add(text, group)] = `${name} ${at}`
    }
  return { shelf, turns }
}

/** Share of the questions of which a right turn is among the first. */
function found(
  questions: readonly Question[],
  shelfFor: (question: Question) => ReturnType<typeof shelve>,
): number {
  const right = questions.filter((question) => {
    const { shelf, turns } = shelfFor(question)
    const first = rank(question.question, [shelf], { limit: FIRST }).map(({ place }) => turns[place])
    return question.evidence.some((at) => first.includes(`${question.scenario} ${at}`))
  })
  return right.length / questions.length
}

suite('memory').describe('conversations of others', (path) => {
  const data = DATA.parse(JSON.parse(readFileSync(path, 'utf8')))
  const names = Object.keys(data.conversations)
  const own = new Map(names.map((name) => [name, shelve(data, [name])]))
  const inOwn = ({ scenario }: Question) => own.get(scenario) ?? shelve(data, [])
  const pool = shelve(data, names)

  it('a right turn is among the first five for 97 of 100 questions', () => {
    expect(data.questions.length).toBeGreaterThan(150)
    expect(found(data.questions, inOwn)).toBeGreaterThanOrEqual(0.97)
  })

  it('with all conversations in one pool, for 95', () => {
    expect(found(data.questions, () => pool)).toBeGreaterThanOrEqual(0.95)
  })

  it('and neither half of the questions is far behind', () => {
    for (const rest of [0, 1]) {
      const half = data.questions.filter((_, at) => at % 2 === rest)
      expect(found(half, inOwn)).toBeGreaterThanOrEqual(0.95)
      expect(found(half, () => pool)).toBeGreaterThanOrEqual(0.93)
    }
  })
})
