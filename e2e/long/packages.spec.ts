/** Packages: npm's own client in the sandbox, a real registry, the server's way to it, and what is kept of it. */
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../fixtures/project-root.ts'
import { everythingKept } from '../support/kept-files.ts'
import { expect, test } from '../support/test.ts'
import { Workbench } from '../support/workbench.ts'

test.use({ cachesFiles: true })

/** Archives that come before the registry goes away, and how many are asked for at a time. */
const CAME = 30
const AT_ONCE = 12

test('a server with its packages is installed, runs, and is installed again without any network', async ({
  page,
  registry,
  registrySite: site,
}) => {
  test.setTimeout(patience(240_000))
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  const run = async (command: string) => {
    const { stdout, stderr, exitCode } = await workbench.exec(command)
    expect({ command, stderr, exitCode }).toEqual({ command, stderr: '', exitCode: 0 })
    return stdout
  }
  expect(await run('npm init -y > /dev/null; npm install express@4.21.2')).toMatch(
    /added \d+ packages in \d+/,
  )
  expect(JSON.parse(await run('cat package.json'))).toMatchObject({ dependencies: { express: '^4.21.2' } })
  const lock = await run('cat package-lock.json')
  expect(lock).toContain('"lockfileVersion": 3')
  expect(lock).toContain('"integrity": "sha512-')
  // Nobody was asked, since the registry is the settings', and what was read is in the log.
  await expect(workbench.permission).toBeHidden()
  const egress = (await workbench.events()).filter((event) => event.type === 'exit_decided')
  expect(new Set(egress.map(({ behavior, source }) => `${behavior} by ${source}`))).toEqual(
    new Set(['allow by registry']),
  )
  await run(
    `cat > server.js <<'END'
const app = require('express')()
app.get('/hello/:name', (request, response) => response.json({ hello: request.params.name }))
app.listen(3000, () => console.log('listening'))
END`,
  )
  const served = `node server.js > log & until [ -s log ]; do sleep 0.1; done; curl -s localhost:3000/hello/you; kill $!`
  expect(await run(served)).toBe('{"hello":"you"}')

  const read = registry.asked.length
  await everythingKept(page, site)
  await site.close()
  await registry.close()
  await page.reload()
  await expect(workbench.composer).toBeEditable()
  await expect(workbench.status).toHaveText('ready')
  expect(await run('rm -rf node_modules; npm ci')).toMatch(/added \d+ packages in \d+/)
  expect(await run(`${served}; npm ls`)).toMatch(/^\{"hello":"you"\}.*express@4\.21\.2/s)
  expect(registry.asked).toHaveLength(read)
})

test('what is newer is said, what the registry says is shown, the project is packed, and what came before a cut is kept', async ({
  page,
  registry,
  registrySite: site,
}) => {
  test.setTimeout(patience(240_000))
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  const run = (command: string) => workbench.exec(command)
  expect((await run('npm init -y > /dev/null; npm install is-number@6.0.0')).exitCode).toBe(0)
  const outdated = await run('npm outdated')
  // As natively: it fails when anything is.
  expect(outdated.exitCode).toBe(1)
  expect(outdated.stdout).toMatch(/^is-number +6\.0\.0 +6\.0\.0 +7\.0\.0 +node_modules\/is-number/m)
  expect((await run('npm view is-number@6.0.0 name version license --json')).stdout).toBe(
    '{\n  "name": "is-number",\n  "version": "6.0.0",\n  "license": "MIT"\n}\n',
  )
  await run(`echo 'exports.a = 1' > index.js; echo 'not in it' > left.txt; echo left.txt > .npmignore`)
  const packed = await run('npm pack --silent --pack-destination /tmp')
  expect(packed).toMatchObject({ stdout: 'workspace-1.0.0.tgz\n', exitCode: 0 })
  const inside = (await run('tar -tzf /tmp/workspace-1.0.0.tgz')).stdout.trim().split('\n').sort()
  expect(inside).toEqual(['package/index.js', 'package/package.json'])

  // The registry goes away in the middle: of what has come by then nothing is asked for again.
  const archives = () => registry.asked.filter((path) => path.endsWith('.tgz'))
  await run('mkdir /workspace/server && cd /workspace/server && npm init -y')
  const before = archives().length
  registry.fail(503, CAME)
  const cut = await run('cd server && npm install express@4.21.2 --fetch-retries=0')
  expect([cut.exitCode, cut.stderr]).toEqual([1, expect.stringMatching(/npm error code E503/)])
  const came = archives().slice(before, before + CAME)
  expect(came).toHaveLength(CAME)
  const cutAt = archives().length
  registry.fail(undefined)
  expect((await run('cd server && npm install express@4.21.2')).exitCode).toBe(0)
  const later = archives().slice(cutAt)
  expect(later.length).toBeGreaterThan(CAME)
  // Downloads that were under way together with the failed one.
  expect(later.filter((path) => came.includes(path)).length).toBeLessThanOrEqual(AT_ONCE)
})

