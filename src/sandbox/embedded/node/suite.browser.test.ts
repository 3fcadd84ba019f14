/**
 * Node's own tests of the parts that carry most programs, run unmodified. The gate runs a slice; all parts of Node's suite run
 * with `npm run conformance node`.
 */
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import { patience } from '../../../testing/patience.ts'
import { slice } from '../../../testing/slice.ts'
import { suite } from '../../../testing/suite.ts'
import { createMachine } from './testing/run-program.ts'
import type { Machine } from './testing/run-program.ts'

const GROUPS = /^test-(?:path|querystring|events|event-|assert|string-decoder|buffer|url|util|stream)/
/** Files in these groups. */
const COUNT = 154
const COUNT_IN_GATE = 16
/** Known failures, with reasons. A file that starts to pass must leave this list; others must not fail. */
const KNOWN_FAILURES: Readonly<Record<string, string>> = {
  'test-stream-pipeline-http2.js': 'HTTP/2 is not shipped',
  'test-util-format.js': 'the engine alone knows the class of an object without a prototype',
}
const LIMIT_MS = patience(60_000)

interface Entry {
  readonly name: string
  readonly flags: string
}

suite('node').describe("Node's own tests", async (path) => {
  const archive = await commands.readFile(path, 'base64')
  const files = unzipSync(Uint8Array.from(atob(archive), (c) => c.charCodeAt(0)))
  const index = JSON.parse(new TextDecoder().decode(files['test/index.json'])) as Entry[]
  const entries = index.filter(({ name }) => GROUPS.test(name))
  let machine: Machine

  beforeAll(() => {
    machine = createMachine()
    for (const [path, data] of Object.entries(files)) {
      if (path.endsWith('/')) continue
      const whole = `/workspace/${path}`
      machine.vfs.mkdir(whole.slice(0, whole.lastIndexOf('/')), 0o755, true)
      machine.vfs.writeFile(whole, data)
    }
  })
  afterAll(() => {
    machine.dispose()
  })

  it('has the groups whole', () => {
    expect(entries).toHaveLength(COUNT)
  })

  it.concurrent.each(slice(entries, COUNT_IN_GATE))(
    '$name',
    { timeout: LIMIT_MS },
    async ({ name, flags }) => {
      const args = [...flags.split(/\s+/).filter(Boolean), `test/parallel/${name}`]
      const { err, exitCode } = await machine.node(args, {
        TEST_THREAD_ID: name,
        PATH: '/usr/bin',
        HOME: '/home/user',
      })
      const passed = exitCode === 0
      if (passed !== name in KNOWN_FAILURES) return
      expect.fail(
        passed ? 'It passes: take it off the list of known failures.' : `Exit code ${exitCode}\n${err}`,
      )
    },
  )
})
