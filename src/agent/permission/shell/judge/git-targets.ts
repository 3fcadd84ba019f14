/** Files of the worktree that a git command is told to change, and settings of git that name a program, a host or a token. */
import type { FileWord } from '../words/classes.ts'
import { fileWord, one } from '../words/judgement.ts'
import type { WordValue } from '../words/word-value.ts'

/** They change, move or delete the files that they are given, or make the folder. */
const CHANGING =
  /^(mv|rm|checkout|checkout-index|restore|clean|stash|init|worktree|bundle|clone|archive|format-patch|submodule)$/
const VALUED = /^(-[Cc]|--(git-dir|work-tree|namespace|super-prefix|config-env|exec-path))$/
const OUTPUT = /^(?:-o|--out[a-z-]*=)(.+)$/s

export interface GitTargets {
  readonly acts: readonly FileWord[]
  readonly steers?: string
}

/** `args`: the words after `git`. */
export function gitTargets(args: readonly WordValue[]): GitTargets {
  const at = verbAt(args)
  const verb = one(args[at])
  const rest = args.slice(at + 1)
  const output = rest.flatMap((word, place) => {
    const glued = OUTPUT.exec(one(word) ?? '')?.[1]
    const isNext = /^(-o|--out[a-z-]*)$/.test(one(rest[place - 1]) ?? '')
    return glued !== undefined ? [{ texts: [glued] }] : isNext ? [fileWord(word)] : []
  })
  if (verb === 'config') return configTargets(rest)
  if (verb === undefined || !CHANGING.test(verb)) return { acts: output }
  const operands = rest.filter((word) => one(word)?.startsWith('-') !== true).map(pathspec)
  return { acts: [...output, ...operands] }
}

function verbAt(args: readonly WordValue[]): number {
  let at = 0
  for (; at < args.length; at += 1) {
    const text = one(args[at])
    if (text === undefined || !text.startsWith('-')) return at
    if (VALUED.test(text)) at += 1
  }
  return at
}

/** Without its magic: `:/a`, `:(top,icase)a`. */
function pathspec(word: WordValue): FileWord {
  const { texts, ...rest } = fileWord(word)
  if (texts === undefined) return { texts, ...rest }
  const plain = texts.map((text) => text.replace(/^:(?:\([^)]*\)|[/!^]*:?)/, ''))
  return { texts: plain.filter((text) => !/^[a-z][\w+.-]*:\/\//i.test(text)) }
}

/** Settings whose values are numbers, names, colours or yes and no, and that name nothing that is run or reached. */
const PLAIN = new RegExp(
  `^(${[
    String.raw`user\.(name|email|signingkey|useconfigonly)|(author|committer)\.(name|email)|init\.defaultbranch`,
    String.raw`(color|column|advice|status|blame|rerere|gc|pack|index|feature|i18n|versionsort|apply|grep|log|stash|branch\.(autosetup\w+|sort))(\.[\w-]+)+`,
    String.raw`pull\.(rebase|ff|octopus|twohead)|push\.(default|autosetupremote|followtags|gpgsign)|fetch\.(prune|prunetags|parallel|all|writecommitgraph)`,
    String.raw`merge\.(ff|conflictstyle|log|stat|autostash|renames|renamelimit|verbosity)|rebase\.(autosquash|autostash|updaterefs|stat|missingcommitscheck)`,
    String.raw`core\.(autocrlf|eol|safecrlf|ignorecase|filemode|quotepath|abbrev|whitespace|precomposeunicode|longpaths|symlinks|compression|commentchar|preloadindex|untrackedcache|logallrefupdates|protecthfs|protectntfs)`,
    String.raw`diff\.(renames|renamelimit|algorithm|mnemonicprefix|noprefix|colormoved\w*|context|interhunkcontext|submodule|statgraphwidth|wserrorhighlight)`,
    String.raw`commit\.(gpgsign|verbose|cleanup|status)|tag\.(gpgsign|sort|forcesignannotated)|format\.pretty|help\.autocorrect|maintenance\.auto|submodule\.(recurse|fetchjobs)`,
    String.raw`branch\..*\.(rebase|description|merge)`,
  ].join('|')})$`,
  'i',
)
const READING = /^(--get.*|--list|-l|get|list|--help|-h)$/
const DOING = /^(set|unset|--(add|replace-all|unset|unset-all))$/
const FILED = /^(-f|--file|--blob|--type|--default|--value|--comment)$/

function configTargets(rest: readonly WordValue[]): GitTargets {
  const texts = rest.map(one)
  if (texts.some((text) => text !== undefined && READING.test(text))) return { acts: [] }
  const files = rest.flatMap((word, at) => {
    const glued = /^(?:-f|--file=)(.+)$/s.exec(texts[at] ?? '')?.[1]
    const isNext = /^(-f|--file)$/.test(texts[at - 1] ?? '')
    return glued !== undefined ? [{ texts: [glued] }] : isNext ? [fileWord(word)] : []
  })
  const said = rest.filter(
    (word, at) =>
      one(word) === undefined ||
      !(
        one(word)?.startsWith('-') === true ||
        DOING.test(one(word) ?? '') ||
        FILED.test(texts[at - 1] ?? '')
      ),
  )
  const key = said[0]
  // A key alone is read, unless it is told to be taken away.
  if (said.length === 1 && !texts.some((text) => text !== undefined && /unset|^(-e|--edit)$/.test(text)))
    return { acts: files }
  const name = one(key)
  if (name !== undefined && PLAIN.test(name) && !texts.includes('-e') && !texts.includes('--edit'))
    return { acts: files }
  return { acts: files, steers: 'changes a setting of git that can name a program, a host or a token' }
}
