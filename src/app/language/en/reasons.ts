import { agentReasons } from '../agent-reasons.ts'
import { area, type Translation } from '../language.svelte.ts'

export const reasons = area<Translation<typeof agentReasons>>('reasons', agentReasons)
