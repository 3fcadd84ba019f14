/** Hands the agent the preview: a port on which it asks, and whoever answers, who is loaded with the first question. */
import type { BrowserPortAnswer, BrowserPortRequest } from '../../../agent/protocol/browser.ts'
import type { AgentApi } from '../../../agent/protocol/calls/agent-api.ts'
import type { PreviewModel } from '../preview.svelte.ts'
import type { Hands } from './hands.ts'

export async function lendBrowser(agent: Pick<AgentApi, 'connection'>, preview: PreviewModel): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  const running = new Map<number, AbortController>()
  let hands: Promise<Hands> | undefined

  const answer = async ({
    id,
    request,
  }: Extract<BrowserPortRequest, { type: 'ask' }>): Promise<BrowserPortAnswer> => {
    const stop = new AbortController()
    running.set(id, stop)
    try {
      hands ??= Promise.all([import('./hands.ts'), preview.bridge()]).then(
        ([{ Hands: Loaded }, bridge]) => new Loaded(preview, bridge),
      )
      return { id, answer: await (await hands).answer(request, stop.signal) }
    } catch (error) {
      hands = undefined
      const text = `The preview could not be used: ${error instanceof Error ? error.message : String(error)}`
      return { id, answer: { ok: false, text } }
    } finally {
      running.delete(id)
    }
  }
  // The worker at the other end is this page's own.
  port1.onmessage = ({ data }: MessageEvent<BrowserPortRequest>) => {
    if (data.type === 'ask') void answer(data).then((told) => port1.postMessage(told))
    else {
      running.get(data.id)?.abort()
      void hands?.then((loaded) => loaded.stop())
    }
  }
  await agent.connection.attachBrowser(port2)
}
