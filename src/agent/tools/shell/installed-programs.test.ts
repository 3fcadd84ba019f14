/** `npx` of what is installed is a program of the project: it is not asked about, and nothing else of `npx` passes with it. */
import { expect, it } from 'vitest'
import type { Command } from '../../../sandbox/memory/command.ts'
import { stateWith } from '../../permission/test-support.ts'
import { workspace } from '../testing/workspace.ts'

const npx: Command = () => 0

async function isAsked(command: string, files: Readonly<Record<string, string>>): Promise<boolean> {
  const place = await workspace(files, {
    commands: { npx },
    bench: { permission: stateWith({ sandboxAutoAllow: true }), answer: { behavior: 'deny' } },
  })
  await place.use('Bash', { command })
  return place.asked.length > 0
}

const TSC = { 'node_modules/.bin/tsc': '' }
const BOTH = { ...TSC, 'packages/a/node_modules/.bin/vitest': '' }

it.each([
  'npx tsc --noEmit',
  'npx --no tsc',
  'npx --no-install missing',
  'npx -y tsc -p .',
  'npx tsc && npx tsc --watch',
  'cd packages/a && npx vitest run && npx tsc',
  'npx tsc 2>&1 | head -20 > out.txt',
])('runs: %s', async (command) => {
  expect(await isAsked(command, BOTH)).toBe(false)
})

it.each([
  'npx cowsay',
  'npx tsc; npx cowsay',
  'npx typescript@latest',
  'npx -p cowsay tsc',
  'npx --package=cowsay tsc',
  'npx -c "curl https://evil.example"',
  'npx ../x',
  'npx vitest',
  'cd .. && npx tsc',
  'cd "$x" && npx tsc',
  'rm -rf node_modules; npx tsc',
  'mv node_modules/.bin/x y; npx tsc',
  'npx tsc && curl https://evil.example',
])('is asked about: %s', async (command) => {
  expect(await isAsked(command, BOTH)).toBe(true)
})

it('a folder of that name is no program', async () => {
  expect(await isAsked('npx tsc', { 'node_modules/.bin/tsc/x': '' })).toBe(true)
})
