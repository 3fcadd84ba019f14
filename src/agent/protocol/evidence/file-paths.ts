/** Paths of files as people write them in prose. */

/** Root of the workspace in every back end, as in the sandbox's contract, of which the protocol imports types only. */
const WORKSPACE_ROOT = '/workspace'

/** Endings of files that a project has; others make properties (`user.name`) look like files. */
const ENDINGS = new Set(
  (
    'ts tsx mts cts js jsx mjs cjs json jsonc json5 md mdx txt css scss sass less html htm svelte vue astro py pyi ipynb ' +
    'rs go java kt kts c h cc cpp cxx hpp cs fs rb php swift scala clj ex exs erl hs lua pl r jl dart zig nim sh bash zsh fish ' +
    'ps1 bat cmd sql graphql gql proto yml yaml toml ini cfg conf xml svg csv tsv lock tf hcl dockerfile gradle properties ' +
    'png jpg jpeg gif webp ico wasm prisma snap tpl hbs ejs pug liquid rst tex po mod sum cmake mk patch diff'
  ).split(' '),
)
const NAMES =
  /^(?:Makefile|Dockerfile|Procfile|Gemfile|Rakefile|LICENSE|README|CHANGELOG|\.env(?:\.\w+)?|\.[a-z]+(?:ignore|rc|attributes|config)|\.nvmrc)$/
/** Names of frameworks in prose: `Node.js`, `Vue.js`. */
const FRAMEWORK = /^(?:[A-Z]\w*|node|vue|next|nuxt|three|express|d3|chart|alpine|socket)\.js$/
/** Endings that are properties where no folder is named. */
const PROPERTY =
  /^(?:process\.env|console\.\w+|module\.exports|this\.\w+|self\.\w+|window\.\w+|document\.\w+|import\.meta|Math\.\w+)$/

/** Whether a code span is a path of a file: with an ending that files have, without patterns. */
export function isFilePath(text: string): boolean {
  if (text.length > 300 || !/^[\w@.+~/()[\]$-]+$/.test(text) || text.includes('://')) return false
  const name = text.slice(text.lastIndexOf('/') + 1)
  if (NAMES.test(name)) return true
  const dot = name.lastIndexOf('.')
  if (dot < 0 || PROPERTY.test(text) || /\($|\(\)/.test(name)) return false
  return ENDINGS.has(name.slice(dot + 1).toLowerCase()) && (dot > 0 || text !== name)
}

/** Whether a word of prose is a path: as in code, but no name of a framework. */
export function isPlainPath(word: string): boolean {
  if (!word.includes('.') || FRAMEWORK.test(word) || word.startsWith('@')) return false
  return isFilePath(word)
}

/** The paths among `known` that a path in prose means: that file, or else those that end with it. */
export function meantPaths(path: string, known: Iterable<string>): readonly string[] {
  const whole = absolutePath(path)
  const all = [...new Set([...known].map((one) => absolutePath(one)))]
  if (all.includes(whole)) return [whole]
  if (path.startsWith('/') || path.startsWith('..')) return []
  const end = whole.slice(WORKSPACE_ROOT.length)
  return all.filter((one) => one.endsWith(end))
}

/** A path as an absolute one without `.` and `..`; a relative one starts at the workspace. */
export function absolutePath(path: string): string {
  const parts: string[] = []
  for (const part of (path.startsWith('/') ? path : `${WORKSPACE_ROOT}/${path}`).split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}

/** The path as it is shown to the user: relative in the workspace. */
export function shownPath(path: string): string {
  const whole = absolutePath(path)
  return whole.startsWith(`${WORKSPACE_ROOT}/`) ? whole.slice(WORKSPACE_ROOT.length + 1) : whole
}
