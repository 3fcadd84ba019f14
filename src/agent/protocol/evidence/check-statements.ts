/** Statements that tests, a build, a linter or a type check have passed. */
import { CLEAN, clauseStart, isAsserted, isBoundary } from './asserted.ts'
import { nounAt, nounEndingAt, type Noun } from './check-nouns.ts'
import type { CheckKind } from './check-programs.ts'
import type { Word } from './sentences.ts'

interface CheckStatement {
  readonly kind: CheckKind
  readonly count?: number
}

interface Predicate {
  readonly start: number
  readonly end: number
  /** Only with a noun directly before it or a colon between: `Tests: 42 passed`. */
  readonly isFragment?: boolean
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** The statements of a sentence, each kind once. */
export function checksIn(sentence: readonly Word[]): readonly CheckStatement[] {
  const words = cleaned(sentence)
  const found = new Map<CheckKind, CheckStatement>()
  const add = (statements: readonly CheckStatement[]) => {
    for (const statement of statements) if (!found.has(statement.kind)) found.set(statement.kind, statement)
  }
  for (let at = 0; at < words.length; at++) {
    add(hintAt(words, at))
    add(genericAt(words, at))
    const predicate = predicateAt(words, at)
    if (predicate !== undefined) add(statedBy(words, predicate))
    add(ratioAt(words, at))
  }
  return hasFailures(words) ? [...found.values()].filter(({ kind }) => kind !== 'tests') : [...found.values()]
}

const NO = /^(?:no|zero|0|without|keine|keinen|keinerlei|ohne|any)$/
const FAULTS =
  /^(?:errors?|warnings?|issues?|problems?|failures?|failed|failing|regressions?|complaints?|violations?|fehlern?|warnungen|problemen?|fehlschläge|beanstandungen|fehlgeschlagen|\p{L}*-?(?:fehlern?|errors?|warnings?|warnungen))$/u
const FAILING = /^(?:failing|failed|broken|red|flaky|fehlgeschlagenen?|fehlschlagenden?|kaputten?|roten?)$/
const ONCE = /^(?:previously|formerly|originally|earlier|once|before|zuvor|vorher|bisher|ursprünglich)$/

/** Puts "no errors" into one word, and leaves out that tests had been failing before. */
function cleaned(sentence: readonly Word[]): readonly Word[] {
  const words: Word[] = []
  for (let at = 0; at < sentence.length; at++) {
    const word = sentence[at] ?? { word: '' }
    const end = cleanEnd(sentence, at)
    if (end !== undefined) {
      words.push({ word: `${CLEAN}${hintOf(sentence.slice(at, end + 1))}` })
      at = end
    } else if (!isOldFailure(sentence, at)) {
      words.push(word)
    }
  }
  return words
}

function cleanEnd(words: readonly Word[], at: number): number | undefined {
  if (!NO.test(words[at]?.word ?? '') || (words[at]?.word === 'any' && words[at - 1]?.word !== 'without'))
    return undefined
  for (let end = at + 1; end <= at + 4; end++) {
    const word = words[end]?.word ?? ''
    if (FAULTS.test(word))
      return FAULTS.test(words[end + 1]?.word ?? '') || isTests(words, end + 1) ? end + 1 : end
    // "no errors or warnings" ends at its first noun; the rest does no harm.
    if (!/^[\p{L}-]+$/u.test(word) && words[end]?.code === undefined) return undefined
  }
  return undefined
}

function isTests(words: readonly Word[], at: number): boolean {
  return /^tests?$/.test(words[at]?.word ?? '')
}

/** The check that "no … errors" speaks of. */
function hintOf(words: readonly Word[]): string {
  const text = words.map(({ word }) => word).join(' ')
  if (/\b(?:\w*lint\w*)/.test(text)) return ':lint'
  if (/\b(?:types?|typescript|typing|type-\w+|ts|typfehlern?|typescript-fehler|typ-fehler)\b/.test(text))
    return ':types'
  if (/\b(?:build|compil\w+|build-?fehlern?|kompilierfehlern?|kompilierungsfehlern?)\b/.test(text))
    return ':build'
  return /\b(?:tests?)\b/.test(text) ? ':tests' : ''
}

/** "The previously failing tests": the word before the noun. */
function isOldFailure(words: readonly Word[], at: number): boolean {
  const word = words[at]?.word ?? ''
  const next = words[at + 1]?.word ?? ''
  if (ONCE.test(word)) return FAILING.test(next)
  if (!FAILING.test(word)) return false
  return words
    .slice(at + 1, at + 4)
    .some((_, index) => nounAt(words, at + 1 + index)?.kinds.includes('tests'))
}

const FILLERS = set(
  'all now also still both again successfully cleanly have has had just together locally fully green then ' +
    'alle jetzt nun auch wieder weiterhin erfolgreich komplett vollständig beide haben hat damit somit lokal sauber nach_wie_vor immer noch sämtlich ✅ ✓ ✔',
)
const COPULAS = set(
  "is are was were 's 're stays stay remain remains looks look ist sind bleibt bleiben war waren wurde wurden",
)
const PASSES = set('pass passes passed succeed succeeds succeeded')
const ADJECTIVES = set(
  'green clean passing successful ok okay happy fine error-free passed grün sauber erfolgreich fehlerfrei bestanden zufrieden durchgelaufen gelungen ✅ ✓ ✔',
)
const RUNS = set(
  'run runs ran complete completes completed finish finishes finished exit exits exited goes go went come comes came report reports reported shows show showed has have had find finds found give gives gave return returns returned produces produced yields ' +
    'läuft laufen lief liefen meldet melden meldete zeigt zeigen hat haben findet geht gehen ging gingen endet endete wirft wird',
)
const SUCCESSES = set(
  'passed successfully cleanly clean green through fine passing durch grün fehlerfrei sauber erfolgreich glatt problemlos durchgelaufen bestanden ✅ ✓ ✔',
)
const GERMAN_PASSES = set('bestehen besteht bestanden durchlaufen')
const WORKS = set('works work funktioniert funktionieren klappt klappen gelingt')
const GOES_ON = set(
  'now again too also as successfully cleanly locally with in on without including after since and both everywhere all here reliably consistently fine correctly for under across ' +
    'jetzt wieder nun auch mehr alle erfolgreich mit auf ohne nach seit inklusive einschließlich und ausgeführt abgeschlossen beendet weiterhin lokal durch sowie unter ✅ ✓ ✔ 🎉 . ! … /',
)

function predicateAt(words: readonly Word[], at: number): Predicate | undefined {
  const word = words[at]?.word ?? ''
  if ((PASSES.has(word) || WORKS.has(word)) && endsThere(words, at)) return { start: at, end: at }
  if (GERMAN_PASSES.has(word) && !/^(?:aus|auf|darauf|darin|darauf|nur)$/.test(words[at + 1]?.word ?? ''))
    return { start: at, end: at }
  if (COPULAS.has(word)) {
    const isEnd = (one: string) => ADJECTIVES.has(one) || one.startsWith(CLEAN)
    const isGerman = GERMAN_VERB.test(word)
    const end =
      reach(words, at, { isEnd, isLoose: false }) ??
      (isGerman ? reach(words, at, { isEnd, isLoose: true }) : undefined)
    return end === undefined || !endsThere(words, end) ? undefined : { start: at, end }
  }
  if (/^(?:läuft|laufen)$/.test(word) && words[at + 1]?.word === 'wieder' && endsThere(words, at + 1))
    return { start: at, end: at + 1 }
  if (RUNS.has(word)) {
    const end = reach(words, at, {
      isEnd: (one) => SUCCESSES.has(one) || one.startsWith(CLEAN),
      isLoose: true,
    })
    // "run through the transform" is no success.
    const last = end === undefined || !endsThere(words, end) ? exitZero(words, at) : end
    return last === undefined ? undefined : { start: at, end: last }
  }
  if (ADJECTIVES.has(word) || PASSES.has(word) || word.startsWith(CLEAN) || word === 'success')
    return { start: at, end: at, isFragment: true }
  return undefined
}

/** Nothing follows that a check could pass on: "the test passes a string". */
function endsThere(words: readonly Word[], at: number): boolean {
  const next = words[at + 1]
  if (next === undefined || isBoundary(words, at + 1)) return true
  return GOES_ON.has(next.word) || ADJECTIVES.has(next.word) || next.word.startsWith(CLEAN)
}

interface Reach {
  readonly isEnd: (word: string) => boolean
  /** Words of any kind may stand between. */
  readonly isLoose: boolean
}

/** The index where a predicate that begins at `at` is complete. */
function reach(words: readonly Word[], at: number, { isEnd, isLoose }: Reach): number | undefined {
  for (let end = at + 1; end <= at + (isLoose ? 5 : 4); end++) {
    const word = words[end]?.word
    if (word === undefined || isBoundary(words, end)) return undefined
    if (isEnd(word)) return end
    if (!isLoose && !FILLERS.has(word)) return undefined
  }
  return undefined
}

/** "exits with code 0". */
function exitZero(words: readonly Word[], at: number): number | undefined {
  if (
    !/^(?:exit|exits|exited|return|returns|returned|endet|endete|finished|finishes)$/.test(
      words[at]?.word ?? '',
    )
  )
    return undefined
  const zero = words.slice(at + 1, at + 6).findIndex(({ word, code }) => word === '0' || code === '0')
  return zero < 0 ? undefined : at + 1 + zero
}

/** Nouns that a predicate is about, directly before it and in a list before that. */
function statedBy(words: readonly Word[], predicate: Predicate): readonly CheckStatement[] {
  const noun = subjectOf(words, predicate) ?? inverted(words, predicate) ?? fragmentSubject(words, predicate)
  if (noun === undefined) return []
  const nouns = [noun, ...listedBefore(words, noun)].reverse()
  const from = Math.min(predicate.start, ...nouns.map(({ start }) => start))
  const to = Math.max(predicate.end, noun.end)
  if (!isAsserted({ words, from, to }, { isCheck: true })) return []
  const number = countOf(words, noun, predicate)
  if (number === 'part') return []
  return nouns.flatMap(({ kinds }) =>
    kinds.map((kind) => (kind === 'tests' && number !== undefined ? { kind, count: number } : { kind })),
  )
}

const LINKS = set(': – — - → = | ( ,')
const PREPOSITIONS = set(
  'for in of from with on under i we that covering around against across für von aus mit im zu zum zur unter gegen ich',
)
/** Words between a noun and what is said of it. */
const GAP_WORDS = 9

function subjectOf(words: readonly Word[], predicate: Predicate): Noun | undefined {
  if (predicate.isFragment === true) return undefined
  for (let end = predicate.start - 1; end >= Math.max(0, predicate.start - GAP_WORDS - 1); end--) {
    if (isBoundary(words, end)) return undefined
    const noun = nounEndingAt(words, end)
    if (noun === undefined) continue
    const gap = words.slice(noun.end + 1, predicate.start)
    return isGap(gap, noun) ? noun : undefined
  }
  return undefined
}

function isGap(gap: readonly Word[], noun: Noun): boolean {
  const rest = gap.filter(({ word, code }) => code !== undefined || !(FILLERS.has(word) || COPULAS.has(word)))
  if (rest.length === 0) return true
  const first = gap.find(({ word, code }) => code !== undefined || !FILLERS.has(word))
  const second = gap[gap.findIndex((one) => one === first) + 1]?.word ?? ''
  // "the suite that each back end passes"
  if (first?.word === 'that' && /^(?:each|every|the|a|an|it|they|you)$/.test(second)) return false
  return noun.kinds.every((kind) => kind !== 'types') && PREPOSITIONS.has(first?.word ?? '')
}

/** `Tests: green`, `Build ✅`, `✅ Tests`. */
function fragmentSubject(words: readonly Word[], { start, isFragment }: Predicate): Noun | undefined {
  if (
    isFragment !== true &&
    !PASSES.has(words[start]?.word ?? '') &&
    !GERMAN_PASSES.has(words[start]?.word ?? '')
  )
    return undefined
  let at = start - 1
  while (
    at >= 0 &&
    (FILLERS.has(words[at]?.word ?? '') ||
      /^\d/.test(words[at]?.word ?? '') ||
      LINKS.has(words[at]?.word ?? '') ||
      words[at]?.word === '/')
  )
    at--
  const noun = nounEndingAt(words, at)
  if (noun === undefined) return isMark(words, 0) && start === 0 ? titled(words) : undefined
  const isAlone = words.slice(clauseStart(words, noun.start), noun.start).length <= 4
  return isAlone && closesThere(words, start) ? noun : undefined
}

function closesThere(words: readonly Word[], at: number): boolean {
  return (
    words[at + 1] === undefined ||
    isBoundary(words, at + 1) ||
    GOES_ON.has(words[at + 1]?.word ?? '') ||
    isMark(words, at + 1)
  )
}

function isMark(words: readonly Word[], at: number): boolean {
  return /^[✅✓✔☑]$/u.test(words[at]?.word ?? '')
}

/** `✅ Type check`: a mark and nothing but a noun. */
function titled(words: readonly Word[]): Noun | undefined {
  const rest = words.slice(1).filter(({ word }) => !/^[.!]$/.test(word))
  const noun = nounEndingAt(words, rest.length)
  return noun !== undefined && noun.start <= 2 ? noun : undefined
}

/** German puts the verb first: "Damit laufen alle Tests durch", "Jetzt ist der Build grün". */
function inverted(words: readonly Word[], { start, end }: Predicate): Noun | undefined {
  const word = words[start]?.word ?? ''
  if (!GERMAN_VERB.test(word)) return undefined
  const isWhole = start === end
  for (let at = start + 1; at <= (isWhole ? start + 4 : end - 1); at++) {
    if (isBoundary(words, at)) return undefined
    const noun = nounAt(words, at)
    if (noun !== undefined) return noun
  }
  return undefined
}

const GERMAN_VERB =
  /^(?:läuft|laufen|liefen|lief|ist|sind|besteht|bestehen|bestanden|funktioniert|funktionieren|meldet|hat|haben)$/

const LIST = set(', and und & + / sowie')

function listedBefore(words: readonly Word[], last: Noun): readonly Noun[] {
  const nouns: Noun[] = []
  let start = last.start
  for (;;) {
    // Articles and adjectives of the noun behind.
    let at = start - 1
    while (
      at >= 0 &&
      at > start - 4 &&
      /^(?:the|all|die|der|das|alle|unit|full|whole|production|also|both|type|our|auch)$/.test(
        words[at]?.word ?? '',
      )
    )
      at--
    if (!LIST.has(words[at]?.word ?? '')) return nouns
    while (LIST.has(words[at]?.word ?? '')) at--
    const noun = nounEndingAt(words, at)
    if (noun === undefined) return nouns
    nouns.push(noun)
    start = noun.start
  }
}

/** The number of tests where all of them are meant; `part` where a part is. */
function countOf(words: readonly Word[], noun: Noun, predicate: Predicate): number | 'part' | undefined {
  const behind =
    ratio(words, predicate.end + 1) ??
    ratio(words, predicate.end + 2) ??
    reported(words, noun, predicate) ??
    fragmentCount(words, noun, predicate)
  if (behind !== undefined) return behind
  if (noun.isOfTests !== true) return undefined
  const before = words.slice(Math.max(0, noun.start - 6), noun.start).map(({ word }) => word)
  const text = before.slice(before.findLastIndex((word) => /^[,;:(–—]$/.test(word)) + 1).join(' ')
  const match =
    /(?:^| )(\d[\d.,]*)(?: (?:of|von|\/|out of) (?:the |den |all |allen )?(\d[\d.,]*))?((?: \S+)*)$/.exec(
      text,
    )
  if (match === null) return undefined
  const [, first = '', of, more = ''] = match
  if (of !== undefined && numberOf(of) !== numberOf(first)) return 'part'
  const gap = words.slice(noun.end + 1, predicate.start)
  const isWhole =
    more === '' &&
    gap.every(({ word, code }) => code === undefined && (FILLERS.has(word) || COPULAS.has(word)))
  return isWhole ? numberOf(first) : undefined
}

/** "pytest reports 18 passed". */
function reported(words: readonly Word[], noun: Noun, { start, end }: Predicate): number | undefined {
  const isReport = noun.kinds.includes('tests') && end > start && words[end]?.word === 'passed'
  return isReport ? numberOf(words[end - 1]?.word) : undefined
}

/** `Tests: 42 passed`, `Tests: 42/42 passed`. */
function fragmentCount(
  words: readonly Word[],
  noun: Noun,
  { start }: Predicate,
): number | 'part' | undefined {
  if (!noun.kinds.includes('tests') || start <= noun.end + 1) return undefined
  const between = words.slice(noun.end + 1, start).map(({ word }) => word)
  const numbers = between.filter((word) => /^\d/.test(word))
  if (!between.every((word) => /^\d/.test(word) || LINKS.has(word) || FILLERS.has(word) || word === '/'))
    return undefined
  if (numbers.length === 2) return numbers[0] === numbers[1] ? numberOf(numbers[0]) : 'part'
  return numbers.length === 1 ? numberOf(numbers[0]) : undefined
}

/** `42/42` or `(42/42` at this place. */
function ratio(words: readonly Word[], at: number): number | 'part' | undefined {
  const [first, slash, second] = words.slice(at, at + 3).map(({ word }) => word)
  if (
    slash !== '/' ||
    first === undefined ||
    second === undefined ||
    !/^\d+$/.test(first) ||
    !/^\d+$/.test(second)
  )
    return undefined
  return first === second ? Number(first) : 'part'
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^(?:\d{1,6}|\d{1,3}(?:[.,]\d{3})+)$/.test(text)) return undefined
  return Number(text.replace(/[.,]/g, ''))
}

/** "12/12 passed", "All 42 pass": tests without the word. */
function ratioAt(words: readonly Word[], at: number): readonly CheckStatement[] {
  if (!/^(?:pass|passed|passing|green|passes|bestanden|grün)$/.test(words[at]?.word ?? '')) return []
  let number = ratio(words, at - 3) ?? (words[at + 1]?.word === '(' ? ratio(words, at + 2) : undefined)
  let from = at - 3
  if (number === undefined) {
    const hasAll = /^(?:all|alle)$/.test(words[at - 2]?.word ?? '')
    const isSummary = words[at + 1]?.word === ',' && (words[at + 2]?.word ?? '').startsWith(CLEAN)
    if (!hasAll && !isSummary) return []
    number = numberOf(words[at - 1]?.word)
    from = at - 2
  }
  if (number === undefined || number === 'part' || !endsThere(words, at)) return []
  return isAsserted({ words, from: Math.max(0, from), to: at }, { isCheck: true })
    ? [{ kind: 'tests', count: number }]
    : []
}

/** "No lint errors", "keine Typfehler". */
function hintAt(words: readonly Word[], at: number): readonly CheckStatement[] {
  const hint = /^%clean:(tests|build|lint|types)$/.exec(words[at]?.word ?? '')?.[1]
  if (hint === undefined || !isAsserted({ words, from: at, to: at }, { isCheck: true })) return []
  return isKind(hint) ? [{ kind: hint }] : []
}

function isKind(text: string): text is CheckKind {
  return text === 'tests' || text === 'build' || text === 'lint' || text === 'types'
}

const GENERIC = set(
  'it everything project code app package packages crate workspace library typescript module application bundle site extension es alles projekt anwendung paket bibliothek',
)

/** "It compiles", "the project builds cleanly", "everything type-checks". */
function genericAt(words: readonly Word[], at: number): readonly CheckStatement[] {
  const word = words[at]?.word ?? ''
  const subject = subjectWord(words, at)
  if (!GENERIC.has(subject)) return []
  const isTypes =
    /^(?:type-checks?|typechecks?|type-checked)$/.test(word) ||
    (word === 'checks' && words[at - 1]?.word === 'type')
  if (isBuildable(words, at) && isAsserted({ words, from: at, to: at }, { isCheck: true }))
    return [{ kind: 'build' }]
  const isCompiled = /^(?:compiles?|compiled|kompiliert)$/.test(word)
  const isJoined = subject !== 'it' && subject !== 'es' && /^(?:and|und)$/.test(words[at + 1]?.word ?? '')
  const isBuilt = /^(?:builds|built|baut)$/.test(word) && (isJoined || isAdverb(words[at + 1]?.word))
  if ((!isTypes && !isCompiled && !isBuilt) || !endsThere(words, at)) return []
  if (!isAsserted({ words, from: at, to: at }, { isCheck: true })) return []
  return [{ kind: isTypes || subject === 'typescript' ? 'types' : 'build' }]
}

/** "lässt sich wieder bauen". */
function isBuildable(words: readonly Word[], at: number): boolean {
  if (words[at]?.word !== 'lässt' || words[at + 1]?.word !== 'sich') return false
  return words.slice(at + 2, at + 7).some(({ word }) => word === 'bauen' || word === 'kompilieren')
}

function isAdverb(word = ''): boolean {
  return (
    SUCCESSES.has(word) || word.startsWith(CLEAN) || /^(?:again|now|fine|wieder|jetzt|without)$/.test(word)
  )
}

function subjectWord(words: readonly Word[], at: number): string {
  for (let index = at - 1; index >= Math.max(0, at - 4); index--) {
    const word = words[index]?.word ?? ''
    if (!FILLERS.has(word) && word !== 'type' && !/^(?:builds?|and|und)$/.test(word)) return word
  }
  return ''
}

/** A number of failures other than 0 anywhere in the sentence. */
function hasFailures(words: readonly Word[]): boolean {
  return words.some(({ word }, at) => {
    if (!/^(?:failed|fail|fails|failing|failures?|fehlgeschlagen)$/.test(word)) return false
    return words
      .slice(Math.max(0, at - 2), at)
      .some((one) => /^(?:[1-9]\d*|one|two|three|ein|eine|zwei|drei)$/.test(one.word))
  })
}
