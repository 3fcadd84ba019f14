import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../..')
// Below the project, whose packages the files import.
let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(ROOT, 'test-results-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

/** Last message that a runner sends to the process which started it. */
function lastMessage(args: readonly string[]): Promise<unknown> {
  const child = spawn(process.execPath, args, { cwd: folder, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  let last: unknown
  child.on('message', (message) => {
    last = message
  })
  return new Promise((resolve) => child.on('close', () => resolve(last)))
}

test('Vitest tells how many of the loaded tests have ended', async () => {
  writeFileSync(
    join(folder, 'a.test.ts'),
    `import { test } from 'vitest'\ntest('a', () => {})\ntest.skip('b', () => {})\n`,
  )
  writeFileSync(join(folder, 'vitest.config.mjs'), 'export default {}')
  const reporter = join(import.meta.dirname, 'vitest-progress.mjs')
  const args = ['run', '--root', folder, `--reporter=${reporter}`]
  expect(await lastMessage([join(ROOT, 'node_modules/vitest/vitest.mjs'), ...args])).toEqual({
    done: 2,
    total: 2,
    isTotalKnown: false,
  })
})

test('Playwright tells how many of all tests have ended', async () => {
  writeFileSync(join(folder, 'playwright.config.mjs'), 'export default {}')
  writeFileSync(
    join(folder, 'a.spec.mjs'),
    `import { test } from '@playwright/test'\ntest('a', () => {})\ntest.skip('b', () => {})\n`,
  )
  const reporter = join(import.meta.dirname, 'playwright-progress.mjs')
  const args = ['test', '-c', folder, `--reporter=${reporter}`]
  expect(await lastMessage([join(ROOT, 'node_modules/@playwright/test/cli.js'), ...args])).toEqual({
    done: 2,
    total: 2,
    isTotalKnown: true,
  })
})
