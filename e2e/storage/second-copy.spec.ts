/** The browser loses its database: the sessions are there again, whole, and go on. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { text } from '../model-server/turn.ts'
import { createProfile } from '../support/chromium.ts'
import { opened } from '../support/kills.ts'
import { storedLogs } from '../support/stored-logs.ts'
import { expect, test } from '../support/test.ts'

for (const loss of ['loseDatabases', 'damageDatabases'] as const)
  test(`sessions come back from their second copy and go on: ${loss}`, async ({ site, model }) => {
    test.setTimeout(patience(120_000))
    model.setScript(({ body }) => ({
      content: [text(`Answer to ${JSON.stringify(body).length} characters.`)],
    }))
    const profile = await createProfile()
    try {
      const [first, before] = await opened(profile, site)
      await before.configure(model)
      await before.ask('The first session')
      await before.exec('mkdir -p src && echo "first" > src/one.txt && seq 1 20000 > numbers.txt')
      const files = await before.exec('find . -type f -exec sha256sum {} + | sort')
      await first.page.getByRole('button', { name: 'New session' }).click()
      await expect.poll(() => before.runsEnded()).toBe(0)
      await before.ask('The second session')
      await before.ask('Go on with it')
      const events = await before.events()
      const logs = await storedLogs(first.page)
      expect(logs.length).toBeGreaterThanOrEqual(2)
      await first.kill()
      await profile[loss]()

      const [second, after] = await opened(profile, site)
      await expect(second.page.getByText('This browser had lost')).toBeVisible()
      expect(await after.events()).toEqual(events)
      expect(await storedLogs(second.page)).toEqual(logs)
      await expect(second.page.getByText('the API key of anthropic')).toBeVisible()
      await after.configure(model)
      await after.ask('Is it all there?')
      await second.page.getByRole('button', { name: 'Sessions' }).click()
      await second.page.getByRole('button', { name: 'The first session' }).click()
      await expect.poll(() => after.runsEnded()).toBe(1)
      await expect
        .poll(async () => (await after.exec('find . -type f -exec sha256sum {} + | sort')).stdout)
        .toBe(files.stdout)
      await second.kill()
    } finally {
      await profile.remove()
    }
  })
