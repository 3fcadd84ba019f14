/** Runs what was typed as a command; the code for it is loaded then. */
import type { AppModel } from '../app-model.svelte.ts'
import { unexpected } from '../problem.ts'
import type { CommandLine } from './command-line.ts'
import { screen as t } from '../language/en/screen.ts'

/** False when it was not run: why not is shown, and what was typed is still the person's. */
export async function runTyped(app: AppModel, line: CommandLine): Promise<boolean> {
  try {
    // The log decides which commands may run. Some can run even if no session can be opened.
    await app.session.shown().catch(() => undefined)
    return await (await import('./run.ts')).runCommandLine(app, line)
  } catch (error) {
    app.session.problem = unexpected(t.loadingCommand(line.name), error)
    return false
  }
}
