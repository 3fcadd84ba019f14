/** Changes of the agent's status that are news to a user who looks elsewhere. */
import { expect, it } from 'vitest'
import { newsOf } from './news.ts'

it.each([
  ['working', 'ready', 'done'],
  ['working', 'waiting for you', 'waiting'],
  ['working', 'paused', 'paused'],
  ['working', 'error', 'failed'],
  ['waiting for you', 'error', 'failed'],
  ['waiting for you', 'ready', undefined],
  ['waiting for you', 'working', undefined],
  ['waiting for you', 'waiting for you', undefined],
  ['ready', 'working', undefined],
  ['error', 'ready', undefined],
  ['paused', 'ready', undefined],
] as const)('from %s to %s: %s', (before, after, news) => expect(newsOf(before, after)).toBe(news))
