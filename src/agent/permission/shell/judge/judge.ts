/** Judges one command of a line by its name and arguments. Nothing here knows rules, modes or places. */
import type { Judgement } from '../words/classes.ts'
import { gitClass, gitFiles } from './git-class.ts'
import { gitTargets } from './git-targets.ts'
import { judgeAwk, judgeDd, judgeFind, judgeSed, judgeTar, judgeWriter } from './judge-files.ts'
import { fileWords, has, made, mayBeOption, one, reads } from '../words/judgement.ts'
import { judgePackageManager } from './package-manager-class.ts'
import {
  DESTROYERS,
  EVALUATING,
  INTERPRETERS,
  NETWORK,
  OBEDIENT,
  REACHING,
  READERS,
  SHELLS,
  WRITERS,
} from '../words/tables.ts'
import { isInput } from './unwrap.ts'
import type { WordValue } from '../words/word-value.ts'

/** Their words are no files. */
const NAMELESS = new Set(
  'echo printf true false : sleep seq expr which type whereis whoami id uname basename dirname exit return break continue shift wait jobs times umask cal date printenv tr test [ cd pushd popd dirs'.split(
    ' ',
  ),
)

/** Their options write files or start programs. */
const OBEYING =
  /^([gmn]?awk|sed|sort|rg|tree|date|file|uniq|xxd|shuf|iconv|yq|zip|install|split|csplit|make)$/
/** Options of interpreters that run code beside the program's. */
const LOADING =
  /^(-r$|-r.|--require|--import|--loader|--experimental-loader|--env-file-if|--inspect|--build-|--snapshot-blob|--init|--preload)/
/** The same letters are harmless for others. */
const LOADING_OF_PERL = /^-([IMSxd]|[a-zA-Z]*M)/

/**
 * `words` without wrappers such as `nice`; the first is the name. `input`: its standard input, if the line
 * tells it.
 */
