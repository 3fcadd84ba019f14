/** A command line of the user's own sets the file that it plainly writes, and no other. */
import { expect, it } from 'vitest'
import { isSetByLine } from './set-by-line.ts'

it.each([
  ['echo "Use tabs; or spaces." > CLAUDE.md', 'CLAUDE.md'],
  ["printf 'a' >> ./CLAUDE.md", 'CLAUDE.md'],
  ['echo a > x; echo b >AGENTS.md', 'AGENTS.md'],
  ['cp notes.md /workspace/pkg/CLAUDE.md', 'pkg/CLAUDE.md'],
  ['cd pkg && rm CLAUDE.md', 'pkg/CLAUDE.md'],
  ['cat notes.md | tee CLAUDE.md', 'CLAUDE.md'],
  ['git remote add origin https://example.com/a.git', '.git/config'],
  ['git clone https://example.com/a.git', 'a/.git/config'],
])('%s sets %s', (line, path) => {
  expect(isSetByLine(line, path)).toBe(true)
})

it.each([
  ['node evil.js', 'CLAUDE.md'],
  ['node evil.js CLAUDE.md', 'CLAUDE.md'],
  ['cat CLAUDE.md', 'CLAUDE.md'],
  ['echo CLAUDE.md', 'CLAUDE.md'],
  ['npm test && echo a > CLAUDE.md', 'CLAUDE.md'],
  ['echo a > CLAUDE.md; npm test', 'CLAUDE.md'],
  ['echo a > CLAUDE.md', 'AGENTS.md'],
  ['echo a > CLAUDE.md', 'XCLAUDE.md'],
  ['echo $(node evil.js) > CLAUDE.md', 'CLAUDE.md'],
  ['git commit -m x', '.git/config'],
  ['git checkout evil', 'CLAUDE.md'],
  ['git init', '.git/hooks/pre-commit'],
])('%s does not set %s', (line, path) => {
  expect(isSetByLine(line, path)).toBe(false)
})
