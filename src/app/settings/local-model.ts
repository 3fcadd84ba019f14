/** A model on this machine, for whoever has neither key nor account. */
import type { Settings } from '../../agent/protocol/settings.ts'
import { isOnThisDevice } from '../loopback.ts'

/** Of the servers that people run the one that most do; its address and model are theirs to change. */
const OLLAMA = { provider: 'openai', baseUrl: 'http://localhost:11434/v1', model: 'qwen3-coder' } as const

/** What changes; nothing where one is chosen already. */
export function localModel({ baseUrl }: Pick<Settings, 'baseUrl'>): Partial<Settings> {
  return isOnThisDevice(baseUrl) ? {} : OLLAMA
}