export function judge(words: readonly WordValue[], input?: string): Judgement {
  const [first, ...args] = words
  const name = one(first)
  if (name === undefined) return made('unknown', 'has a name that only a run can tell')
  if (!/^[\w./+:@[][\w./+:@[-]*$/.test(name)) return made('unknown', 'has an unusual name')
  const base = name.slice(name.lastIndexOf('/') + 1)
  // A path may be any program, whatever it is called.
  if (base !== name && !/^\/(usr\/)?(local\/)?s?bin\//.test(name))
    return NETWORK.has(base.toLowerCase()) ? egress() : program('is a program of the project')
  return judgeNamed(base, args, input)
}

function judgeNamed(name: string, args: readonly WordValue[], input: string | undefined): Judgement {
  const texts = args.map(one)
  if (NETWORK.has(name.toLowerCase())) return judgeNetwork(texts)
  if (name === 'git') return judgeGit(texts, args)
  if (name.startsWith('git-')) return made('unknown', 'is a part of git that is started by itself')
  const packages = judgePackageManager(name, args)
  if (packages !== undefined) return packages
  if (EVALUATING.has(name)) return judgeEvaluating(name, args, texts)
  if (SHELLS.has(name)) return judgeShell(args, texts)
  const inline = INTERPRETERS.get(name.replace(/(?<=python|perl|ruby|php|lua)[\d.]+$/, ''))
  if (inline !== undefined) {
    const isPerl = /^(perl|ruby)/.test(name)
    return isPerl && has(texts, LOADING_OF_PERL)
      ? made('unknown', 'is told to load code before its program')
      : judgeInterpreter(inline, args, input)
  }
  return judgeByTable(name, args, texts)
}

function judgeByTable(
  name: string,
  args: readonly WordValue[],
  texts: readonly (string | undefined)[],
): Judgement {
  const files = fileWords(args)
  if (OBEYING.test(name) && args.some(mayBeOption))
    return made('unknown', 'has arguments that the shell builds, which may be options')
  if (OBEDIENT.has(name)) return made('unknown', 'can write files or start programs by what it is told')
  switch (name) {
    case 'make':
    case 'gmake':
      return judgeMake(args)
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
      return judgeAwk(args)
    case 'sed':
      return judgeSed(args)
    case 'find':
      return judgeFind(args, texts)
    case 'sort':
      return has(texts, /^-[a-zA-Z]*[oT]|^--(o|c|t)/)
        ? made('unknown', 'can write a file or start a program')
        : reads(files)
    case 'xxd':
    case 'uniq':
      // The second is written; a pattern may be two.
      if (files.length < 2 && args.some(({ several }) => several !== undefined))
        return made('unknown', 'may write a file that the shell names')
      return files.length > 1
        ? made('workspace-write', 'writes a file', { writes: files.slice(1) })
        : reads(files)
    case 'date':
      return has(texts, /^-[a-zA-Z]*s|^--s|^\d{8,}(\.\d+)?$/) ? made('unknown', 'sets the clock') : reads([])
    case 'file':
      return has(texts, /^-[a-zA-Z]*[Cm]|^--[cm]/)
        ? made('unknown', 'reads or makes a list of magic numbers')
        : reads(files)
    case 'rg':
      return has(texts, /^--(pre|hostname-bin|search-zip)|^-z/)
        ? made('unknown', 'starts programs of its own')
        : reads(files.slice(1))
    case 'shuf':
    case 'iconv':
      return has(texts, /^-[a-zA-Z]*o|^--o/) ? made('unknown', 'can write a file') : reads(files)
    case 'pr':
    case 'fmt':
      return reads(files)
    case 'yq':
      return has(texts, /^-[a-zA-Z]*i|^--in/)
        ? made('workspace-write', 'edits files in place', { writes: files.slice(1) })
        : reads(files.slice(1))
    case 'tree':
      return has(texts, /^-[a-zA-Z]*o|^--o/) ? made('unknown', 'can write a file') : reads(files)
    case 'tar':
      return judgeTar(args, texts)
    case 'command':
      // Only `command -v`: any other command behind it has been judged by itself.
      return reads([])
    case 'dd':
      return judgeDd(texts)
    case 'less':
    case 'more':
    case 'most':
    case 'bat':
    case 'batcat':
    case 'man':
    case 'info':
      return made('unknown', 'is or starts a pager, in which commands can be run', { reads: files })
    case 'help':
      return has(texts, /^-/) ? made('unknown', 'can start programs') : reads([])
    case 'set':
    case 'shopt':
      return made('read-only', 'changes how this shell works')
    case 'alias':
    case 'enable':
    case 'hash':
    case 'bind':
    case 'complete':
    case 'compgen':
    case 'compopt':
    case 'history':
    case 'fc':
    case 'ulimit':
      return made('unknown', 'can change what names stand for, or write files')
    case 'source':
    case '.':
      return args[0] === undefined || isInput(args[0]) || mayBeOption(args[0])
        ? made('unknown', 'runs commands that it is given while it runs')
        : program('runs the commands of a file in this shell')
    default:
      break
  }
  // If the shell finds the folder by a pattern, the following commands work there.
  if (name === 'cd' || name === 'pushd')
    return made('read-only', 'only reads', { acts: files.filter(({ texts: known }) => known === undefined) })
  if (NAMELESS.has(name)) return reads([])
  if (/^([ef]?grep|jq|look)$/.test(name))
    return reads(has(texts, /^-[a-zA-Z]*[ef]|^--(regexp|file)/) ? files : files.slice(1))
  if (READERS.has(name)) return reads(files)
  if (WRITERS.has(name)) return judgeWriter(name, args, texts)
  if (name === 'kill' && has(texts.slice(-1), /^-?1$/) && texts.length > 0)
    return made('unknown', 'ends more than what was started here')
  if (DESTROYERS.has(name) || name.startsWith('mkfs.'))
    return made('destructive', 'cannot be taken back outside a checkpoint', {
      writes: name.includes('kill') ? [] : files,
    })
  return program('is a program that runs code of the project or its own')
}

/** Its arguments can be rules and variables, in which `$(shell …)` runs. */
function judgeMake(args: readonly WordValue[]): Judgement {
  const texts = args.map(one)
  const isTold = texts.some((text, at) =>
    text === undefined
      ? true
      : /^(--e|-E)|^-[a-zA-Z]*f-|^(SHELL|MAKE\w*|\.SHELLFLAGS)=|\$|`/.test(text) ||
        (/^(-f|--file|--makefile)$/.test(texts[at - 1] ?? '') && isInput(args[at])) ||
        /=\/dev\//.test(text),
  )
  return isTold
    ? made('unknown', 'is told what to run by its arguments')
    : program('runs the rules of the project')
}

function judgeNetwork(texts: readonly (string | undefined)[]): Judgement {
  return texts.length === 1 && /^(--version|-V|--help|version|-h)$/.test(texts[0] ?? '')
    ? reads([])
    : egress()
}

function judgeGit(texts: readonly (string | undefined)[], args: readonly WordValue[]): Judgement {
  const { class: found, reason } = gitClass(texts)
  const { reads: isRead, writes } = gitFiles(texts)
  const files = fileWords(args)
  return made(found, reason, {
    reads: found === 'read-only' || isRead ? files.slice(1) : [],
    writes: writes === undefined ? [] : files.slice(writes, writes + 2),
    ...(found === 'read-only' ? {} : gitTargets(args)),
  })
}

const EVALUATES = 'may run what stands in its arguments'

function judgeEvaluating(
  name: string,
  args: readonly WordValue[],
  texts: readonly (string | undefined)[],
): Judgement {
  if (texts.some((text) => text !== undefined && !/^\[$|^\]$/.test(text) && /\[.*[`$]|\$\(|`/s.test(text)))
    return made('unknown', EVALUATES)
  const isBuilt = texts.includes(undefined)
  if (name === 'test' || name === '[') {
    // `test -v a[$(x)]`: the shell has built the word already, so nobody knows what is evaluated.
    // `test "$x" "$y"`: the first may be `-v`.
    const mayBeUnary = args.some(
      (word, at) => mayBeOption(word) && at + 1 < args.length && texts[at + 1] === undefined,
    )
    const readsNames = mayBeUnary || has(texts, /^-[vR]$/) || args.some(({ several }) => several === 'any')
    return isBuilt && readsNames ? made('unknown', EVALUATES) : made('read-only', 'compares')
  }
  if (isBuilt && (name === 'let' || name === 'unset')) return made('unknown', EVALUATES)
  // From then on all that the variable is given is arithmetic, in which a subscript may run something.
  if (/^(declare|typeset|local|export|readonly)$/.test(name) && has(texts, /^-[a-zA-Z]*i/))
    return made('unknown', EVALUATES)
  return has(texts, /^-[a-zA-Z]*C/) && /mapfile|readarray/.test(name)
    ? made('unknown', 'calls a command for its lines')
    : made('read-only', 'works in this shell')
}

function judgeShell(args: readonly WordValue[], texts: readonly (string | undefined)[]): Judgement {
  if (texts.length === 1 && texts[0] === '--version') return reads([])
  const script = args.find((word) => !/^[-+]./.test(one(word) ?? 'x'))
  return script === undefined || isInput(script) || mayBeOption(script) || has(texts, /^-[a-z]*s/)
    ? made('unknown', 'runs commands that it is given while it runs')
    : program('runs a script')
}

function judgeInterpreter(inline: RegExp, args: readonly WordValue[], input: string | undefined): Judgement {
  const texts = args.map(one)
  if (texts.length === 1 && /^(--version|-v|-V|--help|version)$/.test(texts[0] ?? '')) return reads([])
  if (has(texts, /^(data|https?|blob):/i)) return made('unknown', 'runs what an address stands for')
  const module = moduleOf(texts)
  if (REACHING_MODULES.test(module)) return egress()
  if (RUNNING_MODULES.test(module)) return made('unknown', `runs what it is told to (${module})`)
  const operand = args.findIndex((word) => !/^-./.test(one(word) ?? 'x'))
  const options = operand < 0 ? texts : texts.slice(0, operand)
  if (options.some((text) => text !== undefined && LOADING.test(text)))
    return made('unknown', 'is told to load code before its program')
  const at = texts.findIndex((text) => text !== undefined && inline.test(text))
  if (at >= 0 && (operand < 0 || at <= operand)) return judgeCode(texts.slice(at))
  const first = operand < 0 ? undefined : args[operand]
  if (first === undefined ? !has(options, /^--(test|run|check|help)$|^-c$/) : isInput(first))
    return input === undefined
      ? made('unknown', 'runs code that it is given while it runs')
      : judgeCode([input])
  if (first !== undefined && mayBeOption(first)) return made('unknown', 'runs what the shell builds')
  return program('runs a program of the project')
}

const REACHING_MODULES =
  /^(pip|http|ensurepip|venv|webbrowser|antigravity|smtp|urllib|telnetlib|ftplib|nntplib|poplib|imaplib|xmlrpc|wsgiref|socketserver|pydoc)/
const RUNNING_MODULES = /^(timeit|trace|code|asyncio|idlelib|runpy|pdb|zipfile|tarfile|turtledemo)(\.|$)/

/** The module of `-m pytest`, `-mpytest`, `-um pytest`. */
function moduleOf(texts: readonly (string | undefined)[]): string {
  const at = texts.findIndex((text) => /^-[A-Za-ln-z]*m/.test(text ?? ''))
  const glued = /^-[A-Za-ln-z]*m(.+)$/.exec(texts[at] ?? '')?.[1]
  return glued ?? texts[at + 1] ?? ''
}

function judgeCode(code: readonly (string | undefined)[]): Judgement {
  if (code.includes(undefined)) return made('unknown', 'runs code that the shell builds')
  return REACHING.test(code.join('\n'))
    ? made('unknown', 'runs code that may start programs or reach the network')
    : program('runs code from its arguments')
}

function egress(): Judgement {
  return made('egress', 'reaches out to the network')
}

function program(reason: string): Judgement {
  return made('program', reason)
}
