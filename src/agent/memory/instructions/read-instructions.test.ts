import { describe, expect, it } from 'vitest'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { INSTRUCTION_FILE_BYTES, INSTRUCTION_IMPORTS } from '../../limits.ts'
import { matchesOf } from './config-file.ts'
import type { InstructionSource } from './instruction-source.ts'
import { readInstructionFiles } from './read-instructions.ts'
import type { InstructionScope } from './read-instructions.ts'

type Files = Readonly<Record<string, string | Uint8Array>>

/** All versions are in force. */
function sourceOf(files: Files): InstructionSource & { readonly asked: string[][] } {
  const asked: string[][] = []
  return {
    asked,
    places: () => Promise.resolve(ok(Object.keys(files))),
    matching: (patterns) =>
      Promise.resolve(ok(patterns.map((pattern) => matchesOf(pattern, Object.keys(files))))),
    inForce: (paths) => {
      asked.push([...paths])
      const found = paths.map((path) => {
        const content = files[path]
        if (content === undefined) return { path }
        return { path, data: typeof content === 'string' ? new TextEncoder().encode(content) : content }
      })
      return Promise.resolve(ok(found))
    },
  }
}

const SCOPE: InstructionScope = {
  choice: 'claude-or-agents',
  worked: [],
  told: new Set(),
  heldBack: () => undefined,
}

async function read(files: Files, scope: Partial<InstructionScope> = {}) {
  const found = await readInstructionFiles(sourceOf(files), {
    ...SCOPE,
    ...scope,
  })
  if (!found) throw new Error('cannot be read')
  return found
}

async function told(files: Files, scope: Partial<InstructionScope> = {}) {
  return (await read(files, scope)).files.map(({ path, text }) => `${path}: ${text.trim()}`)
}

async function unread(files: Files, scope: Partial<InstructionScope> = {}) {
  return (await read(files, scope)).unread.map(({ path, reason, importedBy }) =>
    importedBy === undefined ? `${path}: ${reason}` : `${path} of ${importedBy}: ${reason}`,
  )
}

describe('of a project', () => {
  const FILES = {
    'CLAUDE.md': 'root',
    'AGENTS.md': 'agents',
    'CLAUDE.local.md': 'local',
    '.claude/rules/all.md': 'always',
    '.claude/rules/tests.md': '---\npaths: "**/*.test.ts"\n---\ntests',
    'src/CLAUDE.md': 'src',
    'src/.claude/rules/ui.md': '---\npaths: "ui/**"\n---\nui',
    'src/ui/AGENTS.md': 'ui agents',
    'src/ui/a.test.ts': '',
  }

  it('those of the root are told at once, the others named with their reason', async () => {
    expect(await told(FILES)).toEqual([
      'CLAUDE.md: root',
      '.claude/rules/all.md: always',
      'CLAUDE.local.md: local',
    ])
    expect(await unread(FILES)).toEqual([
      'AGENTS.md: displaced',
      'src/CLAUDE.md: elsewhere',
      'src/.claude/rules/ui.md: elsewhere',
      'src/ui/AGENTS.md: elsewhere',
      '.claude/rules/tests.md: other files',
    ])
  })

  it('those of a folder are told with the first work there, rules with the first file that they are for', async () => {
    expect(await told(FILES, { worked: ['src/a.ts'] })).toEqual([
      'CLAUDE.md: root',
      '.claude/rules/all.md: always',
      'CLAUDE.local.md: local',
      'src/CLAUDE.md: src',
    ])
    expect(await told(FILES, { worked: ['src/ui/a.test.ts'] })).toEqual([
      'CLAUDE.md: root',
      '.claude/rules/all.md: always',
      '.claude/rules/tests.md: tests',
      'CLAUDE.local.md: local',
      'src/CLAUDE.md: src',
      'src/.claude/rules/ui.md: ui',
      'src/ui/AGENTS.md: ui agents',
    ])
  })

  it('a file that nobody has accepted displaces none', async () => {
    const source = sourceOf({ 'AGENTS.md': 'agents' })
    const found = await readInstructionFiles(
      { ...source, places: () => Promise.resolve(ok(['CLAUDE.md', 'AGENTS.md'])) },
      SCOPE,
    )
    expect(found?.files.map(({ path }) => path)).toEqual(['AGENTS.md'])
    expect(found?.unread).toEqual([])
  })

  it('those that were told stay, when what was worked on is forgotten', async () => {
    const before = new Set(['src/CLAUDE.md', '.claude/rules/tests.md'])
    expect(await told(FILES, { told: before })).toEqual([
      'CLAUDE.md: root',
      '.claude/rules/all.md: always',
      '.claude/rules/tests.md: tests',
      'CLAUDE.local.md: local',
      'src/CLAUDE.md: src',
    ])
  })

  it('both are told where the user wants both', async () => {
    expect((await told(FILES, { choice: 'both' })).slice(0, 2)).toEqual([
      'AGENTS.md: agents',
      'CLAUDE.md: root',
    ])
  })

  it('one that says nothing, or what another one says, is named only', async () => {
    const files = { 'CLAUDE.md': 'a\n', '.claude/CLAUDE.md': 'a', 'CLAUDE.local.md': '<!-- later -->\n' }
    expect(await told(files)).toEqual(['CLAUDE.md: a'])
    expect(await unread(files)).toEqual(['.claude/CLAUDE.md: same', 'CLAUDE.local.md: empty'])
  })

  it('a rule whose frontmatter cannot be read is told, with its fault', async () => {
    const { files } = await read({ '.claude/rules/a.md': '---\npaths: [a\n---\nrule' })
    expect(files).toEqual([{ path: '.claude/rules/a.md', text: 'rule', fault: 'no YAML' }])
  })

  it('what is no text, or too much of it, is named only', async () => {
    const files = {
      'CLAUDE.md': new Uint8Array([0x61, 0, 0x62]),
      '.claude/CLAUDE.md': new Uint8Array([0xff, 0xfe]),
      'CLAUDE.local.md': new Uint8Array(INSTRUCTION_FILE_BYTES + 1).fill(0x61),
    }
    expect(await told(files)).toEqual([])
    expect(await unread(files)).toEqual([
      'CLAUDE.md: no text',
      '.claude/CLAUDE.md: no text',
      'CLAUDE.local.md: too large',
    ])
  })
})

