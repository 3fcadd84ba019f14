/** The store that sessions are shared through, as its form has it. Its secret goes in and never comes out again. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type { ShareStore, ShareStoreStatus } from '../../agent/protocol/calls/sharing.ts'
import { unexpected, type Problem } from '../problem.ts'
import { settings as t } from '../language/en/settings.ts'

export class ShareStoreModel {
  kind = $state<ShareStore['kind'] | 'none'>('none')
  s3 = $state<Omit<Extract<ShareStore, { kind: 's3' }>, 'kind'>>({
    endpoint: '',
    bucket: '',
    region: 'us-east-1',
    prefix: '',
    pathStyle: false,
    accessKeyId: '',
    readers: 'signed',
  })
  put = $state({ url: '', headerName: '' })
  gist = $state({ api: 'https://api.github.com' })
  secret = $state('')
  status = $state.raw<ShareStoreStatus>()
  problem = $state.raw<Problem>()

  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  async load(): Promise<void> {
    try {
      this.#show(await this.#agent.sharing.store())
    } catch (error) {
      this.problem = unexpected(t.readingStore, error)
    }
  }

  /** Keeps what was typed; false when it was refused, which is shown. */
  async save(): Promise<boolean> {
    this.problem = undefined
    try {
      if (this.kind === 'none') {
        if (this.status?.store) await this.forget()
        return true
      }
      const secret = this.secret.trim()
      const kept = await this.#agent.sharing.setStore(
        this.#store(this.kind),
        secret === '' ? undefined : secret,
      )
      if (kept.ok) {
        this.secret = ''
        this.status = kept.value
        return true
      }
      this.problem = { message: kept.error.message, hint: kept.error.hint }
    } catch (error) {
      this.problem = unexpected(t.keepingStore, error)
    }
    return false
  }

  async forget(): Promise<void> {
    this.secret = ''
    this.#show(await this.#agent.sharing.forgetStore())
  }

  #store(kind: ShareStore['kind']): ShareStore {
    // A proxy does not cross to the worker.
    if (kind === 's3') return { kind, ...$state.snapshot(this.s3) }
    return kind === 'put' ? { kind, ...$state.snapshot(this.put) } : { kind, ...$state.snapshot(this.gist) }
  }

  #show(status: ShareStoreStatus): void {
    this.status = status
    const { store } = status
    this.kind = store?.kind ?? 'none'
    if (store?.kind === 's3') {
      const { kind: _, ...values } = store
      this.s3 = values
    }
    if (store?.kind === 'put') this.put = { url: store.url, headerName: store.headerName }
    if (store?.kind === 'gist') this.gist = { api: store.api }
  }
}
