/** Another model takes over after a request of the first was refused three times: over real HTTP, within its own limits. */
import { afterAll, expect, it } from 'vitest'
import { asObject } from '../model-server/json.ts'
import { startModelServer } from '../model-server/server.ts'
import { text } from '../model-server/turn.ts'
import { Engine } from './engine.ts'
import { startJob } from './job.ts'

const servers: { close(): Promise<void> }[] = []

afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()))
})

/** Gives answers of up to 128,000 tokens. */
const FIRST = 'claude-opus-4-8'
/** Gives answers of up to 32,000 tokens, its thinking included. */
const OTHER = 'claude-opus-4-1'

it('is asked for no longer answer than it gives, however long one the first was asked for', async () => {
  let answers = 0
  const server = await startModelServer()
  servers.push(server)
  server.setScript(() => {
    answers++
    // Then more room is asked for, of a model that has no time.
    if (answers > 1) return { content: [text('A whole answer')] }
    const refused = { kind: 'status', status: 529 } as const
    server.faultNext(refused, refused, refused)
    return { content: [text('Half an answer')], stopReason: 'max_tokens' }
  })
  const { sandbox } = await startJob()
  const settings = { model: FIRST, fallbackModel: OTHER, thinkingTokens: 4_000 }
  const engine = new Engine({ provider: 'anthropic', server, sandbox, settings })

  expect(await engine.send('Please')).toEqual({ terminal: 'completed' })
  const asked = server.messageRequests().map(({ body }) => {
    const { model, max_tokens: maxTokens } = asObject(body)
    return [model, maxTokens]
  })
  expect(asked.at(0)?.[0]).toBe(FIRST)
  expect(asked.slice(1, -1)).toEqual(Array.from({ length: 3 }, () => [FIRST, 68_000]))
  expect(asked.at(-1)).toEqual([OTHER, 32_000])
  expect(server.rejections).toEqual([])
  expect(engine.log).toContainEqual(
    expect.objectContaining({ type: 'model_replaced', model: FIRST, by: OTHER, contextWindow: 200_000 }),
  )
})
