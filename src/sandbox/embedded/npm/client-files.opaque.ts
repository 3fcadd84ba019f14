/** In an opaque frame all that a shell may load comes with it, and npm's client would make that three times as large. */
import { CommandError } from '../../contract/command-error.ts'

/** Throws always. */
export function clientFiles(): Promise<never> {
  throw new CommandError(
    'npm: its client is not available here: the sandbox has no origin of its own, and so cannot load it later. Scripts (npm run, npm test) and installed programs (npx) work; import the project with its node_modules.',
  )
}
