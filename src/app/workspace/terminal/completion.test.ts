import { describe, expect, it } from 'vitest'
import { COMMANDS } from '../../../sandbox/embedded/git/commands/commands.ts'
import { GIT_COMMANDS } from './command-words.ts'
import { commonStart, complete, inColumns, wordAt, type CompletionSource } from './completion.ts'

const FILES = [
  '/usr/bin/grep',
  '/usr/bin/git',
  '/usr/bin/.shell-commands',
  '/workspace/package.json',
  '/workspace/src/a b.ts',
  '/workspace/src/about.ts',
  '/workspace/.env',
  '/workspace/.git/HEAD',
  '/workspace/.git/refs/heads/main',
  '/workspace/.git/refs/heads/feature/login',
  '/home/user/notes',
]
const TEXTS: Readonly<Record<string, string>> = {
  '/workspace/package.json': '{"scripts":{"test":"x","test:unit":"y"}}',
  '/workspace/.git/packed-refs': '# pack-refs\n0123abcd refs/heads/old\n0123abcd refs/remotes/origin/x\n',
}
const source: CompletionSource = {
  list: async (path) => {
    const below = FILES.filter((file) => file.startsWith(`${path}/`)).map((file) =>
      file.slice(path.length + 1),
    )
    const names = [...new Set(below.map((rest) => rest.split('/')[0] ?? ''))]
    return names.map((name) => ({
      name,
      kind: below.includes(name) ? ('file' as const) : ('directory' as const),
      size: 0,
      mode: 0o644,
    }))
  },
  readText: async (path) => TEXTS[path],
}
const offered = async (text: string, cwd = '/workspace') =>
  (await complete(text, text.length, cwd, source)).candidates

describe('completion', () => {
  it('offers of git what there is in the sandbox', () => {
    expect(GIT_COMMANDS.filter((name) => !Object.hasOwn(COMMANDS, name))).toEqual([])
  })

  it.each([
    ['gre', ['grep ']],
    ['true && gi', ['git ']],
    ['X=1 gre', ['grep ']],
    ['cat sr', ['src/']],
    ['cat src/a', ['src/a\\ b.ts ', 'src/about.ts ']],
    ['cat "src/a b', ['src/a\\ b.ts ']],
    ['cat src/a\\ ', ['src/a\\ b.ts ']],
    ['cat .e', ['.env ']],
    ['cat ~/n', ['~/notes ']],
    ['cat > pack', ['package.json ']],
    ['cd ', ['src/']],
    ['git che', ['checkout ', 'cherry ', 'cherry-pick ']],
    ['git switch f', ['feature/login ']],
    ['git merge o', ['old ']],
    ['git checkout -- pack', ['package.json ']],
    ['npm run test:', ['test:unit ']],
    ['nothing-like-it', []],
    ['cat none/x', []],
  ])('of %j', async (text, candidates) => {
    expect(await offered(text)).toEqual(candidates)
  })

  it('finds the repository above, and looks from the directory', async () => {
    expect(await offered('git switch ma', '/workspace/src')).toEqual(['main '])
    expect(await offered('cat ab', '/workspace/src')).toEqual(['about.ts '])
  })

  it('replaces the word at the cursor only', async () => {
    expect(await complete('echo x; gre -n', 11, '/workspace', source)).toEqual({
      from: 8,
      candidates: ['grep '],
      labels: ['grep'],
    })
    expect(wordAt('echo "a b" c\\ d')).toEqual({ from: 11, word: 'c d', words: ['echo', 'a b'] })
  })
})

it('shows what is common, and many in columns', () => {
  expect(commonStart(['feature/a ', 'feature/b '])).toBe('feature/')
  expect(inColumns(['a', 'b', 'c', 'd', 'e'], 7)).toBe('a  d\r\nb  e\r\nc')
})
