/** The layers of docs/folders.md as a test: an import that its table does not allow fails, and so does any cycle. */
import { readFileSync, readdirSync } from 'node:fs'
import { join, posix, relative, sep } from 'node:path'
import { describe, expect, it } from 'vitest'
import { importGraph, readImports, resolveImport } from '../scripts/lib/lint/import-graph.mjs'

const SOURCE = join(import.meta.dirname)

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
  /** Loaded when it is needed. */
  readonly lazy: boolean
}

/** A rule says where files of one layer may import from; layers are matched in order, the first one wins. */
interface Layer {
  readonly name: string
  readonly match: RegExp
  /** Patterns of allowed targets; imports within the layer's own folder are always allowed. */
  readonly allow: readonly RegExp[]
  /** Patterns of targets of which only types may be imported. */
  readonly allowTypes?: readonly RegExp[]
}

/** The face of a sandbox, and what a page and the preview say to each other. */
const SANDBOX_BASE = /^sandbox\/(contract|page)\//
const PROTOCOL = /^agent\/protocol\//
/** Files of both origins' service workers. */
const OFFLINE = /^offline\//
/** Files that a part of the agent shows to the others. */
const AGENT_CONTRACTS = /^agent\/((limits|or-aborted)\.ts|[a-z]+\/(contract|deps)\.ts)$/

