/**
 * Node's own tests of the parts that carry most programs, run unmodified: `../shared/suites/node/parallel.zip`,
 * which lies beside the project where it is developed. Absent, the suite is skipped. The gate runs a slice; all parts of Node's suite with `npm run conformance node`.
 */
import { unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commands } from 'vitest/browser'
import { patience } from '../../../testing/patience.ts'
import { slice } from '../../../testing/slice.ts'
import { createMachine } from './testing/run-program.ts'
import type { Machine } from './testing/run-program.ts'

const ARCHIVE = '../shared/suites/node/parallel.zip'
const GROUPS = /^test-(?:path|querystring|events|event-|assert|string-decoder|buffer|url|util|stream)/
/** Files in these groups. */
const COUNT = 154
const COUNT_IN_GATE = 24
/** What fails, and why. A file that starts to pass must leave this list; any other that fails is a fault. */
const KNOWN_FAILURES: Readonly<Record<string, string>> = {
  'test-stream-pipeline-http2.js': 'HTTP/2 is not shipped',
  'test-util-format.js': 'the engine alone knows the class of an object without a prototype',
}
const LIMIT_MS = patience(60_000)

interface Entry {
  readonly name: string
  readonly flags: string
}

const archive = await commands.readFile(ARCHIVE, 'base64').catch((error: unknown) => {
  // Only its absence is no fault.
  if (String(error).includes('ENOENT')) return undefined
  throw error
})
const files = archive === undefined ? {} : unzipSync(Uint8Array.from(atob(archive), (c) => c.charCodeAt(0)))
const index = files['test/index.json']
const entries = (index ? (JSON.parse(new TextDecoder().decode(index)) as Entry[]) : []).filter(({ name }) =>
  GROUPS.test(name),
)

describe.skipIf(archive === undefined)("Node's own tests", () => {
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
