/** `node scripts/model-server.mjs [--port N] [--script file] [--key K]`: the model server for testing by hand. */
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { STORIES } from '../fixtures/stories/stories.ts'
import type { ModelServer } from './contract.ts'
import { demoAnswer, HAND_PACE } from './demo.ts'
import type { Script } from './script.ts'
import { startModelServer } from './server.ts'
import { storyBrain } from './story.ts'

const DEFAULT_PORT = 4010

/** `loadScript` turns the file given with `--script` into something that can be imported. */
export async function main(args: string[], loadScript: (path: string) => Promise<string>): Promise<void> {
  const { values } = parseArgs({
    args,
    options: { port: { type: 'string' }, script: { type: 'string' }, key: { type: 'string' } },
  })
  const port = values.port === undefined ? DEFAULT_PORT : Number(values.port)
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port takes a number from 0 to 65535, not ${String(values.port)}.`)
  }
  const script = values.script === undefined ? defaultScript() : await importScript(values.script, loadScript)
  const server = await startModelServer({ port, script, apiKey: values.key ?? 'test-key', seed: 'by-hand' })
  console.log(`Model server at ${server.url} (API key: ${server.apiKey})`)
  watch(server)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void server.close())
}

function defaultScript(): Script {
  return storyBrain(STORIES, demoAnswer, HAND_PACE)
}

async function importScript(path: string, loadScript: (path: string) => Promise<string>): Promise<Script> {
  const file = await loadScript(resolve(path))
  const module: { script?: Script } = await import(pathToFileURL(file).href)
  if (module.script === undefined) throw new Error(`${path} must export a const named script.`)
  return module.script
}

/** Prints what was refused, as it happens. */
function watch(server: ModelServer): void {
  let seen = 0
  let errors = 0
  const timer = setInterval(() => {
    for (const rejection of server.rejections.slice(seen)) {
      console.log(`refused #${rejection.request}: ${rejection.error.status} ${rejection.error.message}`)
    }
    for (const error of server.scriptErrors.slice(errors)) console.log(`script: ${error}`)
    seen = server.rejections.length
    errors = server.scriptErrors.length
  }, 500)
  timer.unref()
}
