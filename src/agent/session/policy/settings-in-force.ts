/**
 * The user's settings with the deployment's policy over them. All that reads settings for a run, for the page or for the sandbox's
 * programs reads them here; backups alone have the user's own.
 */
import { fail, ok } from '../../../sandbox/contract/errors.ts'
import type { Result } from '../../../sandbox/contract/errors.ts'
import type { PolicyInForce } from '../../protocol/calls/policy.ts'
import type { PermissionMode } from '../../protocol/permission-modes.ts'
import type { Settings } from '../../protocol/settings.ts'
import { isFields } from '../shapes/fields.ts'
import type { SettingsStore } from '../store/settings-store.ts'
import type { DeploymentPolicy } from './deployment-policy.ts'
import { mayBeAsked, modelRefusal } from './model-names.ts'

const MODELS = [
  'model',
  'fallbackModel',
  'advisorModel',
  'classifierModel',
  'memoryModel',
] as const satisfies (keyof Settings)[]

export class SettingsInForce {
  readonly #stored: Pick<SettingsStore, 'read' | 'update'>
  readonly #policy: Pick<DeploymentPolicy, 'inForce'>

  constructor(stored: Pick<SettingsStore, 'read' | 'update'>, policy: Pick<DeploymentPolicy, 'inForce'>) {
    this.#stored = stored
    this.#policy = policy
  }

  /** Undefined where nothing is set for all users. */
  policy(): Promise<PolicyInForce | undefined> {
    return this.#policy.inForce()
  }

  async read(): Promise<Settings> {
    const [stored, policy] = await Promise.all([this.#stored.read(), this.policy()])
    return policy ? governed(stored, policy) : stored
  }

  /** Refuses the whole change when the policy sets one of its fields otherwise, naming it. */
  async update(change: unknown): Promise<Result<Settings>> {
    const policy = await this.policy()
    if (!policy) return this.#stored.update(change)
    if (!isFields(change)) return this.#stored.update(change)
    const now = governed(await this.#stored.read(), policy)
    for (const [name, value] of Object.entries(change)) {
      const problem = changeProblem(name, value, now, policy)
      if (problem !== undefined)
        return fail('not_permitted', `The setting "${name}" was not changed. ${problem}`, {
          hint: WHOM_TO_ASK,
        })
    }
    // The user's own values stay, for when the policy no longer sets them.
    const own = Object.entries(change).filter(([name]) => !isSet(name, policy))
    const updated = await this.#stored.update(Object.fromEntries(own))
    return updated.ok ? ok(governed(updated.value, policy)) : updated
  }
}

const WHOM_TO_ASK = 'Ask whoever runs this deployment.'

/** The models that a run with these settings may ask. */
export function modelsOf(settings: Pick<Settings, (typeof MODELS)[number]>): readonly string[] {
  return MODELS.map((name) => settings[name]).filter((model) => model !== '')
}

/** Why nobody may enter that mode; undefined where it is open. */
export function closedModeProblem(mode: unknown, policy: PolicyInForce | undefined): string | undefined {
  const isClosed = policy?.closedModes.some((closed) => closed === mode)
  return isClosed
    ? `The policy of this deployment (${policy?.address}) closes the mode "${String(mode)}".`
    : undefined
}

function governed(stored: Settings, policy: PolicyInForce): Settings {
  const allowBypass = stored.allowBypass && !policy.closedModes.includes('bypassPermissions')
  const wanted = policy.defaultMode ?? stored.permissionMode
  return {
    ...stored,
    ...policy.fixed,
    allowBypass,
    permissionMode: openMode(wanted, { allowBypass, policy }),
  }
}

function openMode(
  mode: PermissionMode,
  { allowBypass, policy }: { readonly allowBypass: boolean; readonly policy: PolicyInForce },
): PermissionMode {
  const isOpen = !policy.closedModes.includes(mode) && (mode !== 'bypassPermissions' || allowBypass)
  return isOpen ? mode : 'default'
}

/** The policy's value is the one in force, whatever the user's own is. */
function isSet(name: string, { fixed, closedModes, defaultMode }: PolicyInForce): boolean {
  if (name === 'allowBypass') return closedModes.includes('bypassPermissions')
  return name === 'permissionMode' ? defaultMode !== undefined : Object.hasOwn(fixed, name)
}

function changeProblem(
  name: string,
  value: unknown,
  now: Settings,
  policy: PolicyInForce,
): string | undefined {
  // A name that is none of a setting is the store's to refuse.
  const isSame = JSON.stringify(Object.getOwnPropertyDescriptor(now, name)?.value) === JSON.stringify(value)
  if (isSame) return undefined
  if (isSet(name, policy)) return `The policy of this deployment (${policy.address}) sets it.`
  if (name === 'permissionMode') return closedModeProblem(value, policy)
  const isModel = MODELS.some((model) => model === name)
  if (!isModel || typeof value !== 'string' || value === '' || mayBeAsked(value, policy)) return undefined
  return modelRefusal(value, policy)
}
