/** How far the agent goes without asking, as it is stored. */
import { z } from 'zod'
import { PERMISSION_MODES } from './permission-modes.ts'

export const permissionMode = z.enum(PERMISSION_MODES)
