/** A page for the Browser tool, turns that call it, and the results that the model got. */
import { toolUse } from '../model-server/turn.ts'

/** A page with a button that counts, and logs an error from the second click on. */
export const COUNTER = `<!doctype html><title>Counter</title><h1>Count: 0</h1><button>Add one</button> <a href="two.html">Two</a>
  <script>let n = 0
  document.querySelector('button').onclick = () => {
    document.querySelector('h1').textContent = 'Count: ' + ++n
    if (n > 1) console.error('too many')
  }</script>`

/** A turn of the model that calls the tool with this input. */
export const use = (input: Record<string, unknown>) => ({ content: [toolUse('Browser', input)] })

/** The content of each tool result in a request, as JSON, in call order. */
export function results(body: unknown): string[] {
  const found: string[] = []
  JSON.stringify(body, (_, value: unknown) => {
    if (
      typeof value === 'object' &&
      value !== null &&
      'type' in value &&
      value.type === 'tool_result' &&
      'content' in value
    )
      found.push(JSON.stringify(value.content))
    return value
  })
  return found
}
