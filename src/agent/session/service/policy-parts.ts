/** Parts of a service that decide what is in force: the deployment's policy, and the settings under it. */
import { DeploymentPolicy } from '../policy/deployment-policy.ts'
import { SettingsInForce } from '../policy/settings-in-force.ts'
import type { ServiceOptions } from './options.ts'

export type PolicyParts = ReturnType<typeof createPolicyParts>

/** Parts that all others get their settings from. The page names the file when it connects. */
export function createPolicyParts({ network, policyMemory, storedSettings, now }: ServiceOptions) {
  const policy = new DeploymentPolicy({
    fetch: network.fetch,
    // The build lies at the root of its origin; the page has no other base.
    base: `${location.origin}/`,
    memory: policyMemory,
    events: globalThis,
    now,
  })
  return { policy, settingsInForce: new SettingsInForce(storedSettings, policy) }
}
