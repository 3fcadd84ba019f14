/** The npm that comes with the Node of the sandbox. */
export const NPM_VERSION = '10.9.9'
export const NODE_VERSION = '22.23.3'
export const NPM_USER_AGENT = `npm/${NPM_VERSION} node/v${NODE_VERSION} linux x64 workspaces/false`

/** `message` as npm prints an error: its mark before every line. */
export function npmErrorLines(message: string): string {
  return message
    .split('\n')
    .map((line) => (line === '' ? 'npm error\n' : `npm error ${line}\n`))
    .join('')
}
