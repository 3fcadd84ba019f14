import { describe, expect, it } from 'vitest'
import { patience } from '../../../testing/patience.ts'
import { lessonNote } from './lesson-text.ts'
import type { StoredLesson } from './lesson-text.ts'
import { pickLessons } from './pick-lessons.ts'

const NOW = 1_000_000

function stored(task: string, more: { worked?: string; at?: number; path?: string } = {}): StoredLesson {
  const { worked = 'make', at = NOW, path } = more
  const note = lessonNote(
    {
      ...{ task, messageId: task, outcome: 'succeeded', corrections: [], worked: [`Bash ${worked}`] },
      failures: [{ call: 'Bash frobnicate', text: 'Error: broken', count: 1 }],
      tools: ['Bash'],
    },
    (text) => text,
  )
  return { ...note, ...(path !== undefined && { path }), updatedAt: at }
}

const LOGIN = stored('Repair the login form')
const EXPORT = stored('Add an export of invoices as PDF', { worked: 'pnpm invoices' })
const PARSER = stored('Make the parser faster')
const OTHERS = [LOGIN, EXPORT, PARSER]

describe('lessons for a message', () => {
  it.each<[string, readonly StoredLesson[]]>([
    ['the login form is broken again', [LOGIN]],
    ['Forms of logins should be wider', [LOGIN]],
    ['faster parsers, please, with tests', [PARSER]],
    ['invoices', [EXPORT]],
    ['invoice export', [EXPORT]],
    ['does pnpm invoices run on this machine?', [EXPORT]],
    ['the login is slow today', []],
    ['login invoices', []],
    ['write a poem on autumn', []],
    ['the and of it', []],
    ['', []],
    ['\u0000!?', []],
  ])('are of "%s" those that resemble it', (said, expected) => {
    expect(pickLessons(said, OTHERS)).toEqual(expected.map(({ path }) => path))
  })

  it('are not found by the names of their parts', () => {
    expect(pickLessons('the outcome of the corrected tools that failed and worked', [LOGIN])).toEqual([])
  })

  it('are none of many that say the same, as nothing tells them apart', () => {
    const many = Array.from({ length: 20 }, (_, at) => stored(`Repair the login form number${at}`))
    expect(pickLessons('repair the login form', many)).toEqual([])
    expect(pickLessons('repair the login number7', many)).toEqual([])
  })

  it('are three at most; of equal ones the newest, then by path, in whatever order they come', () => {
    const padding = Array.from({ length: 30 }, (_, at) => stored(`Other work number${at}`))
    const equal = [
      stored('Repair the login form', { path: 'lessons/b.md', at: NOW + 1 }),
      stored('Repair the login form', { path: 'lessons/c.md', at: NOW }),
      stored('Repair the login form', { path: 'lessons/a.md', at: NOW }),
      stored('Repair the login form', { path: 'lessons/d.md', at: NOW - 1 }),
    ]
    const expected = ['lessons/b.md', 'lessons/a.md', 'lessons/c.md']
    expect(pickLessons('the login form', [...equal, ...padding])).toEqual(expected)
    expect(pickLessons('the login form', [...padding, ...equal.toReversed()])).toEqual(expected)
  })

  it('depend on the first 2,000 characters and 50 words of the message alone', () => {
    const before = (chars: number) => 'a b '.repeat(chars / 4)
    expect(pickLessons(`${before(1_900)}login form`, OTHERS)).toEqual([LOGIN.path])
    expect(pickLessons(`${before(2_000)}login form`, OTHERS)).toEqual([])
    const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}x`).join(' ')
    expect(pickLessons(`${words(48)} login form`, OTHERS)).toEqual([LOGIN.path])
    expect(pickLessons(`${words(50)} login form`, OTHERS)).toEqual([])
  })

  it('change nothing, and are the same again', () => {
    const lessons = Object.freeze([...OTHERS])
    expect(pickLessons('login form', lessons)).toEqual(pickLessons('login form', lessons))
  })

  it('take linear time, whatever was stored', { timeout: patience(10_000) }, () => {
    const lessons = Array.from({ length: 1_000 }, (_, at) => ({
      path: `lessons/${at}.md`,
      text: `Task: login form ${at}\nWorked:\n${'- "x\n'.repeat(20_000)}`,
      updatedAt: at,
    }))
    expect(pickLessons('login form '.repeat(100_000), lessons)).toEqual([
      'lessons/999.md',
      'lessons/998.md',
      'lessons/997.md',
    ])
  })
})
