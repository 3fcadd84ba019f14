/** Which permission modes a session may enter, and the order in which a key steps through them. */
import { PERMISSION_MODES, type PermissionMode } from '../../agent/protocol/permission-modes.ts'
import type { AppModel } from '../app-model.svelte.ts'

/** Facts that close modes. */
export interface ModeGate {
  /** The switch of the settings for the mode that never asks. */
  readonly allowBypass: boolean
  /** Closed by the policy of the deployment. */
  readonly closed: readonly PermissionMode[]
}

/** The modes that may be entered, in the order of every list and of the key. */
export function openModes({ allowBypass, closed }: ModeGate): readonly PermissionMode[] {
  return PERMISSION_MODES.filter(
    (mode) => !closed.includes(mode) && (mode !== 'bypassPermissions' || allowBypass),
  )
}

/** The mode after `mode` for the key; undefined where there is no other. The mode that denies is chosen by hand only. */
export function nextMode(mode: PermissionMode, gate: ModeGate): PermissionMode | undefined {
  const steps = openModes(gate).filter((open) => open !== 'dontAsk')
  const at = steps.findIndex((open) => open === mode)
  const next = steps[(at + 1) % steps.length]
  return next === mode ? undefined : next
}

/** The mode of the open session, as it was last asked for. */
export function modeOf({ session, settings, policy }: AppModel): PermissionMode {
  const wanted = [session.mode, policy.inForce?.defaultMode, settings.values?.permissionMode]
  return wanted.find((mode) => mode !== undefined && !policy.closedModes.includes(mode)) ?? 'default'
}

export function gateOf({ settings, policy }: AppModel): ModeGate {
  return { allowBypass: settings.values?.allowBypass ?? false, closed: policy.closedModes }
}
