import { expect, it } from 'vitest'
import { onlyLooked } from './probing.ts'

const ran = (command: string, exitCode?: number) => onlyLooked({ tool: 'Bash', command, exitCode })

it.each([
  ['grep -r x src', 1],
  ['cd src && rg x | head -3', 2],
  ['ls nowhere', 2],
  ['cat missing.txt', 1],
  ['test -f a || [ -d b ]', 1],
  ['git show HEAD:missing', 128],
  ['command -v pnpm', 1],
  ['npm ls --all | grep react', 1],
])('"%s" with exit code %d has only looked', (command, exitCode) => {
  expect(ran(command, exitCode)).toBe(true)
})

it.each([
  ['npm test', 1],
  ['cat a | node b.js', 1],
  ['npm test && grep x log', 1],
  ['npm ls | grep react', 2],
  ['git push', 1],
  ['command rm x', 1],
  ['rg x', 127],
  ['', 1],
])('"%s" with exit code %d has failed', (command, exitCode) => {
  expect(ran(command, exitCode)).toBe(false)
})

it('says nothing of a command without an exit code, and goes by the tool of other calls', () => {
  expect(ran('grep x')).toBe(false)
  expect(onlyLooked({ tool: 'Read' })).toBe(true)
  expect(onlyLooked({ tool: 'Edit' })).toBe(false)
})
