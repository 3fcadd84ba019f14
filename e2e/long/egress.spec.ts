/** Programs that do not take a refusal for an answer; `e2e/security/egress.spec.ts` has the question and its answers. */
import { answerAs } from '../support/public-host.ts'
import { expect, test } from '../support/test.ts'

test('a program that tries again, in processes of its own, is refused at once and asked for no more', async ({
  workbench,
}) => {
  await workbench.open()
  const received = await answerAs(workbench.page, 'downloads.example')
  await workbench.exec(
    `cat > get.js <<'END'
fetch('https://downloads.example/tool.zip').then(async (answer) => console.log(answer.status, (await answer.json()).error))
END
cat > retry.js <<'END'
for (const attempt of [1, 2, 3]) require('node:child_process').spawnSync(process.execPath, ['get.js'], { stdio: 'inherit' })
END`,
  )
  const command = workbench.exec('node retry.js')
  await workbench.permission.getByRole('button', { name: 'Deny' }).click()
  const how =
    'To let programs reach downloads.example, add the rule WebFetch(domain:downloads.example) under Settings, "Always allow".'
  const again = `403 The user has refused downloads.example to this command. ${how}\n`
  expect(await command).toMatchObject({
    stdout: `403 The user refused downloads.example. ${how}\n${again}${again}`,
    exitCode: 0,
  })
  expect(received).toEqual([])
  const anew = workbench.exec('node get.js')
  await workbench.permission.getByRole('button', { name: 'Allow once' }).click()
  await anew
  expect(received).toEqual(['GET https://downloads.example/tool.zip'])
})
