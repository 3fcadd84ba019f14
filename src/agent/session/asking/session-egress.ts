/**
 * A session's egress: the gate with the parts that it asks, and the package registry, which is passed to
 * every command.
 */
import type { EgressDecided, GateOptions } from '../../egress/contract.ts'
import { Gate } from '../../egress/gate.ts'
import { PackageRegistry } from '../../egress/package-registry.ts'
import type { PackageRegistryOptions, ServedRegistry } from '../../egress/package-registry.ts'
import type { RuleSet } from '../../permission/contract.ts'
import type { Redactor } from '../../redact/redactor.ts'
import type { Settings } from '../../protocol/settings.ts'
import type { EgressRequests } from './egress-requests.ts'
import type { PendingPermissions } from './pending-permissions.ts'
import type { Session } from '../log/session.ts'
import type { CredentialStore } from '../secrets/credential-store.ts'
import type { SettingsInForce } from '../policy/settings-in-force.ts'

export type Network = Pick<GateOptions, 'fetch' | 'ownOrigins'> & Pick<PackageRegistryOptions, 'caches'>

export interface SessionEgressOptions {
  readonly network: Network
  readonly settingsInForce: Pick<SettingsInForce, 'read' | 'policy'>
  readonly credentials: CredentialStore
  readonly egressRequests: EgressRequests
  readonly pendingPermissions: PendingPermissions
  readonly redactor: Redactor
  readonly newId: () => string
  readonly session: () => Session | undefined
  /** With the mode of the session. */
  readonly settings: () => Promise<Settings>
  /** The project's variables, as far as the user has trusted it. */
  readonly variables: () => Promise<Readonly<Record<string, string>>>
  readonly ruleSets: (own: Settings['rules']) => Promise<readonly RuleSet[]>
  /** Whether a page is there that could show a question. */
  readonly hasPage: () => boolean
}

export class SessionEgress {
  readonly gate: Gate
  readonly #options: SessionEgressOptions
  readonly #registry: PackageRegistry
  #served: ServedRegistry = { address: '', proxy: '' }

  constructor(options: SessionEgressOptions) {
    this.#options = options
    this.#registry = new PackageRegistry({
      ...options.network,
      setting: async () => (await options.settingsInForce.read()).packageRegistry,
      served: () => this.#served,
    })
    this.gate = new Gate({
      ...options.network,
      registry: this.#registry,
      newId: options.newId,
      now: () => performance.now(),
      permission: () => this.#permission(),
      programKeys: () => options.credentials.programs.keys(),
      unlocked: () => options.credentials.keyring.need(),
      ask: (...question) => options.egressRequests.ask(...question),
      grant: (rule, scope, place) => options.pendingPermissions.grant(rule, scope, place),
      redact: (text) => options.redactor.redact(text),
      seen: (url) => options.egressRequests.seen(url),
      once: {
        add: (reading) => options.egressRequests.allowOnce(reading),
        has: (reading) => options.egressRequests.isAllowedOnce(reading),
      },
      log: (event) => this.#log(event),
      token: (host) => options.credentials.gitToken(host),
    })
  }

  /** Stores the registry that the page's server announces. */
  registryServed(served: ServedRegistry): void {
    this.#served = served
  }

  /** For every command of the sandbox. */
  async environment(): Promise<Readonly<Record<string, string>>> {
    const { settingsInForce, credentials, variables } = this.#options
    const [trusted, settings, programKeys, policy] = await Promise.all([
      variables(),
      settingsInForce.read(),
      credentials.programs.environment(),
      settingsInForce.policy(),
    ])
    const registry = this.#registry.addressBy(settings.packageRegistry)
    return {
      ...identityOf(settings),
      ...trusted,
      ...programKeys,
      ...(registry === undefined ? {} : { npm_config_registry: registry }),
      ...policy?.env,
    }
  }

  async #permission(): ReturnType<GateOptions['permission']> {
    const { hasPage, session, settings, settingsInForce, ruleSets } = this.#options
    const policy = await settingsInForce.policy()
    const { permissionMode: mode, allowBypass, rules } = await settings()
    return {
      mode,
      allowBypass,
      ruleSets: await ruleSets(rules),
      onlyPolicyAllows: policy?.onlyItsAllows ?? false,
      canAsk: hasPage() && session()?.role === 'leader',
    }
  }

  /**
   * Logs a request before its answer is logged, unless nothing can be stored any more, which is shown
   * elsewhere.
   */
  #log(event: EgressDecided): void {
    this.#options
      .session()
      ?.appendSoon(event)
      .catch(() => undefined)
  }
}

/** As programs look for it: whose commits those are of which no configuration says it. */
function identityOf({ gitName, gitEmail }: Settings): Readonly<Record<string, string>> {
  return { ...(gitName === '' ? {} : { NAME: gitName }), ...(gitEmail === '' ? {} : { EMAIL: gitEmail }) }
}