test('what cannot be installed is said, and changes nothing', async ({
  page,
  registry,
  registrySite: site,
}) => {
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  await workbench.exec('npm init -y')
  const before = await workbench.exec('cat package.json')
  const missing = await workbench.exec('npm install this-package-is-nobodys-vivarium')
  expect(missing.exitCode).toBe(1)
  expect(missing.stderr).toMatch(/npm error code E404/)
  const version = await workbench.exec('npm install is-number@99.0.0')
  expect([version.exitCode, version.stderr]).toEqual([1, expect.stringMatching(/npm error code ETARGET/)])
  registry.fail(503)
  const down = await workbench.exec('npm install is-odd --fetch-retries=0')
  expect([down.exitCode, down.stderr]).toEqual([1, expect.stringMatching(/npm error code E503/)])
  expect(await workbench.exec('cat package.json; ls')).toMatchObject({
    stdout: `${before.stdout}package.json\n`,
  })
})

for (const [file, made] of [
  ['pnpm-lock.yaml', 'pnpm-9'],
  ['yarn.lock', 'yarn-4'],
] as const)
  test(`a project with ${file} alone gets the versions that it names`, async ({
    page,
    registrySite: site,
  }) => {
    const workbench = new Workbench(page, site.url)
    await workbench.open()
    const folder = join(projectRoot(), 'src/sandbox/embedded/npm/foreign-lock/testing')
    const files = {
      'package.json': readFileSync(join(folder, 'package.json'), 'utf8'),
      [file]: readFileSync(join(folder, `${made}.txt`), 'utf8'),
    }
    for (const [path, text] of Object.entries(files))
      await page.evaluate(([to, content]) => window.vivarium.sandbox.writeFile(to, content), [
        path,
        text,
      ] as const)
    const { stdout, stderr, exitCode } = await workbench.exec('npm install')
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/added 12 packages in/)])
    expect(stderr).toContain(`The versions are those of ${file}`)
    // npm's own client finds nothing to mend in what was made of it.
    expect((await workbench.exec('npm ls --all')).exitCode).toBe(0)
    const before = (await workbench.exec('cat package-lock.json')).stdout
    await workbench.exec('npm install --package-lock-only')
    expect(JSON.parse((await workbench.exec('cat package-lock.json')).stdout)).toEqual(JSON.parse(before))
    const run = `node -e 'console.log(require("chalk/package.json").version, require("number-check")(5))'`
    expect((await workbench.exec(run)).stdout).toBe('4.1.2 true\n')
  })

test('lifecycle scripts run only when asked for, and a fetched program runs', async ({
  page,
  registry,
  registrySite: site,
}) => {
  const workbench = new Workbench(page, site.url)
  await workbench.open()
  expect((await workbench.exec('npm config get registry')).stdout).toBe(`${registry.address}\n`)
  await workbench.exec(
    'mkdir dep; cd dep; npm init -y; npm pkg set scripts.postinstall="echo ran > ran"; cd ..; npm init -y; npm install ./dep --install-links',
  )
  expect((await workbench.exec('ls node_modules/dep')).stdout).toBe('package.json\n')
  await workbench.exec('npm rebuild --ignore-scripts=false')
  expect((await workbench.exec('ls node_modules/dep')).stdout).toBe('package.json\nran\n')
  expect((await workbench.exec('npx --yes semver@7.6.0 1.2.3 -i minor')).stdout).toBe('1.3.0\n')
})
