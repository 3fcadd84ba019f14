/** Which sandbox there is: the one that the setting names, and the embedded one when that cannot be had. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { Settings } from '../../agent/protocol/settings.ts'
import type { UpdateStep } from '../../sandbox/frame/protocol.ts'
import type { SandboxFrame } from '../../sandbox/frame/sandbox-frame.ts'
import type { ContainerPreviews } from '../../sandbox/webcontainer/container-previews.ts'
import type { Result } from '../../sandbox/contract/errors.ts'
import type { AppModel } from '../app-model.svelte.ts'
import { backendOf, bootEmbedded } from './embedded-sandbox.ts'
import type { Backend, EmbeddedSandbox } from './embedded-sandbox.ts'
import { MAX_SANDBOX_BOOTS } from '../limits.ts'
import { meta } from './meta.ts'
import { readSandboxChoice, writeSandboxChoice } from '../tab-storage.ts'
import { screen as t } from '../language/en/screen.ts'

type Choice = Settings['sandbox']

/** A back end that has been booted and that nobody has attached yet. */
interface Booted {
  readonly backend: Backend
  readonly port: MessagePort
  /** Ends what the port alone does not. */
  readonly dispose: () => void
  readonly update?: SandboxFrame['update']
  /** Addresses of its programs' pages; else its frame reports them. */
  readonly previews?: ContainerPreviews
}

interface Failure {
  readonly message: string
  readonly hint: string
}

type BootResult = { ok: true; value: Booted } | { ok: false; error: Failure }

export class SandboxStarter {
  readonly #agent: AgentApi
  readonly #app: AppModel
  #current: Booted | undefined
  #boots = 0
  /** Sandbox booted before the screen was there. */
  #early: EmbeddedSandbox | undefined
  /** Starts and moves come one after the other. */
  #queue: Promise<unknown> = Promise.resolve()

  /** `early` is what boots already, if anything does. */
  constructor(agent: AgentApi, app: AppModel, early: EmbeddedSandbox | undefined) {
    this.#agent = agent
    this.#app = app
    this.#early = early
  }

  /** Boots what was chosen the last time; the setting itself is known only when the agent runs. Never rejects. */
  start(): Promise<void> {
    return this.#next(async () => {
      const booted = await this.#boot(backendOf(readSandboxChoice()))
      if (booted) await this.#attach(booted)
    })
  }

  /** The setting has this value: the workspace moves there, unless it is there. Never rejects. */
  choose(choice: Choice): Promise<void> {
    writeSandboxChoice(choice)
    return this.#next(async () => {
      const backend = backendOf(choice)
      if (this.#current === undefined || this.#current.backend === backend) return
      this.#app.sandboxNotice = undefined
      const booted = await this.#bootOnly(backend)
      if (!booted.ok) {
        this.#tell(booted.error)
        return
      }
      await this.#move(booted.value)
    })
  }

  /** Applies an update step to the sandbox's origin, too. Never rejects. */
  async update(step: UpdateStep): Promise<void> {
    await this.#current?.update?.(step)
  }

  #next(work: () => Promise<void>): Promise<void> {
    const done = this.#queue.then(work).catch((error: unknown) => {
      // Without the worker there is nobody to attach to, and the screen says so already.
      console.info('The sandbox could not be handed over:', error)
    })
    this.#queue = done
    return done
  }

  /** The wanted one or, with a notice, the embedded one; undefined when there is none, which has been said. */
  async #boot(wanted: Backend): Promise<Booted | undefined> {
    const booted = await this.#bootOnly(wanted)
    if (booted.ok) return booted.value
    if (wanted === 'embedded') {
      await this.#agent.connection.attachSandbox(null, booted.error)
      return undefined
    }
    this.#tell(booted.error)
    return this.#boot('embedded')
  }

  async #bootOnly(backend: Backend): Promise<BootResult> {
    const early = this.#early
    this.#early = undefined
    try {
      if (backend === 'webcontainer') return await bootContainer()
      return await this.#bootEmbedded(early ?? bootEmbedded())
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { ok: false, error: { message, hint: t.checkNetwork } }
    }
  }

  async #bootEmbedded(booting: EmbeddedSandbox): Promise<BootResult> {
    this.#boots += 1
    const outcome = await booting.outcome
    if (!outcome.ok) return { ok: false, error: outcome }
    const { frame } = outcome
    void booting.dead.then((message) => this.#next(() => this.#revive(message)))
    void frame.preview.then((origin) => (this.#app.preview.origin = origin))
    const { port, update } = frame
    return { ok: true, value: { backend: 'embedded', port, dispose: () => frame.dispose(), update } }
  }

  /** The frame has died: another takes its place; one that keeps dying is given up. */
  async #revive(message: string): Promise<void> {
    if (this.#current?.backend !== 'embedded') return
    if (this.#boots >= MAX_SANDBOX_BOOTS) {
      await this.#agent.connection.attachSandbox(null, { message, hint: t.filesKept })
      return
    }
    void this.#agent.connection.sandboxLost()
    const booted = await this.#boot('embedded')
    if (booted) await this.#attach(booted)
  }

  async #attach(booted: Booted): Promise<void> {
    this.#become(booted)
    await this.#agent.connection.attachSandbox(booted.port)
  }

  async #move(booted: Booted): Promise<void> {
    const previous = this.#current
    const moved: Result<void> = await this.#agent.connection.moveSandbox(booted.port)
    if (moved.ok) {
      this.#become(booted)
      previous?.dispose()
      return
    }
    booted.dispose()
    const { message, hint = t.chooseAgain } = moved.error
    this.#tell({ message, hint })
  }

  #become(booted: Booted): void {
    this.#current = booted
    const { preview } = this.#app
    booted.previews?.listen({
      onAddresses: (addresses) =>
        (preview.origin = { ok: true, kind: 'hosted', addresses, message: t.noPreviewThere }),
      onError: (port, line) => {
        if (port === preview.port) preview.report({ type: 'vivarium-page-lines', lines: [line], dropped: 0 })
      },
    })
  }

  #tell(failure: Failure): void {
    this.#app.sandboxNotice = { message: failure.message, hint: failure.hint }
  }
}

async function bootContainer(): Promise<BootResult> {
  const origin = meta('vivarium-webcontainer-origin')
  if (!origin) {
    const message = t.noWebContainer
    return { ok: false, error: { message, hint: t.embeddedInstead } }
  }
  const { hostWebContainer } = await import('../../sandbox/webcontainer/host.ts')
  const outcome = await hostWebContainer({ origin })
  if (!outcome.ok) return { ok: false, error: outcome }
  const { port, previews } = outcome
  return { ok: true, value: { backend: 'webcontainer', port, dispose: () => port.close(), previews } }
}
