/** Builtins of bash that just-bash lacks. */
import { liveCaller } from '../functions/call-stack.js'

/** The result of a builtin, or undefined when the name is none of these. */
export function liveBuiltin(ctx, name, args) {
  if (name === 'umask') return umask(ctx.host, args)
  if (name === 'ulimit') return ulimit(args)
  if (name === 'caller') return liveCaller(ctx, args)
  return undefined
}

/** The options of mapfile, one a word: `-td ''` is `-t -d ''`. */
export function liveMapfileOptions(args) {
  const words = []
  for (let at = 0; at < args.length; at++) {
    const arg = args[at]
    if (arg === '--') return [...words, ...args.slice(at + 1)]
    if (!/^-./.test(arg)) return [...words, ...args.slice(at)]
    for (let letter = 1; letter < arg.length; letter++) {
      words.push(`-${arg[letter]}`)
      if (arg[letter] === 't') continue
      // The rest of the word is its value, or the next word.
      words.push(letter + 1 < arg.length ? arg.slice(letter + 1) : (args[++at] ?? ''))
      break
    }
  }
  return words
}

function said(stdout) {
  return { stdout, stderr: '', exitCode: 0 }
}

function failed(message, exitCode = 1) {
  return { stdout: '', stderr: `bash: ${message}\n`, exitCode }
}

const UMASK_USAGE = 'umask: usage: umask [-p] [-S] [mode]'

function umask(host, args) {
  let isSymbolic = false
  let isReusable = false
  let at = 0
  for (; at < args.length && /^-./.test(args[at]); at++) {
    if (args[at] === '--') {
      at++
      break
    }
    for (const letter of args[at].slice(1)) {
      if (letter === 'S') isSymbolic = true
      else if (letter === 'p') isReusable = true
      else return failed(`umask: -${letter}: invalid option\n${UMASK_USAGE}`, 2)
    }
  }
  const mode = args[at]
  if (mode === undefined) {
    const text = isSymbolic ? symbolic(host.umask) : octal(host.umask)
    return said(`${isReusable ? `umask ${isSymbolic ? '-S ' : ''}` : ''}${text}\n`)
  }
  const value = /^\d/.test(mode) ? fromOctal(mode) : fromSymbols(mode, host.umask)
  if (typeof value === 'string') return failed(`umask: ${value}`)
  host.umask = value
  return said(isSymbolic ? `${symbolic(value)}\n` : '')
}

function octal(mask) {
  return mask.toString(8).padStart(4, '0')
}

function symbolic(mask) {
  const letters = (bits) => ['r', 'w', 'x'].filter((_, at) => !(bits & (4 >> at))).join('')
  return `u=${letters(mask >> 6)},g=${letters((mask >> 3) & 7)},o=${letters(mask & 7)}`
}

function fromOctal(text) {
  const value = /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : Infinity
  return value > 0o777 ? `${text}: octal number out of range` : value
}

const SHIFTS = { u: 6, g: 3, o: 0 }

/** Symbols change the allowed bits; the mask is their complement. */
function fromSymbols(text, mask) {
  let allowed = ~mask & 0o777
  const before = allowed
  for (const clause of text.split(',')) {
    const [, who = '', actions] = /^([ugoa]*)(.*)$/.exec(clause) ?? []
    if (!/^[-+=]/.test(actions)) {
      const [wrong = ''] = actions
      return wrong === ''
        ? `\`${text}': invalid symbolic mode operator`
        : `\`${wrong}': invalid symbolic mode operator`
    }
    for (const [, operator, letters] of actions.matchAll(/([-+=])([^-+=]*)/g)) {
      const wrong = /[^rwxXstugo]/.exec(letters)
      if (wrong) return `\`${wrong[0]}': invalid symbolic mode character`
      const groups = who === '' || who.includes('a') ? 'ugo' : who
      for (const group of groups) {
        const shift = SHIFTS[group]
        const bits = bitsOf(letters, { allowed, before })
        const own = (allowed >> shift) & 7
        const next = operator === '+' ? own | bits : operator === '-' ? own & ~bits : bits
        allowed = (allowed & ~(7 << shift)) | (next << shift)
      }
    }
  }
  return ~allowed & 0o777
}

