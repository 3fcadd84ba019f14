/** Programs that take all they can get: each is ended or refused, it is said which limit it was, and files stay. */
import { expect, test } from '../support/test.ts'
import type { Workbench } from '../support/workbench.ts'

const run = (workbench: Workbench, command: string, timeoutMs: number = 20_000) =>
  workbench.page.evaluate(
    async ([line, ms]) => {
      const { exitCode, timedOut, stdout, stderr } = await window.vivarium.sandbox.exec(line, {
        timeoutMs: ms,
      })
      return { exitCode, timedOut, stdout: stdout.slice(0, 1000), stderr: stderr.slice(-1000) }
    },
    [command, timeoutMs] as const,
  )

/** A file that was there before is, and nothing else runs than the shell that asks. */
async function expectPeace(workbench: Workbench): Promise<void> {
  expect(await run(workbench, 'cat keep; ps | tail -n +2 | wc -l')).toMatchObject({
    stdout: expect.stringMatching(/^precious\n\s*[12]\n$/),
    exitCode: 0,
  })
}

test('what never ends is ended by the clock, with all that it has started', async ({ workbench }) => {
  await workbench.open()
  await run(workbench, 'echo precious > keep; touch one two')
  for (const command of [
    'sleep 100000',
    'find . -exec sleep 100 \\;',
    'a=(); while true; do a+=("$RANDOM"); done',
    'a=x; while :; do a+=x; done',
    "awk 'BEGIN { for (;;) a[n++ % 1000] = n }' /dev/null & wait",
    'while :; do sleep 50 & wait; done',
    'node -e "for (;;);"',
    'yes > /dev/null',
  ]) {
    const ended = await run(workbench, command, 1500)
    expect({ command, ...ended }).toMatchObject({ command, exitCode: 124, timedOut: true })
  }
  await expectPeace(workbench)
})

test('a command that starts processes without end is ended and told why, and the next one works', async ({
  workbench,
}) => {
  await workbench.open()
  await run(workbench, 'echo precious > keep')
  const bomb = await run(workbench, 'bomb() { bomb & bomb & wait; }; bomb', 60_000)
  expect(bomb).toMatchObject({ exitCode: 137, timedOut: false })
  expect(bomb.stderr).toContain('it went on to start processes when it had as many as there may be')
  await expectPeace(workbench)
})

test('floods, deep trees, huge files and circles of links end with the reason', async ({ workbench }) => {
  await workbench.open()
  await run(workbench, 'echo precious > keep')
  expect(await run(workbench, 'truncate -s 2G huge')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/file too large/i),
  })
  expect(await run(workbench, 'ln -s a b; ln -s b a; cat a')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/too many levels of symbolic links/i),
  })
  expect(await run(workbench, `mkdir -p ${'deep/'.repeat(200)}`)).toMatchObject({ exitCode: 0 })
  expect(await run(workbench, `cd ${'deep/'.repeat(200)} && mkdir -p ${'er/'.repeat(400)}`)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/file name too long/i),
  })
  expect(await run(workbench, 'rm -r deep a b')).toMatchObject({ exitCode: 0 })
  for (const command of ['cat /dev/zero > flood', 'yes > flood']) {
    const flood = await run(workbench, `${command}; echo not reached`, 1500)
    expect(flood).toMatchObject({ exitCode: 124, timedOut: true, stdout: '' })
    expect(await run(workbench, 'test -s flood && rm flood')).toMatchObject({ exitCode: 0 })
  }
  await expectPeace(workbench)
})

test('the page answers while eight programs are busy', async ({ workbench, page }) => {
  await workbench.open()
  await run(workbench, 'echo precious > keep')
  const busy = run(
    workbench,
    'for i in 1 2 3 4 5 6 7 8; do node -e "console.log(1); for (;;);" & done; wait',
    20_000,
  )
  let answers = 0
  const settings = page.getByRole('button', { name: 'Settings' }).first()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  for (let round = 0; round < 5; round++) {
    await settings.click()
    await expect(dialog).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    answers += 1
  }
  expect(answers).toBe(5)
  expect(await busy).toMatchObject({ timedOut: true, stdout: '1\n'.repeat(8) })
  await expectPeace(workbench)
})
