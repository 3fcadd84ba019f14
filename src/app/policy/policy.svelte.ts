/** The policy of the deployment, as the worker has read it. */
import type { PermissionMode } from '../../agent/protocol/permission-modes.ts'
import type { PolicyInForce, PolicyState } from '../../agent/protocol/calls/policy.ts'
import type { Settings } from '../../agent/protocol/settings.ts'

export class PolicyModel {
  /** None until the worker has read the file. */
  state = $state.raw<PolicyState>({ status: 'none' })

  get inForce(): PolicyInForce | undefined {
    return this.state.status === 'in_force' ? this.state : undefined
  }

  get closedModes(): readonly PermissionMode[] {
    return this.inForce?.closedModes ?? []
  }

  /** The user cannot change that setting. */
  fixes(name: keyof Settings): boolean {
    return Object.hasOwn(this.inForce?.fixed ?? {}, name)
  }
}
