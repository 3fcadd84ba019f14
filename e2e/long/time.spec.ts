/** Replay, links and steps: chance and clock, pauses, broken links, the file format, redo, the preview of a step, templates. */
import { readFile } from 'node:fs/promises'
import { text, toolUse } from '../model-server/turn.ts'
import { everythingKept } from '../support/kept-files.ts'
import { startSite } from '../support/site.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'
import { SUM, work, linkOf, replay } from '../support/shared-session.ts'

test('chance and clock are what they were: a replay has the recorded numbers, names and times (seeds)', async ({
  workbench,
  model,
  browser,
}) => {
  const commands = [
    'node -e "console.log(Math.random(), Date.now(), new Date().toISOString())" | tee drawn.txt',
    'echo $RANDOM $RANDOM; date +%s%N; shuf -i 1-1000 -n 5; mktemp',
    'node -e "const at = new Date(); setTimeout(() => console.log(Date.now() - at, typeof Date(), at instanceof Date, Math.random()), 30)"',
    'awk "BEGIN { srand(); print rand(), srand(), systime() }"; jq -n now; printf "%s\\n" b a c d e | sort -R',
  ]
  model.setScript([
    ...commands.map((command) => ({ content: [toolUse('Bash', { command, description: 'Draw' })] })),
    { content: [text('Drawn.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await workbench.exec('echo begun > begun.txt')
  await workbench.ask('Draw numbers')
  await expect(workbench.answers.last()).toContainText('Drawn.')
  const seeds = (await workbench.events()).flatMap((event) =>
    event.type === 'tool_result' && event.moment ? [event.moment.seed] : [],
  )
  expect(new Set(seeds).size).toBe(commands.length)
  const link = await linkOf(workbench.page)

  const context = await browser.newContext()
  const page = await context.newPage()
  const other = new Workbench(page, new URL(link).origin)
  await page.goto(link)
  await expect(page).toHaveURL(/#session=/)
  await expect(other.status).toHaveText('ready')
  for (const button of ['Replay', 'Replay again'] as const) {
    await replay(other, button)
    const compared = (await other.events()).flatMap((event) =>
      event.type === 'replay_compared' ? [[event.recorded?.text, event.files]] : [],
    )
    expect(compared).toEqual(commands.map(() => [undefined, 'same']))
  }
  await context.close()

  // A session of one's own has its own: nothing of a recording is left.
  const drawn = await workbench.exec('for each in 1 2; do node -p "Math.random()"; done; echo $RANDOM')
  expect(new Set(drawn.stdout.trim().split('\n')).size).toBe(3)
})

test('a replay is paused, goes step by step, and is taken over in the middle', async ({
  workbench,
  model,
}) => {
  await work(workbench, model)
  const { page } = workbench
  const file = await page.evaluate(() => window.vivarium.session.recording())
  expect(file.length).toBeGreaterThan(1000)
  await page.getByLabel('Repository zip').setInputFiles({
    name: 'sum.vivarium',
    mimeType: 'application/zip',
    buffer: Buffer.from(file),
  })
  const bar = page.getByRole('region', { name: 'Replay' })
  await expect(bar).toContainText('A recording')
  await page.evaluate(() => window.vivarium.session.id())
  await bar.getByRole('combobox', { name: 'Speed' }).selectOption('100 ×')
  await bar.getByRole('button', { name: 'Step by step' }).click()
  for (const done of [0, 1, 2]) {
    await expect(bar.getByRole('status')).toContainText(`paused: ${done} of 4 calls`)
    if (done < 2) await bar.getByRole('button', { name: 'Step', exact: true }).click()
  }
  await bar.getByRole('button', { name: 'Take over from here' }).click()
  await expect(bar.getByRole('status')).toHaveText('It is yours now: say below how to go on.')
  model.setScript([{ content: [text('I go on from there.')] }])
  await workbench.ask('Do it another way')
  await expect(workbench.answers.last()).toContainText('I go on from there.')
  const results = (await workbench.events()).filter(({ type }) => type === 'tool_result')
  expect(results.length).toBe(2)
  expect(await workbench.exec('cat sum.mjs')).toMatchObject({ stdout: SUM })
})

test('a link that was cut, one of another version, and nonsense each say so, and the last session opens', async ({
  workbench,
  model,
}) => {
  await work(workbench, model)
  const { page } = workbench
  const link = await linkOf(page)
  for (const [hash, words] of [
    [link.slice(link.indexOf('#'), -40), 'the link was cut or changed on its way'],
    [link.slice(link.indexOf('#')).replace('#s=1', '#s=9'), 'made by a newer Vivarium'],
    ['#s=%3Cscript%3E', 'the link has no recording in it'],
    ['#demo=none-of-that-name', 'There is no demo'],
  ] as const) {
    await page.goto(`${new URL(link).origin}/${hash}`)
    await page.reload()
    await expect(page.getByText(words)).toBeVisible()
    await expect(workbench.answers.last()).toContainText('now the test passes')
  }
})

test('the file has the form that is promised', async ({ workbench, model }) => {
  await work(workbench, model)
  const { page } = workbench
  await page.getByRole('button', { name: 'Share' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as a file' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Make the test pass.vivarium')
  const { unzipSync, strFromU8 } = await import('fflate')
  const entries = unzipSync(await readFile(await download.path()))
  const manifest = JSON.parse(strFromU8(entries['manifest.json'] ?? new Uint8Array()))
  expect(manifest).toMatchObject({ format: 'vivarium-recording', version: 1, title: 'Make the test pass' })
  const log = strFromU8(entries['log.jsonl'] ?? new Uint8Array())
    .trim()
    .split('\n')
  expect(log.map((line) => JSON.parse(line).seq)).toEqual(log.map((_, index) => index + 1))
  for (const root of manifest.roots) expect(entries[`blobs/${root}`]).toBeDefined()
  expect(log.join('')).not.toContain(model.apiKey)
})

test('what was taken back is brought back by /redo, files and conversation', async ({ workbench, model }) => {
  await work(workbench, model)
  const before = await workbench.transcript()
  await workbench.send('/redo')
  await expect(workbench.page.getByRole('status', { name: '/redo' })).toContainText('Nothing was taken back')
  await workbench.page.getByRole('button', { name: 'Close what /redo said' }).click()
  await workbench.send('/rewind')
  const timeline = workbench.page.getByRole('dialog', { name: 'Timeline' })
  const prompt = timeline.getByRole('listitem').filter({ hasText: 'Make the test pass' })
  await prompt.getByRole('button', { name: 'Restore' }).click()
  await expect(workbench.answers).toHaveCount(0)
  expect((await workbench.exec('cat sum.mjs')).stdout).toBe(SUM)
  await workbench.send('/redo')
  await expect(workbench.answers.last()).toContainText('now the test passes')
  expect((await workbench.exec('cat sum.mjs')).stdout).toBe(SUM.replace('a - b', 'a + b'))
  expect(await workbench.transcript()).toContain(before)
})

test('the preview is shown as it was at a step, without a restore, without the server, and kept apart', async ({
  page,
}) => {
  const own = await startSite({ cachesFiles: true })
  const workbench = new Workbench(page, own.url)
  await workbench.open()
  await expect(workbench.status).toHaveText('ready')
  const write = (heading: string) => `cat > index.html <<'END'
<!doctype html><link rel="stylesheet" href="style.css"><h1>${heading}</h1><a href="about.html">About</a><p id="tried"></p>
<script type="module" src="app.js"></script>
END`
  await workbench.exec(`${write('One')}
echo 'h1 { color: rgb(1, 2, 3) }' > style.css; echo '<h1>About it</h1>' > about.html
cat > app.js <<'END'
const tried = []
const attempt = async (what, run) => { try { await run(); tried.push(what + ': got through') } catch { tried.push(what + ': kept out') } }
await attempt('the app', () => parent.document.title)
await attempt('storage of the app', () => { if (self.origin !== 'null') throw 0; return indexedDB.databases().then((all) => { if (all.length === 0) throw 0 }) })
await attempt('the network', () => fetch(new URL('/index.html', document.referrer || 'http://127.0.0.1:1/')))
await attempt('the way up', () => { top.location = 'about:blank' })
document.getElementById('tried').textContent = tried.join(', ')
END`)
  await workbench.exec(`rm app.js; echo '{"scripts":{"dev":"vite"}}' > package.json; ${write('Two')}`)

  await workbench.send('/rewind')
  const timeline = page.getByRole('dialog', { name: 'Timeline' })
  const slider = timeline.getByRole('slider', { name: 'Timeline' })
  await timeline.getByRole('button', { name: 'Preview', exact: true }).click()
  const shown = timeline.frameLocator('iframe[title="Preview at this step"]')
  await expect(shown.getByRole('heading')).toHaveText('Two')
  await expect(timeline.getByText('serves its page with “npm run dev”')).toBeVisible()

  await everythingKept(page, own)
  await own.close()
  const last = Number(await slider.getAttribute('max'))
  await slider.fill(String(last - 1))
  await expect(shown.getByRole('heading')).toHaveText('One')
  await expect(shown.getByRole('heading')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(shown.locator('#tried')).toHaveText(
    'the app: kept out, storage of the app: kept out, the network: kept out, the way up: kept out',
  )
  await expect(timeline.getByText('serves its page with')).toBeHidden()
  await shown.getByRole('link', { name: 'About' }).click()
  await expect(shown.getByRole('heading')).toHaveText('About it')
  expect(await workbench.exec('grep -c Two index.html')).toMatchObject({ stdout: '1\n' })

  // The page that a program serves is shown once the files are back.
  await slider.fill(String(last))
  await expect(timeline.getByText('serves its page with “npm run dev”')).toBeVisible()
  await workbench.exec('echo gone > index.html')
  await page.keyboard.press('Escape')
  await workbench.send('/rewind')
  await slider.fill(String(last))
  await timeline.getByRole('button', { name: 'Preview', exact: true }).click()
  await timeline.getByRole('button', { name: 'Restore the files' }).click()
  await expect.poll(async () => (await workbench.exec('cat index.html')).stdout).toContain('<h1>Two</h1>')
})

test('a link of a session that began with a template names its files, and opens in a fresh profile without the server', async ({
  workbench,
  model,
  browser,
}) => {
  const { page } = workbench
  model.setScript([
    {
      content: [
        toolUse('Bash', { command: 'echo "export const added = 1" >> README.md; ls', description: 'Change' }),
      ],
    },
    { content: [text('It is changed.')] },
  ])
  await workbench.open()
  await workbench.configure(model)
  await page.getByRole('button', { name: 'Start from a template' }).click()
  const list = page.getByRole('dialog').getByRole('list', { name: 'Templates' })
  await list.getByRole('button', { name: 'Vue app' }).click()
  await expect(workbench.files.getByRole('treeitem', { name: 'package.json' })).toBeVisible()
  await workbench.ask('Change it')
  await expect(workbench.answers.last()).toContainText('It is changed.')
  const link = await linkOf(page)
  const payload = link.slice(link.indexOf('#s=') + 3)
  expect(payload[0]).toBe('2')
  // The template alone has ten thousand bytes.
  expect(payload.length).toBeLessThan(6_000)
  console.log(`link of a session with the Vue template: ${payload.length} characters`)
  const known = await workbench.exec('cat package-lock.json README.md')

  const own = await startSite({ cachesFiles: true })
  const context = await browser.newContext()
  const fresh = await context.newPage()
  const other = new Workbench(fresh, own.url)
  await other.open()
  await expect(other.status).toHaveText('ready')
  await everythingKept(fresh, own)
  await own.close()
  await fresh.goto(`${own.url}/#s=${payload}`)
  await fresh.reload()
  await expect(other.answers.last()).toContainText('It is changed.')
  await expect(other.status).toHaveText('ready')
  expect((await other.exec('cat package-lock.json README.md')).stdout).toBe(known.stdout)
  await context.close()
})