const LAYERS: readonly Layer[] = [
  { name: 'app/ui', match: /^app\/ui\//, allow: [/^app\/language\//] },
  {
    name: 'app/main',
    match: /^app\/boot\/(main|start-sandbox|embedded-sandbox|connection\.svelte)\.ts$/,
    allow: [
      /^app\//,
      PROTOCOL,
      SANDBOX_BASE,
      /^sandbox\/(port\/port\.ts|frame\/|webcontainer\/)/,
      /^offline\/updates\.ts$/,
    ],
    allowTypes: [OFFLINE],
  },
  { name: 'app/service-worker', match: /^app\/boot\/service-worker\.ts$/, allow: [OFFLINE] },
  { name: 'app', match: /^app\//, allow: [/^app\//, PROTOCOL, SANDBOX_BASE] },
  { name: 'agent/protocol', match: /^agent\/protocol\//, allow: [], allowTypes: [SANDBOX_BASE] },
  {
    name: 'agent worker',
    match: /^agent\/agent(\.worker|-thread)\.ts$/,
    allow: [/^agent\//, SANDBOX_BASE, /^sandbox\/port\/port\.ts$/],
  },
  {
    name: 'agent/loop',
    match: /^agent\/loop\//,
    allow: [PROTOCOL, AGENT_CONTRACTS, /^agent\/tools\/pipeline\/schedule\.ts$/, /^agent\/context\//],
    allowTypes: [SANDBOX_BASE],
  },
  {
    name: 'agent/permission',
    match: /^agent\/permission\//,
    // Programs of awk and sed are judged by the parsers that run them.
    allow: [
      PROTOCOL,
      AGENT_CONTRACTS,
      /^sandbox\/contract\/(path|patterns\/path-pattern|git-folder|steering-file|withheld-file)\.ts$/,
      /^sandbox\/languages\//,
    ],
    allowTypes: [SANDBOX_BASE],
  },
  {
    name: 'agent/context, prompt',
    match: /^agent\/(context|prompt)\//,
    allow: [PROTOCOL, AGENT_CONTRACTS, /^sandbox\/contract\/path\.ts$/],
    allowTypes: [SANDBOX_BASE],
  },
  {
    name: 'agent/memory',
    match: /^agent\/memory\//,
    allow: [PROTOCOL, AGENT_CONTRACTS, /^sandbox\/contract\/(path|patterns\/path-pattern)\.ts$/],
    allowTypes: [SANDBOX_BASE],
  },
  {
    name: 'agent/model, observe, redact',
    match: /^agent\/(model|observe|redact)\//,
    allow: [PROTOCOL, AGENT_CONTRACTS],
  },
  {
    // A hook's word has a rank, and its conditions are permission rules.
    name: 'agent/extend',
    match: /^agent\/extend\//,
    allow: [PROTOCOL, AGENT_CONTRACTS, /^agent\/permission\//],
  },
  {
    name: 'agent/egress',
    match: /^agent\/egress\//,
    allow: [PROTOCOL, AGENT_CONTRACTS, /^agent\/permission\//, SANDBOX_BASE],
  },
  {
    name: 'agent/tools',
    match: /^agent\/tools\//,
    allow: [PROTOCOL, AGENT_CONTRACTS, /^agent\/permission\//, SANDBOX_BASE],
  },
  {
    name: 'agent/session, team',
    match: /^agent\/(session|team)\//,
    // Recordings are made and checked where the content is stored, without a sandbox; places are searched, and notes packed, as a sandbox does it.
    allow: [
      /^agent\/(?!agent[.-])/,
      SANDBOX_BASE,
      /^sandbox\/history\/directory-object\.ts$/,
      /^sandbox\/(search\/file-search|tree\/memory-(node|lookup)|archive\/(read|write)-zip)\.ts$/,
    ],
  },
  {
    name: 'embed',
    match: /^embed\//,
    allow: [/^embed\//, SANDBOX_BASE, /^agent\/limits\.ts$/, /^agent\/session\/(recording|transcript)\//],
  },
  { name: 'offline', match: /^offline\//, allow: [OFFLINE] },
  { name: 'agent base', match: /^agent\/(limits|or-aborted)\.ts$/, allow: [] },
  {
    name: 'sandbox base',
    match: SANDBOX_BASE,
    allow: [SANDBOX_BASE],
  },
  {
    name: 'sandbox shared parts',
    match: /^sandbox\/(history|search|archive|tree|port)\//,
    allow: [SANDBOX_BASE, /^sandbox\/(history|archive)\//],
  },
  {
    name: 'sandbox languages',
    match: /^sandbox\/languages\//,
    allow: [SANDBOX_BASE, /^sandbox\/languages\//],
  },
  {
    name: 'sandbox frame',
    match: /^sandbox\/frame\/(service-worker|host)\.ts$/,
    allow: [SANDBOX_BASE, /^sandbox\/frame\//, OFFLINE],
  },
  {
    name: 'sandbox back ends',
    match: /^sandbox\/(memory|embedded|webcontainer|frame)\//,
    allow: [SANDBOX_BASE, /^sandbox\/(history|search|archive|tree|languages)\//, /^sandbox\/port\/port\.ts$/],
  },
]

/** A folder with more files is split by what they do. */
const FOLDER_FILES = 40

describe('architecture', () => {
  const imports = allImports()

  it('every source file belongs to a layer', () => {
    expect(sourceFiles().filter((file) => !LAYERS.some((layer) => layer.match.test(file)))).toEqual([])
  })

  it('imports only what the table of docs/folders.md allows', () => {
    expect(imports.filter((edge) => !isAllowed(edge)).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it(`has at most ${FOLDER_FILES} files in a folder`, () => {
    expect([...fileCounts()].filter(([, count]) => count > FOLDER_FILES)).toEqual([])
  })

  it('has no import cycle, type imports included', () => {
    expect(findCycle(imports)).toEqual([])
  })

  it('has no import cycle in scripts, benchmarks and tests either', () => {
    const root = join(SOURCE, '..')
    const files = ['scripts', 'bench', 'e2e'].flatMap((folder) => filesBelow(join(root, folder), folder))
    const edges = importGraph(files, (file) => readFileSync(join(root, file), 'utf8'))
      .filter(({ kind }) => kind === 'import' || kind === 'lazy')
      .map(({ from, to, typeOnly, kind }) => ({ from, to, typeOnly, lazy: kind === 'lazy' }))
    expect(edges.length).toBeGreaterThan(0)
    expect(findCycle(edges)).toEqual([])
  })

  it.each(['agent/session', 'agent/tools', 'sandbox'])(
    'the rooms of %s need each other in one direction',
    (folder) => {
      const rooms = roomImports(imports, folder)
      expect(rooms.length).toBeGreaterThan(0)
      expect(findCycle(rooms)).toEqual([])
    },
  )

  it('names what it exports, in the file that defines it, and has unions instead of enums', () => {
    const found = sourceFiles().flatMap((file) =>
      forbiddenForms(readFileSync(join(SOURCE, file), 'utf8'), file),
    )
    expect(found).toEqual([])
    const program =
      'export default 1\nexport * from "./a.ts"\nexport const enum A { B }\nconst text = "enum A"'
    expect(forbiddenForms(program, 'a.ts')).toHaveLength(3)
  })

  it('gives the page no schema validator: it is large, and probes for an `eval` that the page forbids', () => {
    const reached = new Set(sourceFiles().filter((file) => file.startsWith('app/')))
    for (const file of reached) {
      for (const { from, to, typeOnly, lazy } of imports)
        if (from === file && !typeOnly && !lazy) reached.add(to)
    }
    expect(reached).toContain('agent/protocol/view/view.ts')
    expect(
      [...reached].filter((file) => /from 'zod'/.test(readFileSync(join(SOURCE, file), 'utf8'))),
    ).toEqual([])
  })

  it('would notice a forbidden edge and a cycle', () => {
    const edge = (from: string, to: string, typeOnly = true): Import => ({ from, to, typeOnly, lazy: false })
    expect(isAllowed(edge('app/chat/x.ts', 'agent/loop/loop.ts'))).toBe(false)
    expect(isAllowed(edge('agent/protocol/x.ts', 'sandbox/contract/contract.ts', false))).toBe(false)
    expect(findCycle([edge('a', 'b'), edge('b', 'c'), edge('c', 'a')])).toEqual(['a', 'b', 'c', 'a'])
    const between = [edge('a/b/log/x.ts', 'a/b/run/y.ts', false), edge('a/b/run/z.ts', 'a/b/log/w.ts', false)]
    expect(findCycle(roomImports(between, 'a/b'))).toEqual(['a/b/log', 'a/b/run', 'a/b/log'])
  })
})

/** The number of files directly in each folder of the sources, tests and scripts; ignored files do not count. */
function fileCounts(): Map<string, number> {
  const root = join(SOURCE, '..')
  const counts = new Map<string, number>()
  for (const top of ['src', 'scripts', 'e2e', 'bench']) {
    for (const entry of readdirSync(join(root, top), { recursive: true, withFileTypes: true })) {
      const folder = relative(root, entry.parentPath).split(sep).join(posix.sep)
      if (
        !entry.isFile() ||
        /(^|\/)(generated|node_modules|\.[^/]+)(\/|$)|^bench\/results(\/|$)/.test(folder)
      )
        continue
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
    }
  }
  return counts
}

/** Scripts and components below a folder, with `name` before each. */
function filesBelow(folder: string, name: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => posix.join(name, ...file.split(sep)))
    .filter((file) => /\.(ts|js|mjs|cjs)$/.test(file) && !/(^|\/)(generated|\.[^/]+)\//.test(file))
}

function sourceFiles(): string[] {
  return readdirSync(SOURCE, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join(posix.sep))
    .filter((file) => /\.(ts|svelte)$/.test(file) && file.includes('/'))
    .filter((file) => !/(\.test\.ts|-suite\.ts|\.d\.ts)$/.test(file))
    .filter((file) => !/(^|\/)(generated|testing|test-support)\//.test(file))
    .filter((file) => !/test-support[^/]*\.ts$/.test(file))
}

/** Lines with a form that hides where a thing is defined, or that exists only in TypeScript. */
function forbiddenForms(text: string, file: string): string[] {
  const form = /^(export default |export \* |(export )?(declare )?(const )?enum )/
  return text.split('\n').flatMap((line, index) => (form.test(line) ? [`${file}:${index + 1}: ${line}`] : []))
}

function allImports(): Import[] {
  return sourceFiles().flatMap((file) => importsOf(file))
}

/** Without packages, generated files, and workers and assets, which are known by their URL only. */
function importsOf(file: string): Import[] {
  return readImports(file, readFileSync(join(SOURCE, file), 'utf8')).flatMap(
    ({ specifier, kind, typeOnly }) => {
      if (kind === 'url' || /\?|\.(css|json|svg|html)$/.test(specifier)) return []
      const to = resolveImport(file, specifier)
      if (to === undefined || /(^|\/)generated\//.test(to)) return []
      return [{ from: file, to, typeOnly, lazy: kind === 'lazy' }]
    },
  )
}

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const layer = LAYERS.find((candidate) => candidate.match.test(from))
  if (!layer) return false
  if (topFolder(from) === topFolder(to)) return true
  if (layer.allow.some((pattern) => pattern.test(to))) return true
  return typeOnly && (layer.allowTypes ?? []).some((pattern) => pattern.test(to))
}

/** `agent/loop` of `agent/loop/state.ts`: files of one folder may import each other. */
function topFolder(file: string): string {
  const parts = file.split('/')
  return parts.length > 2 ? parts.slice(0, 2).join('/') : file
}

/** The imports between the sub-folders of `folder`; types and what is loaded later count for nothing here. */
function roomImports(imports: readonly Import[], folder: string): Import[] {
  const roomOf = (file: string) =>
    file.startsWith(`${folder}/`)
      ? file
          .split('/')
          .slice(0, folder.split('/').length + 1)
          .join('/')
      : ''
  return imports.flatMap((edge) => {
    const [from, to] = [roomOf(edge.from), roomOf(edge.to)]
    return edge.typeOnly || edge.lazy || from === '' || to === '' || from === to
      ? []
      : [{ ...edge, from, to }]
  })
}

/** The files of one cycle in order, or none. */
function findCycle(imports: readonly Import[]): string[] {
  const edges = new Map<string, string[]>()
  for (const { from, to } of imports) edges.set(from, [...(edges.get(from) ?? []), to])
  const done = new Set<string>()
  const walk = (file: string, path: readonly string[]): string[] => {
    const start = path.indexOf(file)
    if (start !== -1) return [...path.slice(start), file]
    if (done.has(file)) return []
    for (const next of edges.get(file) ?? []) {
      const cycle = walk(next, [...path, file])
      if (cycle.length > 0) return cycle
    }
    done.add(file)
    return []
  }
  for (const file of edges.keys()) {
    const cycle = walk(file, [])
    if (cycle.length > 0) return cycle
  }
  return []
}
