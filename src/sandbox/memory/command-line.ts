/**
 * The little shell of the in-memory sandbox: commands joined by `;`, `&&`, `||` or line ends, quotes, `$NAME`,
 * `> file`, `>> file` and `>&2`. No pipes, no substitution: what needs them is tested in the embedded sandbox.
 */
export interface SimpleCommand {
  /** How it depends on the one before it. */
  readonly after: 'always' | 'success' | 'failure'
  readonly words: readonly string[]
  readonly redirect?: { readonly to: 'file' | 'append'; readonly path: string } | { readonly to: 'stderr' }
}

const TOKEN = /\s*(&&|\|\||[;\n]|>&2|>>|>|(?:"(?:\\.|[^"\\])*"|'[^']*'|\\.|[^\s;&|>"'\\])+)/y

/** Undefined when the line uses something that this shell does not know. */
export function parseCommandLine(
  line: string,
  env: Readonly<Record<string, string>>,
): readonly SimpleCommand[] | undefined {
  const tokens = tokenize(line.trim())
  if (tokens === undefined) return undefined
  const commands: SimpleCommand[] = []
  let after: SimpleCommand['after'] = 'always'
  let words: string[] = []
  let redirect: SimpleCommand['redirect']
  const finish = (next: SimpleCommand['after']): void => {
    if (words.length > 0) commands.push({ after, words, redirect })
    after = next
    words = []
    redirect = undefined
  }
  for (let index = 0; index < tokens.length; index += 1) {
    const token = tokens[index] ?? ''
    if (token === '&&') finish('success')
    else if (token === '||') finish('failure')
    else if (token === ';' || token === '\n') finish('always')
    else if (token === '>&2') redirect = { to: 'stderr' }
    else if (token === '>' || token === '>>') {
      index += 1
      redirect = { to: token === '>' ? 'file' : 'append', path: expand(tokens[index] ?? '', env) }
    } else words.push(expand(token, env))
  }
  finish('always')
  return commands
}

function tokenize(line: string): string[] | undefined {
  const tokens: string[] = []
  for (TOKEN.lastIndex = 0; TOKEN.lastIndex < line.length;) {
    const match = TOKEN.exec(line)
    if (match?.[1] === undefined) return undefined
    tokens.push(match[1])
  }
  return tokens
}

function expand(token: string, env: Readonly<Record<string, string>>): string {
  const variables = (text: string) =>
    text.replace(/\$(\w+)|\$\{(\w+)\}/g, (_, plain: string, braced: string) => env[plain ?? braced] ?? '')
  return token.replace(/"((?:\\.|[^"\\])*)"|'([^']*)'|\\(.)|[^"'\\]+/g, (whole, double, single, escaped) => {
    if (typeof double === 'string') return variables(double).replace(/\\(["\\$])/g, '$1')
    if (typeof single === 'string') return single
    return typeof escaped === 'string' ? escaped : variables(whole)
  })
}
