import { POSIX_CLASSES } from './posix-classes.ts'

/**
 * A pattern in Rust's dialect as JavaScript's engine writes it. The linear engine has accepted it before, so what
 * comes here is well formed; undefined where JavaScript has no way to say it.
 */
export interface JavaScriptPattern {
  readonly source: string
  /** `i`, `s`, as the pattern itself sets them. */
  readonly flags: string
}

const TOKEN =
  /\\(?:[pP]\{\^?\w+\}|[xuU]\{[0-9a-fA-F]+\}|[pP]\w|[\s\S])|\[:(\^?)(\w+):\]|\(\?P?<|\(\?[a-zA-Z-]*[:)]|[\s\S]/gu

export function toJavaScript(
  source: string,
  { multiline }: { multiline: boolean },
): JavaScriptPattern | undefined {
  const inline = /^\(\?([ims]+)\)/.exec(source)
  const flags = [...(inline?.[1] ?? '')].filter((flag) => flag !== 'm').join('')
  const dot = multiline || flags.includes('s') ? '[\\s\\S]' : '[^\\n]'
  let out = ''
  let classStart = -1
  for (const { 0: token, index } of source.slice(inline?.[0].length ?? 0).matchAll(TOKEN)) {
    const inClass = classStart >= 0
    const translated = inClass ? inBrackets(token, index === classStart) : outside(token, dot, multiline)
    if (translated === undefined) return undefined
    out += translated
    if (!inClass && token === '[') classStart = index + 1
    else if (inClass && token === '^' && index === classStart) classStart = index + 1
    else if (inClass && token === ']' && index !== classStart) classStart = -1
  }
  return { source: out, flags: [...new Set(flags)].join('') }
}

function outside(token: string, dot: string, multiline: boolean): string | undefined {
  if (token.startsWith('\\')) return escape(token, '')
  if (token === '.') return dot
  // A line is searched alone, so that its ends are the text's.
  if (token === '^') return multiline ? '(?<![^\\n])' : '^'
  if (token === '$') return multiline ? '(?![^\\n])' : '$'
  if (token === '(?P<' || token === '(?<') return '(?<'
  if (token === '{' || token === '}' || token === ']') return literalBrace(token)
  if (token.startsWith('(?')) return token === '(?:' ? token : undefined
  return token
}

/** Quantifiers are left to the engine; one that is none fails to compile and goes to the other engine. */
function literalBrace(token: string): string {
  return token === ']' ? '\\]' : token
}

function inBrackets(token: string, isFirst: boolean): string | undefined {
  const posix = /^\[:(\^?)(\w+):\]$/.exec(token)
  if (posix) return posix[1] === '' ? POSIX_CLASSES[posix[2] ?? ''] : undefined
  if (token.startsWith('\\')) return escape(token, '-')
  if (token === ']' && isFirst) return '\\]'
  // A class within a class, and set operations.
  if (token === '[' || token === '&' || token === '~') return `\\x${token.charCodeAt(0).toString(16)}`
  return token.startsWith('(?') ? token.replace(/[(?]/g, '\\$&') : token
}

/** `also` lists what may be escaped here besides the syntax characters. */
function escape(token: string, also: string): string | undefined {
  const body = token.slice(1)
  if (/^[dDwWsSnrtfv]$/.test(body)) return token
  if (/^[bB]$/.test(body)) return also === '' ? token : undefined
  if (body === 'A' && also === '') return '(?<![\\s\\S])'
  if (body === 'z' && also === '') return '(?![\\s\\S])'
  if (body === 'a') return '\\x07'
  const code = /^[xuU]\{([0-9a-fA-F]+)\}$/.exec(body)
  if (code) return `\\u{${code[1]}}`
  if (body === 'x') return token
  if (/^[^\w\s]$/.test(body)) return '^$\\.*+?()[]{}|/'.includes(body) || also.includes(body) ? token : body
  return property(body)
}

/** `\pL`, `\p{Lu}`, `\p{Greek}`. */
function property(body: string): string | undefined {
  const match = /^([pP])(?:\{(\^?)(\w+)\}|(\w))$/.exec(body)
  if (!match || match[2] === '^') return undefined
  const name = match[3] ?? match[4] ?? ''
  for (const candidate of [name, `Script=${name}`]) {
    try {
      new RegExp(`\\p{${candidate}}`, 'u')
      return `\\${match[1]}{${candidate}}`
    } catch {
      // Not a property of this kind; the next one is tried.
    }
  }
  return undefined
}
