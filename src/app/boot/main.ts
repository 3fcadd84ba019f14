/** The page's entry: shows the composer while the agent's worker and the sandbox load. */
import { mount } from 'svelte'
import type { BuildLock } from '../../offline/build.ts'
import type { KeepMessage } from '../../offline/keep-message.ts'
import App from '../screen/App.svelte'
import { createAgentClient } from './agent-client.ts'
import { AppModel } from '../app-model.svelte.ts'
import { agentWorker, earlySandbox } from './early.ts'
import { chooseLanguage, followBrowserLanguages } from '../language/choose-language.ts'
import { prefetchWhenIdle } from '../lazy.ts'
import { LANGUAGE_WAIT_MS } from '../limits.ts'
import { meta } from './meta.ts'
import { pause } from '../pause.ts'
import { applyAppearance, followSystemContrast } from '../settings/appearance.ts'
import { SandboxStarter } from './start-sandbox.ts'
import { trustScriptUrl } from './trusted-types.ts'
import { createVivariumApi } from '../vivarium-api.ts'

/** Milliseconds for which the screen waits for a thread that may not come. */
const THREAD_WAIT_MS = 60
/** Milliseconds after the start until what is not needed for it is fetched and kept: the first command has the processor. */
const REST_AFTER_MS = 1_500

applyAppearance()
const worded = chooseLanguage()
followBrowserLanguages()
followSystemContrast()
const client = createAgentClient(agentWorker)
const app = new AppModel(client.agent, location.href)
const sandbox = new SandboxStarter(client.agent, app, earlySandbox)
app.connection.updateSandbox = (step) => sandbox.update(step)
app.settings.onSandbox = (choice) => void sandbox.choose(choice)
void showScreen()
addEventListener('hashchange', () => void app.followAddress(location.href))

/**
 * Making the screen takes longer than anything else here: the agent's thread, which takes longer still, begins before it,
 * and has been asked all that the start needs. Not at the top of this file: other scripts import from the same chunk, and
 * would wait with it.
 */
async function showScreen(): Promise<void> {
  // No wait in English. Another language was asked for by the page's first script; without it the page begins in English.
  const wordsOrLate = Promise.race([worded, pause(LANGUAGE_WAIT_MS)])
  await Promise.race([agentWorker.running, agentWorker.broken, pause(THREAD_WAIT_MS)])
  await wordsOrLate
  const started = Promise.all([app.start(client), sandbox.start()])
  mount(App, { target: document.getElementById('app') ?? document.body, props: { app } })
  window.vivarium = createVivariumApi(__APP_VERSION__, client.agent, app.session)
  // The start-up benchmark measures up to here.
  performance.mark('composer-ready')
  await started
  if (!import.meta.env.DEV) holdBuild()
  await pause(REST_AFTER_MS)
  prefetchWhenIdle()
  await keepForOffline()
}

/** Keeps the files of this build cached while the page is open. */
function holdBuild(): void {
  const lock: BuildLock = `vivarium-build-${meta('vivarium-build') ?? ''}`
  // Refused where nothing is kept, so that nothing of another build can be in the way.
  navigator.locks
    .request(lock, { mode: 'shared' }, () => new Promise<never>(() => undefined))
    .catch(() => undefined)
}

/** The page then opens without a network, too. Some browsers refuse it in private windows: all else works. */
async function keepForOffline(): Promise<void> {
  if (import.meta.env.DEV) return
  try {
    const container = navigator.serviceWorker
    app.connection.watch(container, await container.register(trustScriptUrl('/service-worker.js')))
    if (!app.preview.inlined) return
    const { active } = await container.ready
    // Spelt out: a module shared with the service worker would be one that it has to import.
    active?.postMessage({ type: 'vivarium-keep' } satisfies KeepMessage)
  } catch (error) {
    console.info('The page is not kept for offline use:', error)
  }
}
