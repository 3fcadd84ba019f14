/**
 * Features of Anthropic's own service, which gateways that speak its protocol may refuse: they pass on only
 * fields they know.
 */
import type { ModelRequest } from '../contract.ts'
import type { ModelFacts } from '../models.ts'

const ADVISOR_BETA = 'advisor-tool-2026-03-01'
/** A model with a budget then thinks between calls, too; newer ones do so by themselves. */
const INTERLEAVED_BETA = 'interleaved-thinking-2025-05-14'

export function isAnthropicService(baseUrl: string): boolean {
  return URL.parse(baseUrl)?.hostname === 'api.anthropic.com'
}

/** The value of `anthropic-beta`, with what the user asks for; '' for none. */
export function betasOf(
  request: Pick<ModelRequest, 'advisor' | 'thinkingTokens'>,
  { own, facts, asked = '' }: { readonly own: boolean; readonly facts: ModelFacts; readonly asked?: string },
): string {
  const thinks = own && facts.thinking === 'budget' && request.thinkingTokens > 0
  const betas = [
    ...(request.advisor ? [ADVISOR_BETA] : []),
    ...(thinks ? [INTERLEAVED_BETA] : []),
    ...asked.split(',').map((name) => name.trim()),
  ]
  return [...new Set(betas)].filter((name) => name !== '').join(',')
}
