/** The npm that comes with the Node of the sandbox. */
export const NPM_VERSION = '10.9.9'
export const NODE_VERSION = '22.23.3'
export const NPM_USER_AGENT = `npm/${NPM_VERSION} node/v${NODE_VERSION} linux x64 workspaces/false`

/** npm's names for installing what the lock file says and nothing else. */
export const CLEAN_INSTALL_NAMES: readonly string[] = [
  'ci',
  'clean-install',
  'ic',
  'install-clean',
  'isntall-clean',
]
export const INSTALL_NAMES: readonly string[] =
  'install i in ins inst insta instal isnt isnta isntal isntall add'.split(' ')
export const REMOVE_NAMES: readonly string[] = 'uninstall unlink remove rm r un'.split(' ')

/** `message` as npm prints an error: its mark before every line. */
export function npmErrorLines(message: string): string {
  return message
    .split('\n')
    .map((line) => (line === '' ? 'npm error\n' : `npm error ${line}\n`))
    .join('')
}
