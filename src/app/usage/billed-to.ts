import type { KeyStatus } from '../../agent/protocol/calls/credentials.ts'
import type { Settings } from '../../agent/protocol/settings.ts'
import { usage as t } from '../language/en/usage.ts'

/** Whom requests are billed to from now on, never with the key itself. */
export function billedTo(
  { provider, baseUrl }: Pick<Settings, 'provider' | 'baseUrl'>,
  key: KeyStatus | undefined,
): string {
  if (provider === 'local') return t.nothingBilled
  const service = URL.canParse(baseUrl) ? new URL(baseUrl).host : baseUrl
  if (!key?.present) return t.noKeyKept(service)
  return key.hint === '' ? t.billedBy(service) : t.billedByKey(service, key.hint)
}
