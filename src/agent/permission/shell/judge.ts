/** What one command of a line does, by its name and arguments. Nothing here knows rules, modes or places. */
import type { Judgement } from './classes.ts'
import { gitClass } from './git-class.ts'
import { judgeAwk, judgeDd, judgeFind, judgeSed, judgeTar, judgeWriter } from './judge-files.ts'
import { fileWords, has, made, one, reads } from './judgement.ts'
import { judgePackageManager } from './package-manager-class.ts'
import {
  DESTROYERS,
  EVALUATING,
  INTERPRETERS,
  NETWORK,
  REACHING,
  READERS,
  SHELLS,
  WRITERS,
} from './tables.ts'
import type { WordValue } from './word-value.ts'

/** Their words are no files. */
const NAMELESS = new Set(
  'echo printf true false : sleep seq expr which type whereis whoami id uname basename dirname exit return break continue shift wait jobs times umask cal date printenv tr test [ cd pushd popd dirs'.split(
    ' ',
  ),
)

/** `words` without wrappers such as `nice`; the first is the name. */
export function judge(words: readonly WordValue[]): Judgement {
  const [first, ...args] = words
  const name = one(first)
  if (name === undefined) return made('unknown', 'has a name that only a run can tell')
  if (!/^[\w./+:@[-]+$/.test(name)) return made('unknown', 'has an unusual name')
  const base = name.slice(name.lastIndexOf('/') + 1)
  // A path may be any program, whatever it is called.
  if (base !== name && !/^\/(usr\/)?(local\/)?s?bin\//.test(name))
    return NETWORK.has(base) ? egress() : program('is a program of the project')
  return judgeNamed(base, args)
}

function judgeNamed(name: string, args: readonly WordValue[]): Judgement {
  const texts = args.map(one)
  if (NETWORK.has(name)) return judgeNetwork(texts)
  if (name === 'git') return judgeGit(texts, args)
  const packages = judgePackageManager(name, texts)
  if (packages !== undefined) return packages
  if (EVALUATING.has(name)) return judgeEvaluating(name, texts)
  if (SHELLS.has(name)) return judgeShell(texts)
  const inline = INTERPRETERS.get(name.replace(/(?<=python|perl|ruby|php|lua)[\d.]+$/, ''))
  if (inline !== undefined) return judgeInterpreter(inline, texts)
  return judgeByTable(name, args, texts)
}

function judgeByTable(
  name: string,
  args: readonly WordValue[],
  texts: readonly (string | undefined)[],
): Judgement {
  const files = fileWords(args)
  switch (name) {
    case 'awk':
    case 'gawk':
    case 'mawk':
    case 'nawk':
      return judgeAwk(args, texts)
    case 'sed':
      return judgeSed(args, texts)
    case 'find':
      return judgeFind(args, texts)
    case 'sort':
      return has(texts, /^-[a-zA-Z]*[oT]|^--(o|c|t)/)
        ? made('unknown', 'can write a file or start a program')
        : reads(files)
    case 'xxd':
    case 'uniq':
      return files.length > 1
        ? made('workspace-write', 'writes a file', { writes: files.slice(1) })
        : reads(files)
    case 'date':
      return has(texts, /^-[a-zA-Z]*s|^--s/) ? made('unknown', 'sets the clock') : reads([])
    case 'file':
      return has(texts, /^-[a-zA-Z]*[Cm]|^--[cm]/)
        ? made('unknown', 'reads or makes a list of magic numbers')
        : reads(files)
    case 'rg':
      return has(texts, /^--(pre|hostname-bin|search-zip)|^-z/)
        ? made('unknown', 'starts programs of its own')
        : reads(files.slice(1))
    case 'tree':
      return has(texts, /^-[a-zA-Z]*o|^--o/) ? made('unknown', 'can write a file') : reads(files)
    case 'man':
    case 'help':
      return texts.some((text) => text?.startsWith('-') === true)
        ? made('unknown', 'can start programs')
        : reads([])
    case 'tar':
      return judgeTar(args, texts)
    case 'command':
      // Only `command -v`: whatever else stands behind it was looked at in its place.
      return reads([])
    case 'dd':
      return judgeDd(texts)
    case 'less':
    case 'more':
    case 'bat':
      return has(texts, /^[-+]/) ? made('unknown', 'can write a file or start a program') : reads(files)
    case 'set':
    case 'shopt':
      return made('read-only', 'changes how this shell works')
    case 'alias':
    case 'enable':
    case 'hash':
    case 'bind':
    case 'complete':
    case 'history':
    case 'fc':
    case 'ulimit':
      return made('unknown', 'can change what names stand for, or write files')
    case 'source':
    case '.':
      return program('runs the commands of a file in this shell')
    default:
      break
  }
  if (NAMELESS.has(name)) return reads([])
  if (/^([ef]?grep|jq|look)$/.test(name))
    return reads(has(texts, /^-[a-zA-Z]*[ef]|^--(regexp|file)/) ? files : files.slice(1))
  if (READERS.has(name)) return reads(files)
  if (WRITERS.has(name)) return judgeWriter(name, args, texts)
  if (DESTROYERS.has(name))
    return made('destructive', 'cannot be taken back outside a checkpoint', {
      writes: name.includes('kill') ? [] : files,
    })
  return program('is a program that runs code of the project or its own')
}

function judgeNetwork(texts: readonly (string | undefined)[]): Judgement {
  return texts.length === 1 && /^(--version|-V|--help|version|-h)$/.test(texts[0] ?? '')
    ? reads([])
    : egress()
}

function judgeGit(texts: readonly (string | undefined)[], args: readonly WordValue[]): Judgement {
  const { class: found, reason } = gitClass(texts)
  return made(found, reason, { reads: found === 'read-only' ? fileWords(args).slice(1) : [] })
}

function judgeEvaluating(name: string, texts: readonly (string | undefined)[]): Judgement {
  if (
    texts.some(
      (text) =>
        text !== undefined &&
        /[`[]|\$\(/.test(text) &&
        !/^\[$|^\]$/.test(text) &&
        /\[.*[`$]|\$\(|`/s.test(text),
    )
  )
    return made('unknown', 'may run what stands in its arguments')
  // `test -v a[$(x)]`: the shell has built the word already, so nobody knows what is evaluated.
  const evaluates = name !== 'printf' && name !== 'test' && name !== '['
  const isBuilt = texts.some((text) => text === undefined)
  if (
    isBuilt &&
    (name === 'let' || (!evaluates && texts.some((text) => /^-(v|eq|ne|lt|le|gt|ge|R)$/.test(text ?? ''))))
  )
    return made('read-only', 'compares')
  return has(texts, /^-[a-zA-Z]*C/) && /mapfile|readarray/.test(name)
    ? made('unknown', 'calls a command for its lines')
    : made('read-only', 'works in this shell')
}

function judgeShell(texts: readonly (string | undefined)[]): Judgement {
  if (texts.length === 1 && texts[0] === '--version') return reads([])
  const script = texts.find((text) => text === undefined || !text.startsWith('-'))
  return script === undefined
    ? made('unknown', 'runs commands that it is given while it runs')
    : program('runs a script')
}

function judgeInterpreter(inline: RegExp, texts: readonly (string | undefined)[]): Judgement {
  if (texts.length === 1 && /^(--version|-v|-V|--help|version)$/.test(texts[0] ?? '')) return reads([])
  const at = texts.findIndex((text) => text !== undefined && inline.test(text))
  const module = texts.indexOf('-m')
  if (
    module >= 0 &&
    /^(pip|http\.server|ensurepip|venv|webbrowser|smtplib|urllib)/.test(texts[module + 1] ?? '')
  )
    return egress()
  if (at < 0)
    return texts.length === 0 || texts[0] === '-'
      ? made('unknown', 'runs code that it is given while it runs')
      : program('runs a program of the project')
  const code = texts.slice(at)
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
