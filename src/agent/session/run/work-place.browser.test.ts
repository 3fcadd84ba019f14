/** The directory of the next command and the list of steps are where the conversation says, whichever tab goes on with it. */
import { afterEach, expect, it } from 'vitest'
import { value } from '../../../sandbox/contract/suite/contract-test-support.ts'
import { dropDatabases, newDatabase } from '../testing/database.ts'
import { bash, startTab, todos, write } from '../testing/scripted-tab.ts'

afterEach(dropDatabases)

const IN_SUB = expect.stringMatching(/^\/workspace\/sub\n/)
const AT_TOP = expect.stringMatching(/^\/workspace\n/)

/** In the folder, with a list of one step. */
const SET_OUT = [write('sub/a.txt'), todos('Mend the parser'), bash('cd sub')] as const

it('come back with the session, and are not those of the session between', async () => {
  const { api, run, compact } = await startTab(await newDatabase())
  const { id } = await api.sessions.create()
  await run(...SET_OUT)
  await api.sessions.create()
  expect(await run(bash('pwd'))).toEqual([AT_TOP])
  await value(api.sessions.open(id))
  expect(await run(bash('pwd'))).toEqual([IN_SUB])
  expect(await compact()).toContain('[pending] Mend the parser')
})

it('go over to the tab that takes the session over, and back with what was done there', async () => {
  const database = await newDatabase()
  const [first, second] = [await startTab(database), await startTab(database)]
  const { id } = await first.api.sessions.create()
  await first.run(...SET_OUT)
  await value(second.api.sessions.open(id))
  await value(second.api.sessions.takeOver())
  expect(await second.run(bash('pwd'), bash('cd ..'), todos('Test it'))).toContainEqual(IN_SUB)
  await value(first.api.sessions.takeOver())
  expect(await first.run(bash('pwd'))).toEqual([AT_TOP])
  expect(await first.compact()).toContain('[pending] Test it')
})

it('are what they were at the moment to which the conversation is restored, and what came later once that is redone', async () => {
  const { api, run, compact } = await startTab(await newDatabase())
  await api.sessions.create()
  await run(write('sub/a.txt'))
  await run(todos('Mend the parser'), bash('cd sub'))
  await run(todos('Test it'), bash('cd ..'))
  const steps = await api.history.steps()
  const [, , third = 0] = steps.flatMap(({ kind, seq }) => (kind === 'prompt' ? [seq] : []))
  await value(api.history.restore(third, { files: false, conversation: true }))
  expect(await run(bash('pwd'))).toEqual([IN_SUB])
  expect(await compact()).toContain('[pending] Mend the parser')
  await value(api.history.restore(steps.at(-1)?.seq ?? 0, { files: false, conversation: true }))
  expect(await run(bash('pwd'))).toEqual([AT_TOP])
  expect(await compact()).toContain('[pending] Test it')
})

it('are in a fork as they were at its moment', async () => {
  const { api, run, compact } = await startTab(await newDatabase())
  await api.sessions.create()
  await run(...SET_OUT)
  const forked = (await api.history.steps()).at(-1)?.seq ?? 0
  await run(bash('cd ..'), todos('Test it'))
  await value(api.history.fork(forked))
  expect(await run(bash('pwd'))).toEqual([IN_SUB])
  expect(await compact()).toContain('[pending] Mend the parser')
})

it('a folder that is gone is told, and the next command starts at the top', async () => {
  const { api, run } = await startTab(await newDatabase())
  const { id } = await api.sessions.create()
  await run(write('sub/a.txt'), bash('cd sub'))
  const [beginning] = await api.history.steps()
  await value(api.history.restore(beginning?.seq ?? 0, { files: true, conversation: false }))
  await api.sessions.create()
  await value(api.sessions.open(id))
  expect(await run(bash('pwd'), bash('pwd'))).toEqual([
    expect.stringMatching(
      /^\/workspace\n\[exit code 0, .* s\]\n\[\/workspace\/sub is no longer there, so the start directory was \/workspace\.\]$/,
    ),
    expect.stringMatching(/^\/workspace\n\[exit code 0, .* s\]$/),
  ])
})

it('a call is explained for the directory in which it would run, before any run, too', async () => {
  const { api, run } = await startTab(await newDatabase())
  const { id } = await api.sessions.create()
  await run(write('sub/a.txt'), bash('cd sub'))
  const explain = () => api.permissions.explain('Bash', { command: 'rm -rf ../b' })
  const there = await explain()
  await api.sessions.create()
  expect(await explain()).not.toEqual(there)
  await value(api.sessions.open(id))
  expect(await explain()).toEqual(there)
})
