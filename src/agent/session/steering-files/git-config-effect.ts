/** The part of a git configuration that names a host, a token, a program or a place, so that `git init` and names are no news. */

const SECTION = /^\[\s*([\w.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]$/
const SETTING = /^([a-z][\w-]*)(?:\s*=\s*(.*))?$/i
const HARMLESS =
  /^(?:core\.(?:repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|quotepath|abbrev)|user\.(?:name|email)|author\.(?:name|email)|committer\.(?:name|email)|init\.defaultbranch|branch\..*\.(?:merge|rebase)|remote\..*\.fetch|pull\.(?:rebase|ff)|push\.(?:default|autosetupremote)|merge\.(?:ff|conflictstyle)|color\.ui|advice\.\w+|rerere\.enabled)$/i
/** Else it is an address. */
const REMOTE_NAME = /^branch\..*\.(?:remote|pushremote)$/i

/** Equal for texts of equal effect. A text with anything that is not plain has itself as its effect. */
export function gitConfigEffect(text: string): string {
  const effect: string[] = []
  let section = ''
  for (const line of text.split(/\r?\n/).map((line) => line.trim())) {
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue
    if (line.endsWith('\\')) return text
    const head = SECTION.exec(line)
    if (head) {
      const [, name = '', sub] = head
      section = sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub}`
      continue
    }
    const [, key, value = ''] = SETTING.exec(line) ?? []
    if (key === undefined || section === '') return text
    const name = `${section}.${key.toLowerCase()}`
    if (HARMLESS.test(name) || (REMOTE_NAME.test(name) && /^[\w-]+$/.test(value))) continue
    effect.push(`${name}=${value}`)
  }
  return effect.join('\n')
}
