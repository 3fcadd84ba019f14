/** `@mariozechner/pi-agent-core` on Anthropic's wire format. */
import { Agent } from '@mariozechner/pi-agent-core'
import { streamAnthropic } from '@mariozechner/pi-ai/anthropic'
import { Type } from 'typebox'
import { answerJobs, TOOL, waited } from './job.mjs'

answerJobs(async ({ baseUrl, apiKey, model, prompt, toolMs, told }) => {
  const agent = new Agent({
    streamFn: streamAnthropic,
    getApiKey: () => apiKey,
    initialState: {
      systemPrompt: told.system,
      model: {
        id: model,
        name: model,
        api: 'anthropic-messages',
        provider: 'anthropic',
        baseUrl,
        reasoning: false,
        input: ['text'],
        cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
        contextWindow: 1_000_000,
        maxTokens: 8192,
      },
      tools: [
        {
          name: TOOL.name,
          label: TOOL.name,
          description: TOOL.description,
          parameters: Type.Object({ at: Type.String() }),
          execute: async (_id, { at }) => ({
            content: [{ type: 'text', text: await waited(at, toolMs) }],
            details: undefined,
          }),
        },
        ...told.tools.map(({ name, description, input_schema: parameters }) => ({
          name,
          label: name,
          description,
          parameters,
          execute: async () => ({ content: [], details: undefined }),
        })),
      ],
    },
  })
  await agent.prompt(prompt)
  if (agent.state.errorMessage) throw new Error(agent.state.errorMessage)
})
