/** Statements about a file: its content, or a change of it. And that a command was run. */
import { CLEAN, isAsserted, isBoundary } from './asserted.ts'
import { commandKinds } from './commands.ts'
import type { FileStatement } from './evidence.ts'
import { isFilePath } from './file-paths.ts'
import { pathOf, type Word } from './sentences.ts'

interface AboutFile {
  readonly path: string
  readonly about: FileStatement
}

/** Characters of a text that a file is said to have, and texts of a statement. */
const TEXT_CHARS = 200
const TEXTS = 6
/** Words between a verb and the file it changes: "updated the timeout of the first request in `a.ts`". */
const OBJECT_WORDS = 9

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const HAS = set(
  'has contains exports defines declares imports includes re-exports reexports sets uses calls enthält exportiert definiert deklariert importiert hat',
)
const CHANGED = set(
  'changed updated edited modified refactored rewrote extended adjusted adapted renamed tweaked simplified reworked geändert aktualisiert bearbeitet angepasst überarbeitet erweitert umgeschrieben',
)
const CREATED = set('created wrote added erstellt angelegt geschrieben hinzugefügt ergänzt')
const DELETED = set('deleted removed gelöscht entfernt')
const GERMAN =
  /^(?:geändert|aktualisiert|bearbeitet|angepasst|überarbeitet|erweitert|umgeschrieben|erstellt|angelegt|geschrieben|hinzugefügt|ergänzt|gelöscht|entfernt|eingefügt)$/
const FILLERS = set(
  'now also just then already unused old obsolete dead stale existing whole corresponding have has been both jetzt nun auch dann neu the file datei a new another eine neue die das file',
)
const SUBJECT = /^(?:i|we|i've|we've|and|und|then|also|now|just|have|✅|✓|✔|[,:;()–—-]|•)$/

/** The first statement about a file in a sentence. */
export function fileStatementIn(words: readonly Word[]): AboutFile | undefined {
  for (let at = 0; at < words.length; at++) {
    const found =
      contentAt(words, at) ??
      placeOf(words, at) ??
      doneAt(words, at) ??
      passiveAt(words, at) ??
      germanAt(words, at) ??
      newFileAt(words, at)
    if (found === undefined) continue
    if (
      isAsserted(
        { words, from: found.from, to: found.to },
        { isCheck: false, hasObject: found.about.type === 'has' },
      )
    )
      return { path: found.path, about: found.about }
  }
  return undefined
}

interface Found extends AboutFile {
  readonly from: number
  readonly to: number
}

/** "`a.ts` exports `foo`", "`a.ts` has 12 lines", "`a.ts` now reads `foo`". */
function contentAt(words: readonly Word[], at: number): Found | undefined {
  const path = pathOf(words[at] ?? { word: '' })
  if (path === undefined) return undefined
  let verb = at + 1
  while (/^(?:now|also|still|already|file|jetzt|nun|auch|currently)$/.test(words[verb]?.word ?? '')) verb++
  const word = words[verb]?.word ?? ''
  const lines = linesAt(words, verb)
  if (lines !== undefined)
    return { path, about: { type: 'lines', count: lines.count }, from: at, to: lines.to }
  if (!HAS.has(word) && !(word === 'reads' && words[verb - 1]?.word === 'now')) return undefined
  const texts = textsFrom(words, verb + 1)
  return texts.length === 0 ? undefined : { path, about: { type: 'has', texts }, from: at, to: verb }
}

function linesAt(
  words: readonly Word[],
  verb: number,
): { readonly count: number; readonly to: number } | undefined {
  const [first = '', number = '', unit = '', next] = words.slice(verb, verb + 4).map(({ word }) => word)
  if (!/^(?:has|is|contains|hat|ist|enthält)$/.test(first) || !/^\d{1,3}(?:[.,]?\d{3})*$/.test(number))
    return undefined
  if (!/^(?:lines?|zeilen?)$/.test(unit)) return undefined
  const isWhole =
    next === undefined ||
    /^(?:[.!;]|long|lang|now|jetzt|in|total|insgesamt)$/.test(next) ||
    isBoundary(words, verb + 3)
  return isWhole ? { count: Number(number.replace(/[.,]/g, '')), to: verb + 2 } : undefined
}

