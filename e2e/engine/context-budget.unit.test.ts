/** The cells of the context against what the server has counted for the very request, with the real prompt and tools. */
import { expect, it } from 'vitest'
import { contextBudget } from '../../src/agent/context/budget.ts'
import { createAnthropicClient } from '../../src/agent/model/anthropic/anthropic.ts'
import { toRequestBody } from '../../src/agent/model/anthropic/anthropic-request.ts'
import { modelFacts } from '../../src/agent/model/models.ts'
import { buildRequest } from '../../src/agent/prompt/build-request.ts'
import { SectionCache } from '../../src/agent/prompt/sections.ts'
import type { Usage } from '../../src/agent/protocol/token-usage.ts'
import type { Message } from '../../src/agent/protocol/messages.ts'
import { BUILT_IN_TOOLS } from '../../src/agent/tools/profiles/built-in.ts'
import { createRegistry } from '../../src/agent/tools/pipeline/registry.ts'
import { asObject } from '../model-server/json.ts'
import { promptTokens } from '../model-server/prompt-cache.ts'
import { startModelServer } from '../model-server/server.ts'
import { text } from '../model-server/turn.ts'

const MESSAGES: readonly Message[] = [
  { role: 'user', content: [{ type: 'text', text: 'Why does it fail? '.repeat(200) }] },
  {
    role: 'assistant',
    content: [
      { type: 'text', text: 'I read it. '.repeat(50) },
      { type: 'tool_use', id: 'toolu_1', name: 'Read', input: { file_path: '/workspace/a.ts' } },
    ],
  },
  {
    role: 'user',
    content: [
      {
        type: 'tool_result',
        tool_use_id: 'toolu_1',
        content: [{ type: 'text', text: 'const line = 1\n'.repeat(1_500) }],
        is_error: false,
      },
    ],
  },
]

it('cells sum to the window, and each is near what the server counts of its part', async () => {
  const server = await startModelServer({ script: [{ content: [text('Because of line 7.')] }] })
  try {
    const facts = modelFacts('claude-sonnet-4-6')
    const built = buildRequest({
      model: 'claude-sonnet-4-6',
      thinkingTokens: 0,
      tools: createRegistry(BUILT_IN_TOOLS).specs([]),
      facts: {
        model: 'claude-sonnet-4-6',
        workspace: 'x',
        backend: 'embedded',
        workspacePath: '/workspace',
        date: '2026-11-22',
      },
      sections: new SectionCache(),
      messages: MESSAGES,
    })
    const request = { ...built, maxTokens: 8_192, requestId: 'r1' }
    const client = createAnthropicClient({
      apiKey: server.apiKey,
      extraHeaders: {},
      baseUrl: server.url,
      fetch: (input, init) => fetch(input, init),
      probe: () => Promise.resolve('silent'),
      facts: () => facts,
    })
    let counted: Usage | undefined
    for await (const event of client.stream(request, new AbortController().signal)) {
      if (event.type === 'ended') counted = event.usage
    }
    if (!counted) throw new Error('The server did not answer.')
    const answered: Message = { role: 'assistant', content: [{ type: 'text', text: 'Because of line 7.' }] }
    const { cells, window } = contextBudget({
      request: { ...built, messages: [...MESSAGES, answered] },
      counted,
      window: facts.contextWindow,
      answer: 8_192,
    })
    const { system, tools, instructions, history, outputs, answer, headroom } = cells
    expect(system + tools + instructions + history + outputs + answer + headroom).toBe(window)
    const { inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens } = counted
    expect(system + tools + instructions + history + outputs).toBe(
      inputTokens + outputTokens + cacheReadTokens + cacheWriteTokens,
    )
    const body = toRequestBody(request, facts)
    // The server counts the JSON of what it is sent; the part's own text is nearly all of it.
    const part = (value: unknown) => promptTokens(asObject(JSON.parse(JSON.stringify(value))))
    expect(system / part({ system: body.system })).toBeCloseTo(1, 1)
    expect(tools / part({ tools: body.tools })).toBeCloseTo(1, 1)
    expect(outputs / part({ messages: body.messages.slice(2) })).toBeCloseTo(1, 0.5)
    expect(history / part({ messages: body.messages.slice(0, 2) })).toBeCloseTo(1, 0.5)
  } finally {
    await server.close()
  }
})
