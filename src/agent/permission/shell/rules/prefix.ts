/**
 * Limits the commands that a prefix rule such as `Bash(git status:*)` covers. The rule names the beginning of
 * a command; the rest is the model's, so it must not be able to turn the command into another one.
 */
import { isInGitFolder } from '../../../../sandbox/contract/git-folder.ts'
import { baseName, mayRunArguments, runsInlineCode } from './pieces.ts'
import { isKnownReader, onlyReads } from './read-only.ts'

/** Commands whose name says all that they do to files, whatever their arguments. */
const PLAIN_CHANGES = new Set('cd chmod cp mkdir mv rm rmdir touch'.split(' '))
/** The usual tools of a project: running the project's own code and configuration is what they are for. */
const PROJECT_TOOLS = new Set(
  (
    'ava biome c8 esbuild eslint jest karma lerna mocha nx nyc oxlint playwright prettier rollup stylelint ' +
    'svelte-check swc tap tape tsc tsup turbo uvu vite vitest vue-tsc webpack xo'
  ).split(' '),
)
/** They run what their first argument names: a rule must say which. */
const RUNNERS =
  /^(npm|npx|pnpm|yarn|bun|deno|node|nodejs|tsx|ts-node|corepack|python[\d.]*|pip[\d.]*|perl|ruby|php|lua|go|cargo|docker|java|just|task|curl)$/
/** Options of git that start programs, write files or name another configuration; stems, as git completes them. */
const GIT_OPTIONS =
  /^-([cCOox]|[a-zA-Z]*O)|^--(o$|ou|op|ext|exec|textc|upload|rec|conf|templ|git-d|work|separate|super|namesp|gpg|ser)/
/** Commands of git that run what their arguments or the configuration say. */
const GIT_RUNNERS =
  /^(bisect|config|credential.*|daemon|difftool|filter-branch|for-each-repo|help|hook|mergetool|submodule|web--browse)$/

/**
 * Whether the rule's first words leave no room for another command. Words are those of one plain command. A rule
 * that is only a name counts for names that are known; for any other command the rule must say more.
 */
export function isNarrowEnough(prefix: readonly string[], words: readonly string[]): boolean {
  const rest = words.slice(prefix.length)
  if (rest.length === 0) return true
  const name = words[0] ?? ''
  if (mayRunArguments(words) || touchesGitFolder(words)) return false
  if (baseName(name) === 'git') return isNarrowGit(prefix, rest)
  if (RUNNERS.test(baseName(name))) return prefix.length > 1 && !runsInlineCode(words) && !hasOptions(rest)
  if (isKnownReader(name)) return onlyReads(words)
  if (PLAIN_CHANGES.has(name) || PROJECT_TOOLS.has(name)) return true
  return prefix.length > 1 && isPlainName(prefix[1]) && !hasOptions(rest)
}

function isNarrowGit(prefix: readonly string[], rest: readonly string[]): boolean {
  const verb = prefix[1]
  if (verb === undefined || !isPlainName(verb) || GIT_RUNNERS.test(verb)) return false
  return !rest.some((word) => GIT_OPTIONS.test(word) || word.includes('::'))
}

function touchesGitFolder(words: readonly string[]): boolean {
  return words.some((word) => word.split('=').some(isInGitFolder))
}

/** Options before `--` belong to the runner, what comes after it to the script. */
function hasOptions(words: readonly string[]): boolean {
  const end = words.indexOf('--')
  return words.slice(0, end < 0 ? words.length : end).some((word) => word.startsWith('-'))
}

function isPlainName(word: string | undefined): boolean {
  return word !== undefined && /^[a-z][a-z-]*$/.test(word)
}
