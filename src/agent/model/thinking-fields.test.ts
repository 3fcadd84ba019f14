/** The fields that ask for thinking, in both wire formats. */
import { describe, expect, it } from 'vitest'
import { toRequestHead } from './anthropic/anthropic-request.ts'
import type { ModelRequest } from './contract.ts'
import { modelFacts } from './models.ts'
import { toChatBody } from './openai/openai-request.ts'

function request(model: string, thinkingTokens: number): ModelRequest {
  return { model, thinkingTokens, maxTokens: 8_000, system: [], tools: [], messages: [], requestId: 'r' }
}

const messages = (model: string, tokens: number) => {
  const { max_tokens, thinking, output_config, ...rest } = toRequestHead(
    request(model, tokens),
    modelFacts(model),
  )
  expect(rest).not.toHaveProperty('temperature')
  return { max_tokens, thinking, output_config }
}
const chat = (model: string, tokens: number) => {
  const dialect = {
    tokensField: 'max_completion_tokens',
    leftOut: new Set<never>(),
    reasoningBack: false,
  } as const
  const body = toChatBody(request(model, tokens), modelFacts(model), dialect)
  expect(body).not.toHaveProperty('temperature')
  return [body.max_completion_tokens, body.reasoning_effort]
}

describe('thinking in a request', () => {
  it('is off, a budget, or the model’s own affair with an effort', () => {
    expect(messages('claude-sonnet-4-5', 0)).toEqual({ max_tokens: 8_000 })
    expect(messages('claude-sonnet-4-5', 4_096)).toEqual({
      max_tokens: 12_096,
      thinking: { type: 'enabled', budget_tokens: 4_096 },
    })
    const adaptive = { thinking: { type: 'adaptive', display: 'summarized' } }
    expect(messages('claude-opus-4-6', 16_384)).toEqual({
      ...adaptive,
      max_tokens: 24_384,
      output_config: { effort: 'medium' },
    })
    expect(messages('claude-opus-4-6', 32_768)).toEqual({ ...adaptive, max_tokens: 40_768 })
    expect(messages('somebody-else', 4_096)).toEqual({ max_tokens: 8_000 })
  })

  it('is an effort where there is no other word, and only for models that know it', () => {
    expect(chat('gpt-5', 0)).toEqual([8_000, undefined])
    expect(chat('gpt-5', 4_096)).toEqual([12_096, 'low'])
    expect(chat('gpt-5', 32_768)).toEqual([40_768, 'high'])
    expect(chat('gpt-4.1', 4_096)).toEqual([8_000, undefined])
    expect(chat('llama', 4_096)).toEqual([8_000, undefined])
  })
})
