import { expect, it } from 'vitest'
import type { TreeChange } from '../../sandbox/contract.ts'
import { shownChanges } from './shown-changes.ts'

const change = (path: string): TreeChange => ({
  path,
  change: 'added',
  after: { hash: 'h', size: 1, mode: 0o644, kind: 'file' },
})

it('leaves out what git keeps for itself, wherever it lies, and nothing else', () => {
  const paths = ['src/a.js', '.git/index', 'lib/.git/HEAD', '.git', '.gitignore', '.github/ci.yml', 'a.git/b']
  expect(shownChanges(paths.map(change)).map(({ path }) => path)).toEqual([
    'src/a.js',
    '.gitignore',
    '.github/ci.yml',
    'a.git/b',
  ])
})
