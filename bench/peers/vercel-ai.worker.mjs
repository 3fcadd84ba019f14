/** `ai` with `@ai-sdk/anthropic`, on Anthropic's wire format. */
import { createAnthropic } from '@ai-sdk/anthropic'
import { isStepCount, jsonSchema, streamText, tool } from 'ai'
import { z } from 'zod'
import { answerJobs, TOOL, waited } from './job.mjs'

answerJobs(async ({ baseUrl, apiKey, model, prompt, turns, toolMs, told }) => {
  const anthropic = createAnthropic({
    apiKey,
    baseURL: `${baseUrl}/v1`,
    headers: { 'anthropic-dangerous-direct-browser-access': 'true' },
  })
  let failure
  const result = streamText({
    model: anthropic(model),
    system: told.system,
    prompt,
    stopWhen: isStepCount(turns + 10),
    tools: {
      [TOOL.name]: tool({
        description: TOOL.description,
        inputSchema: z.object({ at: z.string() }),
        execute: ({ at }) => waited(at, toolMs),
      }),
      ...Object.fromEntries(
        told.tools.map(({ name, description, input_schema }) => [
          name,
          tool({ description, inputSchema: jsonSchema(input_schema), execute: () => '' }),
        ]),
      ),
    },
    onError: ({ error }) => {
      failure = error
    },
  })
  for await (const _part of result.fullStream) if (failure) break
  if (failure) throw failure
})
