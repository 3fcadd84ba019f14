/** The package registry that this machine's npm is configured for: the default of the sandbox's `npm install`. */
import { run } from '../run.mjs'

/** An http(s) URL, or '' when npm does not tell one. */
export async function registryFromNpm() {
  const { code, output } = await run('npm', ['config', 'get', 'registry'], { timeoutMs: 10_000 })
  const line = output.split('\n').find((text) => /^https?:\/\//.test(text))
  return code === 0 && line ? line.trim() : ''
}
