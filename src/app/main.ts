/** The page's entry: shows the composer, then starts the agent's worker and the sandbox's frame behind it. */
import { mount } from 'svelte'
import type { KeepMessage } from '../offline/keep-message.ts'
import App from './App.svelte'
import { createAgentClient } from './agent-client.ts'
import { AppModel } from './app-model.svelte.ts'
import { applyTheme } from './settings/settings.svelte.ts'
import { MAX_SANDBOX_BOOTS } from './limits.ts'
import { trustScriptUrl } from './trusted-types.ts'
import { createVivariumApi } from './vivarium-api.ts'

applyTheme()
const client = createAgentClient()
const app = new AppModel(client.agent, location.href)
mount(App, { target: document.getElementById('app') ?? document.body, props: { app } })
window.vivarium = createVivariumApi(__APP_VERSION__, client.agent, app.session)
// What the start-up benchmark counts up to.
performance.mark('composer-ready')

// The composer is on the screen before anything else loads.
requestAnimationFrame(() => {
  void Promise.all([app.start(client), startSandbox()]).then(keepForOffline)
})
addEventListener('hashchange', () => void app.followAddress(location.href))

/** Boots the sandbox, and again when it dies; a frame that keeps dying is given up. */
async function startSandbox(boots = 1): Promise<void> {
  const onDead = (message: string) => {
    if (!up) return
    if (boots < MAX_SANDBOX_BOOTS) void startSandbox(boots + 1)
    else void attach(null, { message, hint: 'Reload the page. Your files are kept.' })
  }
  let up = false
  try {
    const { bootSandbox } = await import('../sandbox/frame/boot.ts')
    const outcome = await bootSandbox({ sandboxOrigin: sandboxOrigin(), onDead })
    up = outcome.ok
    if (!outcome.ok) return await attach(null, { message: outcome.message, hint: outcome.hint })
    void outcome.frame.preview.then((origin) => (app.preview.origin = origin))
    await attach(outcome.frame.port)
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    await attach(null, { message, hint: 'Check the network, then reload the page.' })
  }
}

async function attach(port: MessagePort | null, failure?: { message: string; hint: string }): Promise<void> {
  try {
    await client.agent.attachSandbox(port, failure)
  } catch (error) {
    // Without the worker there is nobody to attach to, and the screen says so already.
    console.info('The sandbox could not be handed over:', error)
  }
}

/** The page then opens without a network, too. Some browsers refuse it in private windows: all else works. */
async function keepForOffline(): Promise<void> {
  if (import.meta.env.DEV) return
  try {
    await navigator.serviceWorker.register(trustScriptUrl('/service-worker.js'))
    if (!app.preview.inlined) return
    const { active } = await navigator.serviceWorker.ready
    // Spelt out: a module shared with the service worker would be one that it has to import.
    active?.postMessage({ type: 'vivarium-keep' } satisfies KeepMessage)
  } catch (error) {
    console.info('The page is not kept for offline use:', error)
  }
}

/** Where the server says that the sandbox is; undefined where there is one origin only. */
function sandboxOrigin(): string | undefined {
  const told = document.querySelector<HTMLMetaElement>('meta[name="vivarium-sandbox-origin"]')?.content
  return told ? new URL(told, location.href).origin : undefined
}
