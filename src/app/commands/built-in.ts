/** The commands of the program itself, in the order of the palette. */
import { AGENT_COMMANDS } from './built-in/agent-commands.ts'
import { HELP_COMMANDS } from './built-in/help-commands.ts'
import { SESSION_COMMANDS } from './built-in/session-commands.ts'
import { VIEW_COMMANDS } from './built-in/view-commands.ts'
import { WORKSPACE_COMMANDS } from './built-in/workspace-commands.ts'
import type { Command } from './contract.ts'

export const BUILT_IN_COMMANDS: readonly Command[] = [
  ...SESSION_COMMANDS,
  ...AGENT_COMMANDS,
  ...WORKSPACE_COMMANDS,
  ...VIEW_COMMANDS,
  ...HELP_COMMANDS,
]
