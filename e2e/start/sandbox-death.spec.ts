/** The sandbox's process ends, as one does in which a program has taken all memory. The page and the files stay. */
import { slice } from '../../src/testing/slice.ts'
import { crashSandbox, watchFromOutside } from '../support/crash.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

for (const origins of slice([2, 1] as const, 1)) {
  const name = origins === 2 ? 'two origins' : 'one origin'
  test(`${name}: a dead sandbox is noticed at once, its calls end, and another takes its place`, async ({
    page,
    context,
  }) => {
    const site = await startSite({ origins })
    try {
      const workbench = new Workbench(page, site.url)
      await workbench.open()
      expect(await workbench.exec('echo precious > keep')).toMatchObject({ exitCode: 0 })
      const ask = await watchFromOutside(page, context, `${site.url}icon.svg`)
      const busy = ask('echo runs > begun; sleep 600')
      await expect.poll(async () => (await workbench.exec('cat begun')).stdout).toBe('runs\n')
      await crashSandbox(page, context)
      expect((await busy).said).toMatch(/^disposed: The sandbox is gone/)
      expect((await ask('cat keep')).said).toBe('precious\n')
    } finally {
      await site.close()
    }
  })
}
