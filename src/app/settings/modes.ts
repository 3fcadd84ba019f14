/** The permission modes as people read them. */
import type { PermissionMode } from '../../agent/protocol/events.ts'

export const MODE_NAMES: Readonly<Record<PermissionMode, string>> = {
  default: 'Ask when needed',
  acceptEdits: 'Accept edits',
  plan: 'Plan only',
  auto: 'Ask a classifier first',
  dontAsk: 'Deny instead of asking',
  bypassPermissions: 'Never ask',
}
