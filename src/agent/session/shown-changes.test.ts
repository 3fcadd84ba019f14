import { expect, it } from 'vitest'
import type { TreeChange } from '../../sandbox/contract.ts'
import { MemoryBlobStore } from '../../sandbox/memory/blob-store.ts'
import { createMemorySandbox } from '../../sandbox/memory/memory-sandbox.ts'
import { readIgnoreRules, shownChanges } from './shown-changes.ts'

const IGNORED = { '.gitignore': 'dist\n*.log\n', 'app/.gitignore': '/out\n!keep.log\n' }

async function shown(paths: readonly string[], change: TreeChange['change'] = 'added') {
  const sandbox = createMemorySandbox({ blobStore: new MemoryBlobStore() })
  for (const [path, text] of Object.entries(IGNORED))
    await sandbox.writeFile({ path, data: new TextEncoder().encode(text) })
  const rules = await readIgnoreRules(sandbox, 'rules')
  const file = { hash: 'h', size: 1, mode: 0o644, kind: 'file' } as const
  const changes = paths.map((path) => ({ path, change, before: file, after: file }))
  return shownChanges(changes, rules).map(({ path }) => path)
}

it('leaves out what git keeps for itself, wherever it lies, and nothing else', async () => {
  const paths = ['src/a.js', '.git/index', 'lib/.git/HEAD', '.git', '.gitignore', '.github/ci.yml', 'a.git/b']
  expect(await shown(paths)).toEqual(['src/a.js', '.gitignore', '.github/ci.yml', 'a.git/b'])
})

it('leaves out what came later and is ignored, or is of packages, but not what was imported', async () => {
  const paths = [
    'app/a.ts',
    'app/dist/a.js',
    'app/out/b',
    'out/b',
    'a.log',
    'app/keep.log',
    'app/node_modules/p/index.js',
    'node_modules/.bin/p',
    'node_modules.md',
  ]
  expect(await shown(paths)).toEqual(['app/a.ts', 'out/b', 'app/keep.log', 'node_modules.md'])
  expect(await shown(paths, 'modified')).toEqual(paths)
  expect(await shown(paths, 'removed')).toEqual(paths)
})
