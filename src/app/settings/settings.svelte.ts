/** The user's settings as the agent keeps them. A change is shown when the agent has taken it. */
import type { AgentApi } from '../../agent/protocol/calls/agent-api.ts'
import type {
  ConnectionCheck,
  GitTokenStatus,
  HiddenValue,
  KeyStatus,
} from '../../agent/protocol/calls/credentials.ts'
import type { NewProgramKey, ProgramKeyStatus } from '../../agent/protocol/calls/program-keys.ts'
import type { PermissionExplanation } from '../../agent/protocol/calls/permissions.ts'
import type { PermissionRules, Settings } from '../../agent/protocol/settings.ts'
import { unexpected, type Problem } from '../problem.ts'
import { chooseLanguage } from '../language/choose-language.ts'
import { writeLanguage } from '../tab-storage.ts'
import { applyAppearance, keepAppearance } from './appearance.ts'
import { preconnect } from './preconnect.ts'
import { settings as t } from '../language/en/settings.ts'

export class SettingsModel {
  /** Undefined until the agent has told them. */
  values = $state.raw<Settings>()
  key = $state.raw<KeyStatus>()
  /** Names of the extra headers for this provider. */
  extraHeaders = $state.raw<readonly string[]>([])
  gitTokens = $state.raw<readonly GitTokenStatus[]>([])
  hiddenValues = $state.raw<readonly HiddenValue[]>([])
  programKeys = $state.raw<readonly ProgramKeyStatus[]>([])
  /** Allowed always in the workspace of the open session. */
  workspaceRules = $state.raw<readonly string[]>([])
  problem = $state.raw<Problem>()

  /** Nothing is answered until there is one. Most servers of the other protocol run on this machine and want none. */
  readonly needsKey = $derived(this.key?.present === false && this.values?.provider === 'anthropic')

  /** Told which sandbox is wanted, when the agent has said so. */
  onSandbox: (choice: Settings['sandbox']) => void = () => undefined

  readonly #agent: AgentApi

  constructor(agent: AgentApi) {
    this.#agent = agent
  }

  async load(): Promise<void> {
    try {
      const [values, gitTokens, hiddenValues, programKeys] = await Promise.all([
        this.#agent.settings.read(),
        this.#agent.credentials.gitTokens(),
        this.#agent.credentials.hiddenValues(),
        this.#agent.credentials.programKeys(),
        this.#loadCredentials(),
      ])
      this.gitTokens = gitTokens
      this.hiddenValues = hiddenValues
      this.programKeys = programKeys
      this.#show(values)
      preconnect(values.baseUrl, this.key?.present === true)
    } catch (error) {
      this.problem = unexpected(t.readingSettings, error)
    }
  }

  /** The failure, when the change was refused. */
  async update(change: Partial<Settings>): Promise<Problem | undefined> {
    try {
      const result = await this.#agent.settings.update(change)
      if (!result.ok) return { message: result.error.message, hint: result.error.hint }
      if (change.provider !== undefined) await this.#loadCredentials()
      this.#show(result.value)
      return undefined
    } catch (error) {
      return unexpected(t.savingSettings, error)
    }
  }

  /** Stores a key, or forgets it when it is empty. It is never read back. */
  async setKey(key: string): Promise<Problem | undefined> {
    try {
      const result = await this.#agent.credentials.setApiKey(key)
      if (!result.ok) return { message: result.error.message, hint: result.error.hint }
      this.key = result.value
      return undefined
    } catch (error) {
      return unexpected(t.storingKey, error)
    }
  }

