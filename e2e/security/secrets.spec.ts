/** Holders of secrets, and the places that no secret may reach: the database, the requests, the screen (invariant 5). */
import { text, toolUse } from '../model-server/turn.ts'
import { expect, test } from '../support/test.ts'

const TOKEN = ['ghp', 'aB3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fRabcd'].join('_')
const OWN = 'correct horse battery staple'
/** Printed in two writes, so that it comes in two pieces. */
const PRINT = `printf '%s' '${TOKEN.slice(0, 9)}'; sleep 0.2; printf '%s\\n' '${TOKEN.slice(9)}'; echo '${OWN}'`

test('a secret that is typed, printed or said by the model is in no store, no request and not on the screen', async ({
  workbench,
  model,
}) => {
  await workbench.open()
  await workbench.configure(model)
  await workbench.page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = workbench.page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByLabel('Hidden value').fill(OWN)
  await workbench.saveSettings()
  await workbench.exec(`cat > print.sh <<'E'\n${PRINT}\nE\n`)
  model.setScript([
    { content: [toolUse('Bash', { command: 'sh print.sh' })] },
    { content: [text(`The token was ${TOKEN}, the phrase ${OWN}.`)] },
  ])
  await workbench.ask(`My token is ${TOKEN} and my phrase ${OWN}; use them.`)

  await expect(workbench.answers.last()).toContainText('[REDACTED]')
  const requests = JSON.stringify(model.messageRequests().map(({ body }) => body))
  const stored = await workbench.page.evaluate(dumpDatabases)
  const seen = {
    log: JSON.stringify(await workbench.events()),
    requests,
    stored,
    screen: await workbench.transcript(),
  }
  for (const [where, content] of Object.entries(seen)) {
    for (const secret of [TOKEN, TOKEN.slice(-20), OWN, model.apiKey]) {
      expect({ where, hasSecret: content.includes(secret) }).toEqual({ where, hasSecret: false })
    }
  }
  expect(requests).toContain('[REDACTED]')
})

test('the key is kept encrypted, works after a reload, and is gone after one click @smoke', async ({
  workbench,
  model,
}) => {
  await workbench.open()
  await workbench.configure(model)
  expect(await workbench.page.evaluate(dumpDatabases)).not.toContain(model.apiKey)
  await workbench.page.reload()
  model.setScript([{ content: [text('Here.')] }])
  await workbench.ask('Hello')
  await expect(workbench.answers.last()).toContainText('Here.')

  await workbench.page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = workbench.page.getByRole('dialog', { name: 'Settings' })
  await dialog
    .getByRole('button', { name: /forget|remove/i })
    .first()
    .click()
  await expect.poll(() => workbench.page.evaluate(countKeys)).toBe(0)
})

test('a file with secrets is asked for, by a tool and by a command, even where rules allow all', async ({
  workbench,
  model,
}) => {
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec("echo 'PASSPHRASE=swordfish' > .env")
  model.setScript([
    { content: [toolUse('Read', { file_path: '/workspace/.env' })] },
    { content: [toolUse('Bash', { command: 'cat .e*' })] },
    { content: [text('I could not read it.')] },
  ])
  await workbench.send('Read my environment')
  for (const name of ['Read', 'Bash']) {
    await expect(workbench.permission).toContainText(`Allow ${name}?`)
    await expect(workbench.permission).toContainText('withheld from the model')
    await expect(workbench.permission.getByRole('button', { name: 'Always allow' })).toBeHidden()
    await workbench.permission.getByRole('button', { name: 'Deny' }).click()
  }
  await expect(workbench.answers.last()).toContainText('I could not read it.')
  expect(JSON.stringify(model.messageRequests().map(({ body }) => body))).not.toContain('swordfish')
})

test('what a script prints of a .env is in no log, no store, no request and not on the screen', async ({
  workbench,
  model,
}) => {
  const OLD = 'tangerine-submarine'
  const NEW = 'velvet-lighthouse-7'
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec(
    `printf 'PORT=3000\\nDB_PASSWORD=${OLD}\\n' > .env; printf '.env\\n' > .gitignore; printf 'console.log(require("fs").readFileSync(".env", "utf8"))' > show.js`,
  )
  model.setScript([
    { content: [toolUse('Bash', { command: 'npm run show' })] },
    { content: [toolUse('Bash', { command: 'npm run rotate' })] },
    { content: [toolUse('Bash', { command: 'npm run show' })] },
    { content: [text(`It was ${OLD}, and is ${NEW}.`)] },
  ])
  const scripts = { show: 'node show.js', rotate: 'node rotate.js' }
  await workbench.exec(`echo '${JSON.stringify({ scripts })}' > package.json`)
  await workbench.exec(
    `printf 'require("fs").writeFileSync(".env", "DB_PASSWORD=${NEW}"); console.log("done")' > rotate.js`,
  )
  await workbench.ask(`What is it? I think ${OLD}.`)
  await expect(workbench.answers.last()).toContainText('It was [REDACTED], and is [REDACTED].')
  const requests = JSON.stringify(model.messageRequests().map(({ body }) => body))
  expect(requests).toContain('PORT=3000')
  const seen = {
    log: JSON.stringify(await workbench.events()),
    requests,
    stored: await workbench.page.evaluate(dumpDatabases),
    screen: await workbench.transcript(),
  }
  for (const [where, content] of Object.entries(seen)) {
    for (const secret of [OLD, NEW]) {
      expect({ where, secret, found: content.includes(secret) }).toEqual({ where, secret, found: false })
    }
  }
})

/** Everything that this origin keeps, but the content of files, as text; bytes as they are. */
async function dumpDatabases(): Promise<string> {
  const parts: string[] = []
  for (const { name } of await indexedDB.databases()) {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name ?? '')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
    for (const store of database.objectStoreNames) {
      if (/blob|pack|content/i.test(store)) continue
      const all = await new Promise<unknown[]>((resolve, reject) => {
        const request = database.transaction(store).objectStore(store).getAll()
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
      parts.push(
        JSON.stringify(all, (_, value: unknown) => {
          if (value instanceof ArrayBuffer) return new TextDecoder('latin1').decode(value)
          return ArrayBuffer.isView(value) ? new TextDecoder('latin1').decode(value) : value
        }),
      )
    }
    database.close()
  }
  return `${parts.join('\n')}\n${JSON.stringify({ ...localStorage })}`
}

async function countKeys(): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('vivarium-keys')
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return new Promise((resolve, reject) => {
    const request = database.transaction('keys').objectStore('keys').count()
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
