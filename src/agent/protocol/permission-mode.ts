/** How far the agent goes without asking. */
import { z } from 'zod'

export const PERMISSION_MODES = [
  'default',
  'acceptEdits',
  'plan',
  'auto',
  'dontAsk',
  'bypassPermissions',
] as const
export const permissionMode = z.enum(PERMISSION_MODES)
export type PermissionMode = z.infer<typeof permissionMode>
