/** Settings, permissions and keys of a run: the stored ones, overridden by the open session's own. */
import type { Sandbox } from '../../../sandbox/contract/contract.ts'
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import { resolve } from '../../../sandbox/contract/path.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { Credentials } from '../../model/contract.ts'
import type { PermissionState, RuleSet } from '../../permission/contract.ts'
import type { PermissionMode } from '../../protocol/permission-mode.ts'
import type { Provider, Settings } from '../../protocol/settings.ts'
import { grantsIn } from '../project/project-trust.ts'
import type { PendingPermissions } from '../asking/pending-permissions.ts'
import type { Session } from '../log/session.ts'
import type { CredentialStore } from '../secrets/credential-store.ts'
import type { SettingsStore } from '../store/settings-store.ts'
import { NO_RULES } from '../workspace/workspace-store.ts'
import type { SaidOfWorkspace } from '../workspace/workspace-record.ts'
import type { WorkspaceStore } from '../workspace/workspace-store.ts'

export interface RunSettingsOptions {
  readonly session: () => Session | undefined
  readonly pendingPermissions: PendingPermissions
  readonly storedSettings: Pick<SettingsStore, 'read'>
  readonly credentials: Pick<CredentialStore, 'credentials'>
  readonly workspaces: WorkspaceStore
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
    const settings = await this.#options.storedSettings.read()
    const mode = this.#mode ?? this.#options.session()?.facts.mode
    const allowed = mode !== 'bypassPermissions' || settings.allowBypass
    return mode !== undefined && allowed ? { ...settings, permissionMode: mode } : settings
  }

  /** Sets the mode of the open session, which its log stores. */
  async setMode(mode: PermissionMode): Promise<Result<void>> {
    const { allowBypass } = await this.#options.storedSettings.read()
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
    const [{ contained }, said] = await Promise.all([sandbox.describe(), this.#options.workspaces.said()])
    return {
      mode: settings.permissionMode,
      allowBypass: settings.allowBypass,
      sandboxAutoAllow: settings.sandboxAutoAllow,
      ruleSets: this.#ruleSets(settings.rules, said),
      locks: (said.locks ?? []).map((path) => resolve(path)),
      contained,
      canAsk: true,
    }
  }

  /** All that speak now; those of the workspace are the person's own, too. */
  async ruleSets(own: Settings['rules']): Promise<readonly RuleSet[]> {
    return this.#ruleSets(own, await this.#options.workspaces.said())
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