it('files of a project with thousands end at a limit', async () => {
  const names = Array.from({ length: INSTRUCTION_IMPORTS + 3 }, (_, index) => `.claude/rules/${index}.md`)
  const files = Object.fromEntries(names.map((name) => [name, name]))
  const { files: all, unread: left } = await read(files)
  expect(all).toHaveLength(INSTRUCTION_IMPORTS)
  expect(left.map(({ reason }) => reason)).toEqual(['too many', 'too many', 'too many'])
})

it('large files of a project end at a limit for all together', async () => {
  const large = 'a'.repeat(INSTRUCTION_FILE_BYTES - 1)
  const files = Object.fromEntries(
    Array.from({ length: 6 }, (_, index) => [`.claude/rules/${index}.md`, `${index}${large}`]),
  )
  expect(await unread(files)).toEqual(['.claude/rules/4.md: too large', '.claude/rules/5.md: too large'])
})

describe('imports', () => {
  it('stand before the file that names them, each once, by their place relative to it', async () => {
    const files = {
      'CLAUDE.md': 'root @docs/git.md @AGENTS.md',
      'AGENTS.md': 'agents',
      'docs/git.md': 'git @style.md @../CLAUDE.md @/workspace/AGENTS.md',
      'docs/style.md': 'style',
    }
    expect((await told(files)).map((line) => line.split(':')[0])).toEqual([
      'docs/style.md',
      'AGENTS.md',
      'docs/git.md',
      'CLAUDE.md',
    ])
    // AGENTS.md is displaced, but imported.
    expect(await unread(files)).toEqual([])
    const { files: read_ } = await read(files)
    expect(read_.map(({ importedBy }) => importedBy)).toEqual([
      'docs/git.md',
      'docs/git.md',
      'CLAUDE.md',
      undefined,
    ])
  })

  it('are asked for a level at a time', async () => {
    const source = sourceOf({ 'CLAUDE.md': '@a.md @b.md', 'a.md': '@c.md', 'b.md': '@c.md', 'c.md': 'c' })
    await readInstructionFiles(source, SCOPE)
    expect(source.asked).toEqual([['CLAUDE.md'], ['a.md', 'b.md'], ['c.md']])
  })

  it('lead on four times', async () => {
    const files = {
      'CLAUDE.md': 'r @1.md',
      '1.md': '1 @2.md',
      '2.md': '2 @3.md',
      '3.md': '3 @4.md',
      '4.md': '4 @5.md',
      '5.md': '5',
    }
    expect((await told(files)).map((line) => line.slice(0, 1)).join('')).toBe('4321C')
    expect(await unread(files)).toEqual(['5.md of 4.md: too deep'])
  })

  it('in a circle are told once', async () => {
    const files = { 'CLAUDE.md': 'r @a.md', 'a.md': 'a @b.md', 'b.md': 'b @a.md @CLAUDE.md @b.md' }
    expect(await told(files)).toEqual([
      'b.md: b @a.md @CLAUDE.md @b.md',
      'a.md: a @b.md',
      'CLAUDE.md: r @a.md',
    ])
    expect(await unread(files)).toEqual([])
  })

  it('that lead out, are withheld or do not exist are named only', async () => {
    const files = { 'CLAUDE.md': 'r @../etc/passwd @~/notes.md @/etc/hosts @.env @gone.md', '.env': 'KEY=1' }
    expect(await told(files, { heldBack: (path) => (path === '.env' ? 'withheld' : undefined) })).toEqual([
      'CLAUDE.md: r @../etc/passwd @~/notes.md @/etc/hosts @.env @gone.md',
    ])
    expect(await unread(files, { heldBack: (path) => (path === '.env' ? 'withheld' : undefined) })).toEqual([
      '/etc/passwd of CLAUDE.md: outside',
      '/home/user/notes.md of CLAUDE.md: outside',
      '/etc/hosts of CLAUDE.md: outside',
      '.env of CLAUDE.md: withheld',
      'gone.md of CLAUDE.md: missing',
    ])
  })

  it('that count for nothing take no other one’s place', async () => {
    const outside = Array.from({ length: INSTRUCTION_IMPORTS - 100 }, (_, index) => `@/etc/${index}`)
    const files = { 'CLAUDE.md': `${outside.join(' ')} @a.md`, 'a.md': 'a' }
    expect((await read(files)).files.map(({ path }) => path)).toEqual(['a.md', 'CLAUDE.md'])
  })

  it('are one file, however they are written, and none where they are a folder or written for the web', async () => {
    const written = [
      './a.md',
      'x/../a.md',
      './././a.md',
      '/workspace/a.md',
      '../workspace/a.md',
      'x//../a.md',
      '../../../../workspace/a.md',
    ]
    const files = {
      'CLAUDE.md': `r ${written.map((path) => `@${path}`).join(' ')}`,
      'a.md': 'a @./a.md @/workspace/a.md @x/../a.md @CLAUDE.md @./CLAUDE.md',
    }
    expect((await told(files)).map((line) => line.split(':')[0])).toEqual(['a.md', 'CLAUDE.md'])
    expect(await unread(files)).toEqual([])
    const others = {
      'CLAUDE.md': 'r @%2e%2e/etc/passwd @..%2fx @docs/ @A.md @docs\\\\a.md',
      'docs/a.md': 'a',
      'a.md': 'a',
    }
    expect((await told(others)).map((line) => line.split(':')[0])).toEqual(['CLAUDE.md'])
    expect(await unread(others)).toEqual([
      '..%2fx of CLAUDE.md: missing',
      'docs of CLAUDE.md: missing',
      'A.md of CLAUDE.md: missing',
      'docs\\a.md of CLAUDE.md: missing',
    ])
  })

  it.each([1, 2, 3, 4, 5, 9])('in a circle of %i end', async (length) => {
    const names = Array.from({ length }, (_, index) => (index === 0 ? 'CLAUDE.md' : `${index}.md`))
    const files = Object.fromEntries(
      names.map((name, index) => [name, `${name} @${names[(index + 1) % length] ?? ''}`]),
    )
    expect((await told(files)).map((line) => line.split(':')[0])).toEqual(names.slice(0, 5).toReversed())
  })

  it('by the thousand end at a limit', async () => {
    const names = Array.from({ length: INSTRUCTION_IMPORTS + 20 }, (_, index) => `n${index}.md`)
    const files = {
      'CLAUDE.md': names.map((name) => `@${name}`).join(' '),
      ...Object.fromEntries(names.map((name) => [name, name])),
    }
    const { files: all, unread: left } = await read(files)
    expect(all).toHaveLength(INSTRUCTION_IMPORTS)
    expect(left.map(({ reason }) => reason)).toEqual(Array.from({ length: 21 }, () => 'too many'))
  })
})

