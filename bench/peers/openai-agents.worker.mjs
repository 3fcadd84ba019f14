/** `@openai/agents` on OpenAI's wire format (Chat Completions). */
import { Agent, OpenAIChatCompletionsModel, run, setTracingDisabled, tool } from '@openai/agents'
import OpenAI from 'openai'
import { z } from 'zod'
import { answerJobs, TOOL, waited } from './job.mjs'

setTracingDisabled(true)

answerJobs(async ({ baseUrl, apiKey, model, prompt, turns, toolMs, told }) => {
  const client = new OpenAI({ apiKey, baseURL: `${baseUrl}/v1`, dangerouslyAllowBrowser: true })
  const agent = new Agent({
    name: 'Peer',
    instructions: told.system,
    model: new OpenAIChatCompletionsModel(client, model),
    tools: [
      tool({
        name: TOOL.name,
        description: TOOL.description,
        parameters: z.object({ at: z.string() }),
        execute: ({ at }) => waited(at, toolMs),
      }),
      ...told.tools.map(({ name, description, input_schema: parameters }) =>
        tool({ name, description, parameters, strict: false, execute: () => '' }),
      ),
    ],
  })
  const result = await run(agent, prompt, { stream: true, maxTurns: turns + 10 })
  for await (const _event of result);
  await result.completed
})
