/** Names of files that a pattern stands for. What a segment matches, the library's regular expressions say. */

/**
 * The paths for a pattern, sorted; none when nothing matches. `globber` is the library's: it has the options, and
 * `matchPattern` for one segment.
 */
export async function liveGlob(globber, pattern) {
  const walker = new Walker(globber)
  const isAbsolute = pattern.startsWith('/')
  const segments = segmentsOf(isAbsolute ? pattern.replace(/^\/+/, '') : pattern)
  await walker.walk(isAbsolute ? '/' : '', segments)
  return [...new Set(walker.found)].sort()
}

class Walker {
  found = []
  #globber

  constructor(globber) {
    this.#globber = globber
  }

  /** `prefix` is what the result begins with: empty, or with a slash at its end. */
  async walk(prefix, segments) {
    const [segment, ...rest] = segments
    if (segment === undefined) return
    if (segment === '**' && this.#globber.globstar) return this.#walkAll(prefix, rest)
    if (!this.#globber.hasGlobChars(segment)) return this.#walkName(prefix, unescaped(segment), rest)
    const matches = []
    for (const entry of await this.#entries(prefix)) {
      if (this.#isShown(entry.name, segment) && this.#matches(entry.name, segment)) matches.push(entry)
    }
    for (const entry of matches) {
      if (rest.length === 0) this.found.push(prefix + entry.name)
      else if (await this.#isDirectory(prefix, entry)) await this.#below(`${prefix}${entry.name}/`, rest)
    }
  }

  #matches(name, segment) {
    const inCase = (text) => (this.#globber.nocaseglob ? text.toLowerCase() : text)
    try {
      return this.#globber.matchPattern(inCase(name), inCase(segment))
    } catch (error) {
      // No pattern, as `[[:punct]`: then it is a name.
      if (error instanceof SyntaxError) return name === unescaped(segment)
      throw error
    }
  }

  async #walkName(prefix, name, rest) {
    const path = prefix + name
    if (rest.length > 0) return this.#below(`${path}/`, rest)
    if (await this.#exists(path)) this.found.push(path)
  }

  /** Paths in a folder; a pattern that ends with a slash wants the folder itself. */
  async #below(prefix, rest) {
    if (rest.length > 1 || rest[0] !== '') return this.walk(prefix, rest)
    if (await this.#exists(prefix)) this.found.push(prefix)
  }

  /** `**`: this folder and all below it, without following links. */
  async #walkAll(prefix, rest) {
    if (prefix !== '' && !(await this.#exists(prefix))) return
    if (prefix !== '' && rest.length === 0) this.found.push(prefix)
    if (rest.length > 0 && (prefix !== '' || rest[0] !== '')) await this.#below(prefix, rest)
    for (const entry of await this.#entries(prefix)) {
      if (entry.name.startsWith('.') && (!this.#globber.dotglob || /^\.\.?$/.test(entry.name))) continue
      if (rest.length === 0) this.found.push(prefix + entry.name)
      if (!entry.isDirectory) continue
      if (rest.length === 0) await this.#allBelow(`${prefix}${entry.name}/`)
      else await this.#walkAll(`${prefix}${entry.name}/`, rest)
    }
  }

  async #allBelow(prefix) {
    const { length } = this.found
    await this.#walkAll(prefix, [])
    this.found.splice(length, 1)
  }

  #isShown(name, segment) {
    if (name === '.' || name === '..') return segment.startsWith('.') && !this.#globber.globskipdots
    if (!name.startsWith('.')) return true
    return /^\\?\./.test(segment) || this.#globber.dotglob || this.#globber.hasGlobignore
  }

  async #entries(prefix) {
    const { fs, cwd } = this.#globber
    this.#globber.checkOpsLimit()
    const path = prefix === '' ? cwd : fs.resolvePath(cwd, prefix)
    const own = { isFile: false, isDirectory: true, isSymbolicLink: false }
    try {
      return [...(await fs.readdirWithFileTypes(path)), { name: '.', ...own }, { name: '..', ...own }]
    } catch (error) {
      return unlessMissing(error, [])
    }
  }

  async #isDirectory(prefix, entry) {
    if (!entry.isSymbolicLink) return entry.isDirectory
    const { fs, cwd } = this.#globber
    try {
      return (await fs.stat(fs.resolvePath(cwd, prefix + entry.name))).isDirectory
    } catch (error) {
      return unlessMissing(error, false)
    }
  }

  async #exists(path) {
    const { fs, cwd } = this.#globber
    try {
      const resolved = fs.resolvePath(cwd, path)
      if (path.endsWith('/')) return (await fs.stat(resolved)).isDirectory
      await fs.lstat(resolved)
      return true
    } catch (error) {
      return unlessMissing(error, false)
    }
  }
}

/** A folder that is not there, no folder, or closed: nothing matches. Anything else is a fault. */
function unlessMissing(error, otherwise) {
  if (/\bE[A-Z]+\b/.test(error?.message ?? '')) return otherwise
  throw error
}

/** The pattern between its slashes; those in brackets of `@(a/b)` do not count. */
function segmentsOf(pattern) {
  const segments = ['']
  let depth = 0
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at]
    if (char === '\\' && at + 1 < pattern.length) {
      segments[segments.length - 1] += char + pattern[++at]
      continue
    }
    if (char === '(' && '@*+?!'.includes(pattern[at - 1] ?? ' ')) depth++
    else if (char === ')' && depth > 0) depth--
    if (char !== '/' || depth > 0) segments[segments.length - 1] += char
    else if (segments.at(-1) !== '' || segments.length === 1) segments.push('')
  }
  return segments
}

/** Whether it would stand for names; what is none is itself, also where nothing of that name is. */
export function liveIsPattern(text, isExtended) {
  let isOpen = false
  for (let at = 0; at < text.length; at++) {
    const char = text[at]
    if (char === '\\') at++
    else if (char === '*' || char === '?' || (char === ']' && isOpen)) return true
    else if (char === '[') isOpen = true
    else if (char === '/') isOpen = false
    else if (isExtended && '@+!'.includes(char) && text[at + 1] === '(') return true
  }
  return false
}

/** Whether the bracket there begins `[subscript]=`, which may have blanks; others end at a blank, as any word. */
export function liveIsSubscript(text, start) {
  let depth = 0
  for (let at = start; at < text.length && text[at] !== '\n'; at++) {
    if (text[at - 1] === '\\') continue
    if (text[at] === '[') depth++
    else if (text[at] === ']') depth--
    if (depth === 0) return /^\+?=/.test(text.slice(at + 1, at + 3))
  }
  return false
}

function unescaped(segment) {
  return segment.replace(/\\([^])/g, '$1')
}

let negations = 0

/**
 * The regular expression for `!(…)`, from that for what is between its brackets: any text of which not all matches.
 * What is left of the whole text tells apart where it began.
 */
export function liveNot(inner) {
  negations += 1
  const rest = `live${negations}`
  return `(?:(?=(?<${rest}>[^]*$))[^]*(?<!(?=\\k<${rest}>$)(?:${inner})))`
}

/** True for what only the language's own regular expressions can do. */
export function liveIsNegated(source) {
  return source.includes('(?<live')
}
