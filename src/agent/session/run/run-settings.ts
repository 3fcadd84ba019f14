/** Settings, permissions and keys of a run: those in force, with the open session's own mode. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { resolve } from '../../../sandbox/contract/path.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { Credentials } from '../../model/contract.ts'
import type { PermissionState, RuleSet } from '../../permission/contract.ts'
import type { PermissionMode } from '../../protocol/permission-modes.ts'
import type { Provider, Settings } from '../../protocol/settings.ts'
import { underPolicy } from '../policy/rules-in-force.ts'
import { closedModeProblem } from '../policy/settings-in-force.ts'
import type { SettingsInForce } from '../policy/settings-in-force.ts'
import { grantsIn } from '../project/project-trust.ts'
import type { PendingPermissions } from '../asking/pending-permissions.ts'
import type { Session } from '../log/session.ts'
import type { CredentialStore } from '../secrets/credential-store.ts'
import { NO_RULES } from '../workspace/workspace-store.ts'
import type { SaidOfWorkspace } from '../workspace/workspace-record.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'

export interface RunSettingsOptions {
  readonly session: () => Session | undefined
  readonly pendingPermissions: PendingPermissions
  readonly settingsInForce: Pick<SettingsInForce, 'read' | 'policy'>
  readonly credentials: Pick<CredentialStore, 'credentials'>
  readonly workspaces: WorkspaceStore
  /** Whether the project's memory is switched on. */
  readonly remembers: (project: SaidOfWorkspace['project']) => Promise<boolean>
  /** The mode has changed. Resolves when that holds. */
  readonly onChanged: () => Promise<void>
}

export class RunSettings {
  readonly #options: RunSettingsOptions
  /** Mode of the open session, once it was changed in this tab. */
  #mode: PermissionMode | undefined

  constructor(options: RunSettingsOptions) {
    this.#options = options
  }

  /** The settings with this session's own mode. */
  async now(): Promise<Settings> {
    const { settingsInForce, session } = this.#options
    const [settings, policy] = await Promise.all([settingsInForce.read(), settingsInForce.policy()])
    const mode = this.#mode ?? session()?.facts.mode
    if (closedModeProblem(mode, policy) !== undefined) return { ...settings, permissionMode: 'default' }
    const allowed = mode !== 'bypassPermissions' || settings.allowBypass
    return mode !== undefined && allowed ? { ...settings, permissionMode: mode } : settings
  }

  /** Sets the mode of the open session, which its log stores. */
  async setMode(mode: PermissionMode): Promise<Result<void>> {
    const { settingsInForce } = this.#options
    const closed = closedModeProblem(mode, await settingsInForce.policy())
    if (closed !== undefined) return fail('not_permitted', closed)
    const { allowBypass } = await settingsInForce.read()
    if (mode === 'bypassPermissions' && !allowBypass) {
      return fail('not_permitted', 'The mode "bypassPermissions" needs its switch in the settings.')
    }
    const session = this.#options.session()
    if (session?.role !== 'leader') return fail('not_permitted', 'This session is led by another tab.')
    this.#mode = mode
    await session.append({ type: 'mode_changed', mode })
    await this.#options.onChanged()
    return ok(undefined)
  }

  /** Another session is opened. */
  forget(): void {
    this.#mode = undefined
  }

  async permission(settings: Settings, sandbox: Sandbox): Promise<PermissionState> {
    const { settingsInForce, workspaces, remembers } = this.#options
    const [{ contained }, said, policy] = await Promise.all([
      sandbox.describe(),
      workspaces.said(),
      settingsInForce.policy(),
    ])
    const hasMemory = settings.memory && (await remembers(said.project))
    return {
      mode: settings.permissionMode,
      allowBypass: settings.allowBypass,
      sandboxAutoAllow: settings.sandboxAutoAllow,
      ruleSets: underPolicy(this.#ruleSets(settings.rules, said), policy),
      onlyPolicyAllows: policy?.onlyItsAllows ?? false,
      locks: (said.locks ?? []).map((path) => resolve(path)),
      contained,
      canAsk: true,
      ...(hasMemory && { memory: settings.askBeforeRemembering ? 'ask' : 'allow' }),
    }
  }

  /** All that speak now; those of the workspace are the person's own, too. */
  async ruleSets(own: Settings['rules']): Promise<readonly RuleSet[]> {
    const { settingsInForce, workspaces } = this.#options
    const [said, policy] = await Promise.all([workspaces.said(), settingsInForce.policy()])
    return underPolicy(this.#ruleSets(own, said), policy)
  }

  #ruleSets(own: Settings['rules'], { rules, trust }: SaidOfWorkspace): readonly RuleSet[] {
    const trusted = grantsIn(trust)
    return [
      { source: 'workspace', rules: rules ?? NO_RULES },
      { source: 'user', rules: own },
      { source: 'session', rules: this.#options.pendingPermissions.grants },
      { source: 'project', rules: trusted.project },
      { source: 'local', rules: trusted.local },
    ]
  }

  credentials(provider: Provider): Promise<Credentials> {
    return this.#options.credentials.credentials(provider)
  }
}
