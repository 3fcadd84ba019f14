/** Mounts the whole screen on a fake agent, and takes it down again. */
import { mount, unmount } from 'svelte'
import '../theme.css'
import App from '../screen/App.svelte'
import { AppModel } from '../app-model.svelte.ts'
import { setLanguage } from '../language/language.svelte.ts'
import { createFakeAgent } from './fake-agent/create-fake-agent.ts'
import type { FakeAgent } from './fake-agent/fake-agent.ts'

interface MountedApp {
  readonly fake: FakeAgent
  readonly app: AppModel
  /** Resolves when the session of the address is open. */
  readonly started: Promise<void>
}

let close: (() => Promise<void>) | undefined

/** `prepare` runs before the page connects. The sandbox is ready unless told otherwise. */
export function mountApp(
  prepare: (fake: FakeAgent) => void = () => undefined,
  { address = '/', sandbox = true }: { address?: string; sandbox?: boolean } = {},
): MountedApp {
  const fake = createFakeAgent(Date.now())
  prepare(fake)
  const target = document.createElement('div')
  target.id = 'app'
  document.body.append(target)
  const app = new AppModel(fake.agent, new URL(address, location.origin).href)
  const component = mount(App, { target, props: { app } })
  close = async () => {
    await unmount(component)
    app.workspace.files.keepNow()
    target.remove()
  }
  const started = app.start(fake).then(() => {
    if (sandbox) fake.notice({ type: 'sandbox', state: { status: 'ready', backend: 'embedded' } })
  })
  return { fake, app, started }
}

/** For `afterEach`: the next test finds an empty page. */
export async function unmountApp(): Promise<void> {
  await close?.()
  close = undefined
  sessionStorage.clear()
  localStorage.clear()
  delete document.documentElement.dataset.theme
  setLanguage('en', undefined)
  document.documentElement.lang = 'en'
}