const TEXT_STOPS =
  /^(?:that|which|with|without|for|of|to|as|from|instead|so|when|where|returning|using|not|no|any|by|via|like|e\.g|than|or|if|mit|ohne|für|von|aus|statt|um|als|wie|kein|keine|nicht|oder|every|all|calls?|called|named)$/

/** Code spans that are listed directly: "`a`, `b` and the class `C`". */
function textsFrom(words: readonly Word[], start: number): readonly string[] {
  const texts: string[] = []
  for (let at = start; at < words.length && texts.length < TEXTS; at++) {
    const { code, isQuote }: Partial<Word> = words[at] ?? {}
    if (code !== undefined) {
      const text = textOf(code)
      if (text === undefined) return texts
      texts.push(text)
    } else if (isQuote === true || isStop(words, at, texts.length > 0)) return texts
  }
  return texts
}

function isStop(words: readonly Word[], at: number, hasTexts: boolean): boolean {
  const word = words[at]?.word ?? ''
  const isNamed = /^(?:called|named)$/.test(word) && words[at + 1]?.code !== undefined
  if (isNamed) return false
  if (TEXT_STOPS.test(word) || word.startsWith(CLEAN)) return true
  return isBoundary(words, at) && !(word === ',' && hasTexts) && !/^(?:and|und)$/.test(word)
}

/** The text as it stands in a file: `foo()` is the name `foo`. Undefined for paths and shortened code. */
function textOf(code: string): string | undefined {
  const text = code.trim().replace(/^([\w$.]+)\(\)$/, '$1')
  if (text === '' || text.length > TEXT_CHARS || /\.\.\.|…/.test(text)) return undefined
  return isFilePath(text) || /^\.{1,2}\//.test(text) || /^\d+$/.test(text) ? undefined : text
}

/** "`foo` is defined in `a.ts`". */
function placeOf(words: readonly Word[], at: number): Found | undefined {
  const code = words[at]?.code
  const text = code === undefined ? undefined : textOf(code)
  if (text === undefined) return undefined
  let verb = at + 1
  while (
    /^(?:is|are|now|also|jetzt|nun|function|class|type|helper|component|constant|hook|method)$/.test(
      words[verb]?.word ?? '',
    )
  )
    verb++
  if (
    /^(?:defined|declared|exported|implemented|located|lives|definiert)$/.test(words[verb]?.word ?? '') &&
    verb > at
  ) {
    const path = /^(?:in|from|at|by)$/.test(words[verb + 1]?.word ?? '')
      ? pathOf(words[verb + 2] ?? { word: '' })
      : undefined
    return path === undefined
      ? undefined
      : { path, about: { type: 'has', texts: [text] }, from: at, to: verb + 2 }
  }
  return undefined
}

/** "I changed `a.ts`", "added `foo` to `a.ts`", "created `a.ts`", "`a.ts`: removed `foo`". */
function doneAt(words: readonly Word[], at: number): Found | undefined {
  const word = words[at]?.word ?? ''
  const isKnown = CHANGED.has(word) || CREATED.has(word) || DELETED.has(word)
  if (!isKnown || GERMAN.test(word) || !isOwn(words, at)) return undefined
  const object = directObject(words, at + 1)
  const end = object?.at ?? at
  const own = object === undefined ? undefined : pathOf(words[object.at] ?? { word: '' })
  const next = words[end + 1]?.word ?? ''
  if (own !== undefined && !(DELETED.has(word) && /^(?:from|in)$/.test(next)) && !(word === 'renamed')) {
    if (CREATED.has(word) && /^(?:to|in|into)$/.test(next)) return listed(words, at, { object: own, end })
    return { path: own, about: { type: typeOf(word) }, from: at, to: end }
  }
  const place = placeAfter(words, at + 1)
  if (place === undefined) return titledBefore(words, at, word)
  const texts = CREATED.has(word) ? textsFrom(words, at + 1).filter((text) => text !== place.path) : []
  const isText = texts.length > 0 && /^(?:to|in|into)$/.test(words[place.at - 1]?.word ?? '')
  const about: FileStatement = isText ? { type: 'has', texts } : { type: 'changed' }
  return { path: place.path, about, from: at, to: place.at }
}

