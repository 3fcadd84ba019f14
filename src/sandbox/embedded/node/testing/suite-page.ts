/** The page in which `npm run conformance node` runs Node's own tests: see `scripts/lib/conformance/node-suite.mjs`. */
import { createMachine } from './run-program.ts'

/** Milliseconds that one file may take. */
const LIMIT_MS = 60_000

interface SuiteOutcome {
  readonly exitCode: number
  /** Standard error, then standard output. */
  readonly said: string
  readonly ms: number
}

/** Functions that the runner calls. */
interface SuitePage {
  runNodeTest(name: string, flags: string): Promise<SuiteOutcome>
  writeSuiteFile(path: string, base64: string): void
}

const machine = createMachine()

const page: SuitePage = {
  writeSuiteFile: (path, base64) => {
    const whole = `/workspace/${path}`
    machine.vfs.mkdir(whole.slice(0, whole.lastIndexOf('/')), 0o755, true)
    machine.vfs.writeFile(
      whole,
      Uint8Array.from(atob(base64), (character) => character.charCodeAt(0)),
    )
  },
  runNodeTest: async (name, flags) => {
    const args = [...flags.split(/\s+/).filter(Boolean), `test/parallel/${name}`]
    const env = { TEST_THREAD_ID: name, PATH: '/usr/local/bin:/usr/bin:/bin', HOME: '/home/user' }
    const startedAt = performance.now()
    const { out, err, exitCode } = await machine.node(args, env, LIMIT_MS)
    return { exitCode, said: err + out, ms: Math.round(performance.now() - startedAt) }
  },
}
Object.assign(globalThis, page)
