/** The same job by nothing but `fetch`: each answer is read to its end, and the next request sent at once. */
import type { Job } from './job.ts'

interface Call {
  readonly id: string
  readonly name: string
  readonly input: unknown
}

async function run({ baseUrl, apiKey, model, prompt, toolMs, told }: Job): Promise<void> {
  const messages: unknown[] = [{ role: 'user', content: prompt }]
  for (;;) {
    const response = await fetch(`${baseUrl}/v1/messages`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': apiKey,
        'anthropic-version': '2023-06-01',
        'anthropic-dangerous-direct-browser-access': 'true',
      },
      body: JSON.stringify({
        model,
        max_tokens: 8192,
        stream: true,
        system: told.system,
        tools: [
          { name: 'Look', description: 'Looks.', input_schema: { type: 'object', properties: {} } },
          ...told.tools,
        ],
        messages,
      }),
    })
    const body = await response.text()
    if (!response.ok) throw new Error(body)
    const calls = callsIn(body)
    if (calls.length === 0) return
    if (toolMs > 0) await new Promise((resolve) => setTimeout(resolve, toolMs))
    messages.push(
      { role: 'assistant', content: calls.map((call) => ({ type: 'tool_use', ...call })) },
      {
        role: 'user',
        content: calls.map(({ id }) => ({ type: 'tool_result', tool_use_id: id, content: 'Nothing.' })),
      },
    )
  }
}

interface RawEvent {
  readonly type: string
  readonly content_block?: { readonly type: string; readonly id: string; readonly name: string }
  readonly delta?: { readonly partial_json?: string }
}

function callsIn(body: string): Call[] {
  const calls: { id: string; name: string; json: string }[] = []
  for (const [, data = ''] of body.matchAll(/^data: (.*)$/gm)) {
    const event = JSON.parse(data) as RawEvent // sent by our own server
    if (event.content_block?.type === 'tool_use') calls.push({ ...event.content_block, json: '' })
    const last = calls.at(-1)
    if (last) last.json += event.delta?.partial_json ?? ''
  }
  return calls.map(({ id, name, json }) => ({ id, name, input: JSON.parse(json) as unknown }))
}

onmessage = ({ data }: MessageEvent<Job>) => {
  run(data).then(
    () => postMessage('done'),
    (error: unknown) => postMessage(`failed: ${String(error)}`),
  )
}
