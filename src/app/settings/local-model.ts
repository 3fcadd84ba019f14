/** A model on this machine, for whoever has neither key nor account. */
import type { Settings } from '../../agent/protocol/settings.ts'
import { isOnThisDevice } from '../loopback.ts'

/** The most common local server; the user can change its address and model. */
const OLLAMA = { provider: 'openai', baseUrl: 'http://localhost:11434/v1', model: 'qwen3-coder' } as const

/** Settings to change; none if a local model is chosen already. */
export function localModel({ baseUrl }: Pick<Settings, 'baseUrl'>): Partial<Settings> {
  return isOnThisDevice(baseUrl) ? {} : OLLAMA
}