function typeOf(verb: string): 'changed' | 'created' | 'deleted' {
  if (DELETED.has(verb)) return 'deleted'
  return CREATED.has(verb) ? 'created' : 'changed'
}

/** "Added `b.ts` to `tsconfig.json`". */
function listed(
  words: readonly Word[],
  at: number,
  { object, end }: { readonly object: string; readonly end: number },
): Found | undefined {
  const path = pathOf(words[end + 2] ?? { word: '' })
  if (path !== undefined) return { path, about: { type: 'changed' }, from: at, to: end + 2 }
  return { path: object, about: { type: 'created' }, from: at, to: end }
}

/** The verb is that of the one who writes: no "you changed", no "the updated `a.ts`". */
function isOwn(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]
  if (before === undefined) return true
  if (before.code !== undefined || !SUBJECT.test(before.word)) return false
  return !words
    .slice(Math.max(0, at - 3), at)
    .some(({ word }) => /^(?:you|they|he|she|who|you've|user)$/.test(word))
}

function directObject(words: readonly Word[], start: number): { readonly at: number } | undefined {
  let at = start
  while (FILLERS.has(words[at]?.word ?? '') && words[at]?.code === undefined) at++
  return words[at]?.code === undefined ? undefined : { at }
}

/** A file behind "in" or "to". */
function placeAfter(
  words: readonly Word[],
  start: number,
): { readonly path: string; readonly at: number } | undefined {
  for (let at = start; at < Math.min(words.length, start + OBJECT_WORDS); at++) {
    const path = pathOf(words[at] ?? { word: '' })
    if (path !== undefined) {
      const before = at - 1 - Number(/^(?:the|file)$/.test(words[at - 1]?.word ?? ''))
      return /^(?:in|to|into|of|from)$/.test(words[before]?.word ?? '') ? { path, at } : undefined
    }
    if (isBoundary(words, at) && words[at]?.word !== ',') return undefined
  }
  return undefined
}

/** "`a.ts`: added `foo`", as lists of changes have it, and "In `a.ts`, I changed the timeout". */
function titledBefore(words: readonly Word[], at: number, verb: string): Found | undefined {
  const first = words[0]?.word === 'in' ? 1 : 0
  const path = pathOf(words[first] ?? { word: '' })
  const isBehind = first === 0 ? at === 2 && /^[:–—-]$/.test(words[1]?.word ?? '') : at <= first + 4
  if (path === undefined || !isBehind) return undefined
  const texts = CREATED.has(verb) ? textsFrom(words, at + 1) : []
  return { path, about: texts.length > 0 ? { type: 'has', texts } : { type: 'changed' }, from: 0, to: at }
}

/** "`a.ts` was updated", "`a.ts` is now deleted", "`a.ts` wurde geändert". */
function passiveAt(words: readonly Word[], at: number): Found | undefined {
  const path = pathOf(words[at] ?? { word: '' })
  if (path === undefined) return undefined
  let verb = at + 1
  const copulas: string[] = []
  while (
    /^(?:was|were|has|have|been|is|now|also|wurde|wurden|ist|jetzt|nun|neu)$/.test(words[verb]?.word ?? '')
  )
    copulas.push(words[verb++]?.word ?? '')
  const word = words[verb]?.word ?? ''
  if (copulas.length === 0 || !(CHANGED.has(word) || CREATED.has(word) || DELETED.has(word))) return undefined
  if (
    /^(?:is|ist)$/.test(copulas.join(' ')) ||
    word === 'renamed' ||
    /^(?:from|by|at|when|to)$/.test(words[verb + 1]?.word ?? '')
  )
    return undefined
  return { path, about: { type: typeOf(word) }, from: at, to: verb }
}

/** "Ich habe `a.ts` geändert", "In `a.ts` habe ich `foo` ergänzt". */
function germanAt(words: readonly Word[], at: number): Found | undefined {
  const verb = words[at]?.word ?? ''
  if (!GERMAN.test(verb)) return undefined
  const start = Math.max(0, at - OBJECT_WORDS - 6)
  const clause = words.slice(start, at)
  const paths = clause.flatMap((one, index) => (pathOf(one) === undefined ? [] : [start + index]))
  const [first] = paths
  const hasSubject = clause.some(
    ({ word }, index) =>
      word === 'habe' && [clause[index + 1]?.word, clause[index - 1]?.word].includes('ich'),
  )
  if (first === undefined || (!hasSubject && first !== at - 1)) return undefined
  const path = pathOf(words[first] ?? { word: '' })
  const before = words[first - 1]?.word ?? ''
  const isPlace =
    /^(?:in|zu|aus)$/.test(before) ||
    (/^(?:der|die|datei)$/.test(before) && /^(?:in|zu|aus|der)$/.test(words[first - 2]?.word ?? ''))
  if (path === undefined || /^(?:von|für|nach)$/.test(before)) return undefined
  const texts =
    /^(?:hinzugefügt|ergänzt|eingefügt|angelegt|erstellt)$/.test(verb) && isPlace
      ? clause.flatMap(({ code }) => textOf(code ?? '') ?? [])
      : []
  if (texts.length > 0) return { path, about: { type: 'has', texts }, from: start, to: at }
  return { path, about: { type: isPlace ? 'changed' : typeOf(verb) }, from: first, to: at }
}

/** "New file: `a.ts`", at the beginning of a sentence. */
function newFileAt(words: readonly Word[], at: number): Found | undefined {
  const path = pathOf(words[at] ?? { word: '' })
  const before = words
    .slice(0, at)
    .map(({ word }) => word)
    .join(' ')
  const isNew = /^(?:[✅✓] )?(?:new file|created|neue datei|angelegt) :$/.test(before)
  return path !== undefined && isNew ? { path, about: { type: 'created' }, from: 0, to: at } : undefined
}

const PROGRAM =
  /^(?:npm|pnpm|yarn|bun|deno|npx|node|git|ls|cat|grep|rg|find|sed|awk|python3?|pip3?|uv|poetry|cargo|rustc|go|make|cmake|curl|wget|tsc|tsx|sh|bash|docker|java|mvn|gradle|ruby|bundle|rails|php|composer|dotnet|swift|jq|du|wc|head|tail|diff|mkdir|mv|cp|rm|touch|chmod|echo|\.{1,2}\/\S+)$/

/** "I ran `npm run build`", "ich habe `npm test` ausgeführt". */
export function ranCommandIn(words: readonly Word[]): string | undefined {
  for (let at = 0; at < words.length; at++) {
    const code = words[at]?.code?.replace(/^\$ /, '')
    if (code === undefined || code.length > TEXT_CHARS || !isCommand(code)) continue
    const from = ranBefore(words, at) ?? ranBehind(words, at)
    if (from !== undefined && isAsserted({ words, from, to: at }, { isCheck: false, hasObject: true }))
      return code
  }
  return undefined
}

function isCommand(code: string): boolean {
  return PROGRAM.test(code.split(/\s/, 1)[0] ?? '') || commandKinds(code).size > 0
}

function ranBefore(words: readonly Word[], at: number): number | undefined {
  let verb = at - 1
  while (/^(?:the|command|successfully|also|again|both|full|suite|:)$/.test(words[verb]?.word ?? '')) verb--
  const isVerb =
    /^(?:ran|executed|re-ran|reran)$/.test(words[verb]?.word ?? '') ||
    (words[verb]?.word === 'run' && /^(?:i've|we've|have)$/.test(words[verb - 1]?.word ?? ''))
  if (!isVerb) return undefined
  const before = words[verb - 1]?.word
  return before === undefined || SUBJECT.test(before) || /^(?:successfully|again)$/.test(before)
    ? verb
    : undefined
}

function ranBehind(words: readonly Word[], at: number): number | undefined {
  const rest = words.slice(at + 1, at + 5).map(({ word }) => word)
  const verb = rest.findIndex((word) => /^(?:ausgeführt|gestartet|ausführen|laufen)$/.test(word))
  const hasSubject = words
    .slice(Math.max(0, at - 5), at)
    .some(({ word }) => word === 'habe' || word === 'haben')
  return verb >= 0 && hasSubject ? at : undefined
}
