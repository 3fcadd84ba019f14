/** Settings and permission of one run: read once as it begins, and again only after a change of something that they depend on. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import type { PermissionState } from '../../permission/contract.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { RunSettings } from './run-settings.ts'

/** A value, and the number of changes that it has seen. */
interface AsOf<T> {
  readonly changes: number
  readonly value: T
}

/** Settings and permission of a run at any moment. */
export interface PolicyInForce {
  readonly settings: Settings
  readonly permission: PermissionState
  /** Resolves when all changes so far are seen. */
  settled(): Promise<void>
}

export class RunPolicy implements PolicyInForce {
  readonly #source: Pick<RunSettings, 'now' | 'permission'>
  #changes = 0
  #sandbox: Sandbox | undefined
  #settings: AsOf<Settings> | undefined
  #permission: AsOf<PermissionState> | undefined
  /** Reads follow one another: none can put back what a later one has read. */
  #reading: Promise<void> = Promise.resolve()

  constructor(source: Pick<RunSettings, 'now' | 'permission'>) {
    this.#source = source
  }

  /** Reads the settings, which do not depend on the sandbox. */
  async begin(): Promise<Settings> {
    await this.#catchUp()
    return this.settings
  }

  /** Computes the permission in this sandbox, where the run's calls go. */
  attach(sandbox: Sandbox): Promise<void> {
    this.#sandbox = sandbox
    return this.#catchUp()
  }

  /** Something that they depend on has changed. Resolves when the next call is decided by it. */
  changed(): Promise<void> {
    this.#changes++
    return this.#catchUp()
  }

  /** Resolves when all changes so far are seen. */
  settled(): Promise<void> {
    return this.#catchUp()
  }

  get settings(): Settings {
    if (this.#settings === undefined) throw new Error('The settings of the run were not read.')
    return this.#settings.value
  }

  get permission(): PermissionState {
    if (this.#permission === undefined) throw new Error('The permission of the run was not computed.')
    return this.#permission.value
  }

  /** A read that failed rejects for its caller; the next one is made all the same. */
  #catchUp(): Promise<void> {
    const before = this.#reading.catch(() => undefined)
    this.#reading = before.then(() => this.#read())
    return this.#reading
  }

  async #read(): Promise<void> {
    const changes = this.#changes
    if (this.#settings?.changes !== changes) {
      this.#settings = { changes, value: await this.#source.now() }
    }
    if (this.#sandbox === undefined || this.#permission?.changes === changes) return
    const value = await this.#source.permission(this.#settings.value, this.#sandbox)
    this.#permission = { changes, value }
  }
}
