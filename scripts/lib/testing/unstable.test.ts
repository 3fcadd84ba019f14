import { expect, test } from 'vitest'
import { ledgerProblems, readLedger } from './unstable.mjs'

const line = (name: string, commits: number) => JSON.stringify({ test: name, load: 1, seed: 1, commits })

test('an empty ledger is in order, and so is one line of each test', () => {
  expect(ledgerProblems('')).toEqual([])
  expect(ledgerProblems(`${line('a', 10)}\n${line('b', 11)}\n`)).toEqual([])
})

test('the second line of a test within the window is a problem, one long after is none', () => {
  expect(ledgerProblems(`${line('a', 10)}\n${line('b', 11)}\n${line('a', 40)}\n`)).toEqual([
    'e2e/unstable.jsonl:3: unstable a second time: a. Mend it and remove its lines.',
  ])
  expect(ledgerProblems(`${line('a', 10)}\n${line('a', 110)}\n`)).toEqual([])
})

test.each(['{', '[]', '{"test":1,"commits":2}', '{"test":"a"}', 'null'])('%s is no ledger line', (text) => {
  expect(ledgerProblems(text)).toEqual([`e2e/unstable.jsonl:1: no ledger line: ${text}`])
})

test('the ledger as it stands is in order', () => {
  expect(ledgerProblems(readLedger())).toEqual([])
})
