/** The tools of real projects, unchanged: each says in the sandbox what it says on native Node. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { NODE_FOLDER } from '../scripts/lib/pinned-node.mjs'
import { runNative, type NativeRun } from './fixtures/native-node.ts'
import { projectRoot } from './fixtures/project-root.ts'
import { source } from './fixtures/prepare.ts'
import { prepareTools, TOOLS, type Tool } from './fixtures/tools.ts'
import { expect, test } from './support/test.ts'

/** Without colours: terminals differ. */
function factsOf({ facts }: Tool, output: string, folder: string): string[] {
  const plain = stripVTControlCharacters(output)
    .replaceAll(folder, '')
    .replace(/\(?\b\d+(?:\.\d+)? ?m?s\b\)?/g, '')
    // Patches move the library's lines.
    .replace(/(\(node:[\w/]+)[:\d]+/g, '$1')
  return [...plain.matchAll(facts)].map(([fact]) => fact.trim())
}

/** The machine's own npm has its say otherwise. */
function withoutNpx(command: string): string {
  return command.replaceAll('npx ', '../node_modules/.bin/')
}

test('the table in docs/tools.md names each of them with its version', async () => {
  const table = await readFile(join(projectRoot(), 'docs', 'tools.md'), 'utf8')
  const manifest = JSON.parse(await readFile(source('packages', 'tools', 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  const rows = [...table.matchAll(/^\| (\S+) +\| (\S+) +\|/gm)].map(
    ([, name, version]) => `${name ?? ''} ${version ?? ''}`,
  )
  expect(rows).toEqual(
    expect.arrayContaining(TOOLS.map(({ name }) => `${name} ${manifest.dependencies[name] ?? ''}`)),
  )
})

async function runNatively({ name, command }: Tool, folder: string): Promise<NativeRun> {
  const path = `PATH=${NODE_FOLDER}${delimiter}${process.env['PATH'] ?? ''}`
  return runNative('env', [path, 'CI=1', 'bash', '-c', withoutNpx(command)], join(folder, name))
}

test('compilers, linters, formatters and test runners say what they say natively', async ({ workbench }) => {
  test.setTimeout(420_000)
  const { folder, zip } = await prepareTools()
  const copy = await mkdtemp(join(tmpdir(), 'vivarium-tools-'))
  try {
    await cp(folder, copy, { recursive: true, verbatimSymlinks: true })
    await workbench.open()
    await workbench.importZip(zip)
    const root = (await workbench.exec('pwd')).stdout.trim()
    for (const tool of TOOLS) {
      const native = await runNatively(tool, copy)
      const { stdout, stderr, exitCode } = await workbench.exec(
        `cd ${tool.name} && export CI=1; ${tool.command}`,
      )
      const facts = factsOf(tool, native.output, copy)
      expect(facts.length, tool.name).toBeGreaterThan(1)
      expect
        .soft({ tool: tool.name, exitCode, facts: factsOf(tool, stdout + stderr, root) })
        .toEqual({ tool: tool.name, exitCode: native.exitCode, facts })
    }
  } finally {
    await rm(copy, { recursive: true })
  }
})
