/** The tools of real projects, unchanged: each says in the sandbox what it says on native Node. */
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { patience } from '../../scripts/lib/testing/patience.mjs'
import { BUILD_TOOLS } from '../fixtures/build-tools.ts'
import { runWithPinnedNode } from '../fixtures/native-node.ts'
import { source } from '../fixtures/prepare.ts'
import { PROJECT_TOOLS } from '../fixtures/project-tools.ts'
import { prepareTools, TOOLS, type Tool, type ToolProjects } from '../fixtures/tools.ts'
import { expect, test } from '../support/test.ts'
import { keepFound, knownTools, shownTables, type ToolRow } from '../support/tools-table.ts'
import { Workbench } from '../support/workbench.ts'

const ALL = [...TOOLS, ...BUILD_TOOLS, ...PROJECT_TOOLS]

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

async function versionsOf(packages: string): Promise<Readonly<Record<string, string>>> {
  const manifest = JSON.parse(await readFile(source('packages', packages, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return manifest.dependencies
}

interface Compared {
  readonly workbench: Workbench
  readonly tools: readonly Tool[]
  readonly projects: ToolProjects
  readonly versions: Readonly<Record<string, string>>
}

/** Runs each in the tab, where the projects have been imported, and natively; what differs fails the test. */
async function compare({ workbench, tools, projects, versions }: Compared): Promise<readonly ToolRow[]> {
  const copy = await mkdtemp(join(tmpdir(), 'vivarium-tools-'))
  try {
    await cp(projects.folder, copy, { recursive: true, verbatimSymlinks: true })
    const root = (await workbench.exec('pwd')).stdout.trim()
    const rows: ToolRow[] = []
    for (const tool of tools) {
      const { name } = tool
      const native = await runWithPinnedNode(withoutNpx(tool.command), join(copy, name))
      const { stdout, stderr, exitCode } = await workbench.exec(`cd ${name} && export CI=1; ${tool.command}`)
      const expected = { tool: name, exitCode: native.exitCode, facts: factsOf(tool, native.output, copy) }
      const found = { tool: name, exitCode, facts: factsOf(tool, stdout + stderr, root) }
      expect(expected.facts.length, name).toBeGreaterThan(1)
      expect.soft(found).toEqual(expected)
      const isSame = JSON.stringify(found) === JSON.stringify(expected)
      rows.push({ name, version: versions[name] ?? '', isSame })
    }
    return rows
  } finally {
    await rm(copy, { recursive: true })
  }
}

test('compilers, linters, formatters and test runners say what they say natively', async ({ workbench }) => {
  test.setTimeout(patience(420_000))
  const projects = await prepareTools({ name: 'tools', tools: TOOLS, zipsPackages: true })
  await workbench.open()
  await workbench.importZip(projects.zip)
  const found = await compare({ workbench, tools: TOOLS, projects, versions: await versionsOf('tools') })
  expect(keepFound(found, ALL)).toEqual(found)
})

const INSTALLED = [
  {
    about: 'so do bundlers, and what rests on them: as WebAssembly, installed from the lock file',
    name: 'build-tools',
    tools: BUILD_TOOLS,
    replaced: 'esbuild, rollup',
  },
  {
    about: 'so do runners of TypeScript and of commands, further bundlers, hooks and migrations',
    name: 'project-tools',
    tools: PROJECT_TOOLS,
    replaced: 'esbuild',
  },
]

for (const { about, name, tools, replaced } of INSTALLED)
  test(about, async ({ page, registrySite }) => {
    test.setTimeout(patience(420_000))
    const projects = await prepareTools({ name, tools, zipsPackages: false })
    const workbench = new Workbench(page, registrySite.url)
    await workbench.open()
    await workbench.importZip(projects.zip)
    const installed = await workbench.exec('npm ci')
    expect(installed).toMatchObject({ exitCode: 0 })
    expect(installed.stdout + installed.stderr).toContain(
      `Runs as WebAssembly or JavaScript here: ${replaced}`,
    )
    const found = await compare({ workbench, tools, projects, versions: await versionsOf(name) })
    expect(keepFound(found, ALL)).toEqual(found)
  })

test('what is shown of them is what was found', () => {
  expect(knownTools().map(({ name }) => name)).toEqual(ALL.map(({ name }) => name))
  for (const { is, ought } of shownTables(ALL)) expect(is).toBe(ought)
})
