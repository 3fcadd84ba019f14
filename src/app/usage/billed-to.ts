import type { KeyStatus } from '../../agent/protocol/rpc.ts'
import type { Settings } from '../../agent/protocol/settings.ts'

/** Whom requests are billed to from now on, never with the key itself (QUO-18). */
export function billedTo(
  { provider, baseUrl }: Pick<Settings, 'provider' | 'baseUrl'>,
  key: KeyStatus | undefined,
): string {
  if (provider === 'local') return 'The model runs in this tab: nothing is billed.'
  const service = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  if (!key?.present) return `No API key is kept for ${service}: nothing is billed to one.`
  return `Requests are billed by ${service} to your API key${key.hint === '' ? '' : ` that ends in ${key.hint}`}.`
}