  async testConnection(): Promise<{ checks: readonly ConnectionCheck[]; failure?: Problem }> {
    try {
      return { checks: await this.#agent.credentials.testConnection() }
    } catch (error) {
      return { checks: [], failure: unexpected(t.testingConnection, error) }
    }
  }

  /** Adds or forgets headers; what was not taken of them, or the failure. Values are never read back. */
  async setExtraHeaders(lines: string): Promise<{ dropped: readonly string[]; failure?: Problem }> {
    try {
      const result = await this.#agent.credentials.setExtraHeaders(lines)
      if (!result.ok)
        return { dropped: [], failure: { message: result.error.message, hint: result.error.hint } }
      this.extraHeaders = result.value.names
      return { dropped: result.value.dropped }
    } catch (error) {
      return { dropped: [], failure: unexpected(t.storingHeaders, error) }
    }
  }

  /** A value that is taken out of all that is stored or sent; it is never read back. */
  hideValue(value: string): Promise<Problem | undefined> {
    return this.#changeHidden(t.storingHidden, () => this.#agent.credentials.hideValue(value))
  }

  forgetHidden(id: string): Promise<Problem | undefined> {
    return this.#changeHidden(t.forgettingHidden, () => this.#agent.credentials.forgetHidden(id))
  }

  async #changeHidden(
    what: string,
    change: () => ReturnType<AgentApi['credentials']['hideValue']>,
  ): Promise<Problem | undefined> {
    try {
      const result = await change()
      if (!result.ok) return { message: result.error.message, hint: result.error.hint }
      this.hiddenValues = result.value
      return undefined
    } catch (error) {
      return unexpected(what, error)
    }
  }

  /** Keeps a token for a git host, or forgets it when it is empty. It is never read back. */
  async setGitToken(host: string, token: string): Promise<Problem | undefined> {
    try {
      const result = await this.#agent.credentials.setGitToken(host, token)
      if (!result.ok) return { message: result.error.message, hint: result.error.hint }
      this.gitTokens = result.value
      return undefined
    } catch (error) {
      return unexpected(t.storingToken, error)
    }
  }

  /** Keeps a key for programs, which see a placeholder. It is never read back. */
  async setProgramKey(key: NewProgramKey): Promise<Problem | undefined> {
    try {
      const result = await this.#agent.credentials.setProgramKey(key)
      if (!result.ok) return { message: result.error.message, hint: result.error.hint }
      this.programKeys = result.value
      return undefined
    } catch (error) {
      return unexpected(t.storingKey, error)
    }
  }

  async forgetProgramKey(name: string): Promise<Problem | undefined> {
    try {
      this.programKeys = await this.#agent.credentials.forgetProgramKey(name)
      return undefined
    } catch (error) {
      return unexpected(t.storingKey, error)
    }
  }

  /** The permission decision for a call that the user has typed. */
  async explainText(text: string): Promise<PermissionExplanation> {
    try {
      return await this.#agent.permissions.explainText(text)
    } catch (error) {
      return {
        behavior: 'deny',
        source: 'error',
        reason: unexpected(t.askingDecision, error).message,
      }
    }
  }

  /** Warnings about typed rules: invalid ones, and ones that allow nothing. */
  async checkRules(rules: PermissionRules): Promise<readonly string[]> {
    return this.#agent.permissions.checkRules(rules).catch(() => [])
  }

  /** Loads the rules of the open session's workspace. */
  async loadWorkspace(): Promise<void> {
    this.workspaceRules = (await this.#agent.permissions.workspaceRules().catch(() => undefined))?.allow ?? []
  }

  async forgetWorkspaceRule(rule: string): Promise<void> {
    const left = await this.#agent.permissions.forgetWorkspaceRule(rule)
    if (left.ok) this.workspaceRules = left.value.allow
  }

  /** Loads the state of the current provider's key and headers. */
  async #loadCredentials(): Promise<void> {
    const [key, headers] = await Promise.all([
      this.#agent.credentials.keyStatus(),
      this.#agent.credentials.extraHeaders(),
    ])
    this.key = key
    this.extraHeaders = headers.names
  }

  #show(values: Settings): void {
    if (values.sandbox !== this.values?.sandbox) this.onSandbox(values.sandbox)
    const before = this.values
    this.values = values
    keepAppearance(values)
    applyAppearance(values)
    if (values.language !== before?.language) {
      writeLanguage(values.language)
      void chooseLanguage(values.language)
    }
  }
}