it('nothing is told where the files cannot be asked for', async () => {
  const source = sourceOf({ 'CLAUDE.md': 'a' })
  const broken = () => Promise.resolve(fail('internal', 'broken'))
  expect(await readInstructionFiles({ ...source, places: broken }, SCOPE)).toBeUndefined()
  expect(await readInstructionFiles({ ...source, inForce: broken }, SCOPE)).toBeUndefined()
})

describe('named by settings of opencode', () => {
  const named = (...instructions: readonly string[]) => JSON.stringify({ instructions })

  it('paths, patterns and addresses count before the local file, each once, with what they import', async () => {
    const files = {
      'CLAUDE.md': 'root',
      'CLAUDE.local.md': 'local',
      'opencode.jsonc': `${named('docs/*.md', './docs/a.md', 'CLAUDE.md', '../out.md', 'no.md')} // ours`,
      'docs/a.md': 'a, see @b.txt',
      'docs/b.txt': 'b',
      'docs/c.md': 'c',
    }
    expect(await told(files)).toEqual([
      'CLAUDE.md: root',
      'docs/b.txt: b',
      'docs/a.md: a, see @b.txt',
      'docs/c.md: c',
      'CLAUDE.local.md: local',
    ])
    expect(await unread(files)).toEqual([
      '/out.md of opencode.jsonc: outside',
      'no.md of opencode.jsonc: missing',
      'opencode.jsonc: names others',
    ])
  })

  it('none where they cannot be read, and no settings that name none', async () => {
    const { unread: found } = await read({ 'opencode.json': '{', '.opencode/opencode.json': '{}' })
    expect(found).toEqual([{ path: 'opencode.json', reason: 'names others', fault: 'no JSON' }])
    expect(await unread({ 'web/opencode.json': named('a.md') })).toEqual([])
  })
})