function bitsOf(letters, { allowed, before }) {
  let bits = 0
  for (const letter of letters) {
    if (letter === 'r') bits |= 4
    else if (letter === 'w') bits |= 2
    else if (letter === 'x') bits |= 1
    else if (letter === 'X') bits |= (before & 0o111) === 0 ? 0 : 1
    else if (letter in SHIFTS) bits |= (allowed >> SHIFTS[letter]) & 7
  }
  return bits
}

/** Limits as `ulimit` prints them. None can be set here: the sandbox has its own (see limits.ts). */
const LIMITS = {
  c: ['core file size', 'blocks, -c', '0'],
  d: ['data seg size', 'kbytes, -d', 'unlimited'],
  e: ['scheduling priority', '-e', '0'],
  f: ['file size', 'blocks, -f', 'unlimited'],
  i: ['pending signals', '-i', 'unlimited'],
  l: ['max locked memory', 'kbytes, -l', 'unlimited'],
  m: ['max memory size', 'kbytes, -m', 'unlimited'],
  n: ['open files', '-n', '1024'],
  p: ['pipe size', '512 bytes, -p', '128'],
  q: ['POSIX message queues', 'bytes, -q', '0'],
  r: ['real-time priority', '-r', '0'],
  s: ['stack size', 'kbytes, -s', 'unlimited'],
  t: ['cpu time', 'seconds, -t', 'unlimited'],
  u: ['max user processes', '-u', 'unlimited'],
  v: ['virtual memory', 'kbytes, -v', 'unlimited'],
  x: ['file locks', '-x', 'unlimited'],
}
const ULIMIT_USAGE = 'ulimit: usage: ulimit [-SHabcdefiklmnpqrstuvxPRT] [limit]'

function ulimit(args) {
  const wanted = []
  let at = 0
  for (; at < args.length && /^-./.test(args[at]); at++) {
    if (args[at] === '--') {
      at++
      break
    }
    for (const letter of args[at].slice(1)) {
      if (letter === 'a') wanted.push(...Object.keys(LIMITS))
      else if (letter in LIMITS) wanted.push(letter)
      else if (!'SH'.includes(letter)) return failed(`ulimit: -${letter}: invalid option\n${ULIMIT_USAGE}`, 2)
    }
  }
  const letters = wanted.length === 0 ? ['f'] : wanted
  if (at < args.length) return setLimit(LIMITS[letters[0]], args[at])
  if (letters.length === 1) return said(`${LIMITS[letters[0]][2]}\n`)
  return said(
    letters
      .map((letter) => LIMITS[letter])
      .map(([title, unit, value]) => `${title.padEnd(20)} ${`(${unit})`.padStart(18)} ${value}\n`)
      .join(''),
  )
}

function setLimit([title, , value], text) {
  if (text === value || text === 'hard' || text === 'soft') return said('')
  if (!/^\d+$/.test(text) && text !== 'unlimited') return failed(`ulimit: ${text}: invalid number`)
  if (text.length > 18) return failed(`ulimit: ${text}: limit out of range`)
  return failed(`ulimit: ${title}: cannot modify limit: Operation not supported`)
}

/** `$-`: the options that have a letter, in the order of bash. */
export function liveOptionLetters({ options }) {
  const letters = [
    ['a', options.allexport],
    ['e', options.errexit],
    ['f', options.noglob],
    ['h', true],
    ['i', options.interactive],
    ['n', options.noexec],
    ['u', options.nounset],
    ['v', options.verbose],
    ['x', options.xtrace],
    ['B', true],
    ['C', options.noclobber],
    ['E', options.errtrace],
    ['T', options.functrace],
  ]
  return `${letters.map(([letter, isSet]) => (isSet ? letter : '')).join('')}s`
}
