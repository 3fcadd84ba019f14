/** Starts a server in the sandbox and waits until the preview can show it. */
import type { Workbench } from './workbench.ts'

/** Resolves once the program, kept as `server.js`, has printed something. */
export async function serve(workbench: Workbench, program: string): Promise<void> {
  await workbench.page.evaluate((text) => window.vivarium.sandbox.writeFile('server.js', text), program)
  await workbench.exec('node server.js > log 2>&1 & until [ -s log ]; do sleep 0.1; done')
}
