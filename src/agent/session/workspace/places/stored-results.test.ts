import { expect, it } from 'vitest'
import type { ResultFile, Sandbox } from '../../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../../sandbox/contract/errors.ts'
import { MemoryBlobStore } from '../../../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../../../sandbox/memory/memory-sandbox.ts'
import { RESULT_FILES, RESULT_FILES_BYTES } from '../../../limits.ts'
import type { EventOf } from '../../../protocol/events.ts'
import { applyFact, NO_FACTS } from '../../log/facts.ts'
import type { Session } from '../../log/session.ts'
import { StoredResults } from './stored-results.ts'

/** Results of a session whose log can be set, in a sandbox that notes what it shows, if it can show any. */
function setUp({ canShow = true, blobs = new MemoryBlobStore() } = {}) {
  const shown: (readonly ResultFile[])[] = []
  const memory = createMemorySandbox({ blobStore: blobs })
  const sandbox: Sandbox = {
    ...memory,
    describe: async () => ({ ...(await memory.describe()), resultFiles: canShow }),
    showResults: async (files) => (shown.push(files), ok(undefined)),
  }
  const open = { id: 'one', facts: NO_FACTS }
  const results = new StoredResults({
    blobs,
    // Only these two are read.
    session: () => open as unknown as Session,
    sandbox: async () => ok(sandbox),
  })
  const log = (stored: ResultFile) => {
    open.facts = applyFact(open.facts, {
      type: 'tool_result',
      at: 0,
      toolUseId: 'c',
      stored,
    } as EventOf<'tool_result'>)
  }
  const run = (text: string, command = 'seq 9') => results.keep({ tool: 'Bash', input: { command }, text })
  return { results, shown, sandbox, open, log, run, blobs }
}

const names = (files: readonly ResultFile[] = []) => files.map(({ name }) => name)
const file = (name: string, size = 1): ResultFile => ({ name, hash: 'a'.repeat(64), size })

it('names a result by its call, and the next of the same call by its number', async () => {
  const { run, log, results } = setUp()
  const [first, other] = [await run('one'), await run('two', 'seq 10')]
  if (first) log(first)
  const [again, atOnce] = await Promise.all([run('three'), run('four')])
  expect(first?.name).toMatch(/^bash-[0-9a-f]{8}\.txt$/)
  expect(other?.name).toMatch(/^bash-[0-9a-f]{8}\.txt$/)
  expect(other?.name).not.toBe(first?.name)
  const stem = first?.name.slice(0, -4)
  expect([again?.name, atOnce?.name].sort()).toEqual([`${stem}-2.txt`, `${stem}-3.txt`])
  expect(names(results.files())).toHaveLength(4)
  // The same calls of another session have the same names.
  expect((await setUp().run('else'))?.name).toBe(first?.name)
})

it('shows each before it resolves, and those of the log when another sandbox comes', async () => {
  const { run, shown, results, sandbox, log } = setUp()
  const first = await run('one')
  expect(shown).toEqual([[first]])
  if (first) log(first)
  const second = await run('two')
  expect(shown.at(-1)).toEqual([first, second])
  expect(await results.show(sandbox)).toEqual(ok(undefined))
  expect(shown.at(-1)).toEqual([first, second])
})

it('shows those of the open session alone', async () => {
  const { run, open, results } = setUp()
  await run('one')
  open.id = 'two'
  expect(results.files()).toEqual([])
  const { name } = (await run('other', 'ls')) ?? file('none')
  expect(names(results.files())).toEqual([name])
})

it('is a place for the tools where the sandbox shows none', async () => {
  const { run, shown, results, sandbox } = setUp({ canShow: false })
  const kept = await run('one\ntwo\n')
  expect(shown).toEqual([])
  const [place] = await results.placesBeside(sandbox)
  const read = await place?.files.readFile(`/results/${kept?.name}`)
  expect(read?.ok && new TextDecoder().decode(read.value)).toBe('one\ntwo\n')
  expect(await setUp().results.placesBeside(setUp().sandbox)).toEqual([])
})

it('has none where the text could not be stored, and the next takes its name', async () => {
  const blobs = new MemoryBlobStore()
  const { run, shown, results } = setUp({ blobs })
  const put = blobs.put.bind(blobs)
  blobs.put = async () => fail('quota', 'There is no room.')
  expect(await run('one')).toBeUndefined()
  expect([results.files(), shown]).toEqual([[], []])
  blobs.put = put
  expect((await run('one'))?.name).toMatch(/^bash-[0-9a-f]{8}\.txt$/)
})

it('shows the latest within its ceilings', () => {
  const { log, results } = setUp()
  for (let count = 0; count < RESULT_FILES + 20; count += 1) log(file(`${count}.txt`))
  expect(results.files()).toHaveLength(RESULT_FILES)
  expect(results.files().at(-1)?.name).toBe(`${RESULT_FILES + 19}.txt`)
  log(file('large.txt', RESULT_FILES_BYTES - 2))
  expect(names(results.files())).toEqual([
    `${RESULT_FILES + 18}.txt`,
    `${RESULT_FILES + 19}.txt`,
    'large.txt',
  ])
})
