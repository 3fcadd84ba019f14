/**
 * The page's first script: small, and fetched beside the rest (scripts/lib/build/early-script.mjs), so that the agent and the
 * sandbox load in threads of their own while the page's own script is compiled and makes the screen.
 */
import { loadAgentWorker } from './agent-worker.ts'
import { backendOf, bootEmbedded } from './embedded-sandbox.ts'
import { languageOf, loadCatalogue } from '../language/languages.ts'
import { readLanguage, readSandboxChoice } from '../tab-storage.ts'

/** The one that takes longest first. Undefined when another sandbox was chosen the last time. */
export const earlySandbox = backendOf(readSandboxChoice()) === 'embedded' ? bootEmbedded() : undefined
export const agentWorker = loadAgentWorker()
// The page's own script requests the catalogue again, and reports a failure.
loadCatalogue(languageOf(readLanguage(), navigator.languages))?.catch(() => undefined)
