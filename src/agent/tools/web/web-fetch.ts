import { z } from 'zod'
import type { EgressOutcome } from '../../../sandbox/contract/egress.ts'
import { PAGE_BYTES, RESULT_CHARS, WEB_FETCH_ATTEMPTS, WEB_FETCH_MS } from '../../limits.ts'
import { buildTool, errorOutput, textOutput, type ToolContext, type ToolOutput } from '../contract.ts'
import { markdownOf } from './page-text.ts'
import { count } from '../results/result-budget.ts'

const schema = z.strictObject({
  url: z
    .string()
    .min(1)
    .describe('The whole address, with https://. It is fetched with GET and without cookies.'),
})

type Answer = Extract<EgressOutcome, { type: 'response' }>

export const webFetchTool = buildTool({
  name: 'WebFetch',
  description: `Fetches a page or a text from the web and shows it, HTML as Markdown. The user is asked before anything leaves, unless a rule allows the host.

Use it to read documentation, an issue or an API's answer whose address you know. Many servers do not let web pages read them (CORS): then it fails and says so; do not try the same host again. Do not use it for files of the workspace (Read), to search the web (there is no such tool), to send data or to install packages (Bash with curl or npm).`,
  schema,
  kind: 'other',
  maxResultChars: RESULT_CHARS.edit,
  timeoutMs: WEB_FETCH_MS,
  interruptBehavior: 'cancel',
  isReadOnly: () => true,
  isDestructive: () => false,
  title: ({ url }) => url,
  // The egress gate decides and asks, for every program alike.
  check: () => ({ behavior: 'allow', reason: 'The gate decides about each address.' }),
  validate: async ({ url }) => {
    if (!URL.canParse(url)) return `"${url}" is no whole address. Begin with https:// and the host.`
    const { protocol } = new URL(url)
    if (protocol === 'https:' || protocol === 'http:') return undefined
    return `Only https and http addresses can be fetched, not ${protocol} For files use Read.`
  },
  run: async ({ url }, context) => {
    const outcome = await context.egress.request(requestOf(url, context), context.signal)
    if (outcome.type !== 'response') return errorOutput(failureText(url, outcome))
    return show(url, outcome)
  },
})

function requestOf(url: string, { turnId, toolUseId }: ToolContext) {
  const id = `${turnId}/${toolUseId}`
  return {
    url,
    method: 'GET',
    headers: [['Accept', 'text/html, text/markdown, text/plain, application/json, */*;q=0.1']],
    followRedirects: true,
    attempts: WEB_FETCH_ATTEMPTS,
    initiator: { execId: id, command: `WebFetch ${url}`, operation: id, run: id },
  } as const
}

function failureText(url: string, outcome: Exclude<EgressOutcome, { type: 'response' }>): string {
  const hint = outcome.hint === undefined ? '' : ` ${outcome.hint}`
  const told = `Error: ${url} was not fetched: ${outcome.message}${hint}`
  if (outcome.type === 'refused')
    return `${told} Do not try it another way; go on without it or ask the user.`
  if (outcome.reason !== 'cors' && outcome.reason !== 'unreachable') return told
  return `${told} A browser tab can read only what a server lets web pages read (CORS). Try another source of the same text, such as raw.githubusercontent.com or a package in node_modules, or ask the user to add the file.`
}

async function show(url: string, answer: Answer): Promise<ToolOutput> {
  const read = await readText(answer)
  if (!read.ok) return errorOutput(`Error: ${url} broke off: ${read.problem} Try once more.`)
  const type = answer.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  const from = answer.url === url ? '' : `[from ${answer.url}]\n`
  const cut = read.isCut ? `\n[Cut after ${count(PAGE_BYTES)} bytes.]` : ''
  if (!isText(type, read.text))
    return errorOutput(`Error: ${url} is no text (${type}). Load it with Bash: curl -o file ${url}`)
  const isHtml = /html/i.test(type) || /^\s*<(!doctype html|html)\b/i.test(read.text)
  const text = isHtml ? await markdownOf(read.text) : read.text
  const status = answer.status >= 400 ? `[HTTP ${answer.status} ${answer.statusText}]\n` : ''
  const output = answer.status >= 400 ? errorOutput : textOutput
  return output(`${status}${from}${text.trim() === '' ? '[The page has no text.]' : text}${cut}`, {
    display: { kind: 'summary', text: `${answer.status}, ${count(text.length)} characters` },
  })
}

function isText(type: string, text: string): boolean {
  return !/^(image|audio|video|font)\/|octet-stream|zip|pdf/i.test(type) && !text.includes('\0')
}

type Body =
  | { readonly ok: true; readonly text: string; readonly isCut: boolean }
  | { readonly ok: false; readonly problem: string }

async function readText({ body }: Answer): Promise<Body> {
  const decoder = new TextDecoder()
  const reader = body.getReader()
  let text = ''
  let bytes = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return { ok: true, text: text + decoder.decode(), isCut: false }
      bytes += value.length
      text += decoder.decode(value, { stream: true })
      if (bytes >= PAGE_BYTES) {
        await reader.cancel()
        return { ok: true, text, isCut: true }
      }
    }
  } catch (error) {
    return { ok: false, problem: error instanceof Error ? error.message : String(error) }
  }
}
