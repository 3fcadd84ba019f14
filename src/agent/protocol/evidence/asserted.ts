/**
 * Whether a sentence asserts something, or plans, supposes, denies, reports or limits it. Errs on the side of "not asserted":
 * a mark on a sentence that states nothing makes readers ignore the others.
 */
import type { Word } from './sentences.ts'

/** Stands for "no errors", "0 failed" and the like. */
export const CLEAN = '%clean'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const PUNCTUATION = set(', ; : ( ) – — - → ⇒ | [ ] · •')
const CONJUNCTIONS = set(
  'but while whereas although though because which who whose aber während obwohl weil denn sondern jedoch wobei',
)
/** After "and", these begin a clause of their own. */
const CLAUSE_STARTS = set(
  'the all it i we you this that they there now no die der das alle es ich wir du dies dieser diese dieses jetzt nun',
)

/** A word that ends a clause. */
export function isBoundary(words: readonly Word[], at: number): boolean {
  const { word = '' } = words[at] ?? {}
  if (PUNCTUATION.has(word) || CONJUNCTIONS.has(word)) return true
  return (word === 'and' || word === 'und') && CLAUSE_STARTS.has(words[at + 1]?.word ?? '')
}

/** Index of the first word of the clause in which `at` stands. */
export function clauseStart(words: readonly Word[], at: number): number {
  let start = at
  while (start > 0 && !isBoundary(words, start - 1)) start--
  return start
}

/** Index behind the last word of the clause. */
export function clauseEnd(words: readonly Word[], at: number): number {
  let end = at
  while (end < words.length && !isBoundary(words, end)) end++
  return end
}

/** Conditions, plans and reports: all that follows them in the sentence is not asserted. */
const BEFORE = set(
  "if unless whether once until till whenever assuming provided suppose i'll we'll you'll let's please according how why what " +
    "i'd we'd you'd example hopefully ideally " +
    'said told claimed gesagt behauptet sagtest meintest ' +
    'ob wenn falls sofern sobald solange bis bitte laut beispiel beispielsweise hoffentlich sicherzustellen sicherstellen',
)
const BEFORE_PAIRS = set(
  'so_that in_case in_order as_soon as_long let_me make_sure making_sure i_will we_will you_will going_to to_make to_ensure ' +
    'to_verify to_confirm to_check to_see to_get to_have to_prove to_keep i_plan i_want i_need you_want want_to need_to ' +
    'ci_reports ci_says ci_claims pipeline_reports pipeline_says ci_meldet ci_sagt in_your in_deiner in_deinem ich_werde werde_ich wir_werden lass_mich lass_uns so_dass um_zu for_example the_goal das_ziel nächster_schritt',
)
const IMPERATIVES = set(
  'run rerun re-run execute try use check verify confirm ensure make see add create update change remove delete set fix open ' +
    'install wait commit push merge deploy review look consider remember keep get let give tell ask start confirming verifying ' +
    'checking ensuring making getting expect next todo goal plan before until ' +
    'führe starte prüfe überprüfe teste nutze verwende stelle stell achte öffne schau warte füge ändere behebe sorge ' +
    'versuche mach lass zuerst anschließend danach',
)
const FILLERS_IN_FRONT = set(
  'then now and also ok okay so well great first finally lastly ✅ ✓ ✔ - • dann und also nun jetzt gut',
)

/** In the same clause before it. */
const NEGATIONS = set(
  'not never no none neither nor cannot hardly barely without almost nearly partially partly mostly yet ' +
    'nicht nie niemals nichts ohne weder fast beinahe teilweise größtenteils kaum noch_nicht',
)
const MODALS = set(
  'should shall will would could can may might must ought need needs supposed expected be to ' +
    'sollte sollten soll sollen müsste müssten muss müssen könnte könnten kann können dürfte dürften würde würden werden wird möchte will zu',
)
const REPORTS = set(
  'say says said saying claim claims claimed claiming state states stated mention mentions mentioned told think believe assume ' +
    'assumed guess suspect expect hope probably presumably likely perhaps maybe apparently supposedly allegedly seem seems appear ' +
    'appears theoretically theory reported asks asked wants wanted pretend imagine ' +
    'sagt sagte sagtest sagen gesagt behauptet behauptest behauptete meint meinst schreibt schreibst erwähnt glaube denke vermute ' +
    'hoffe wahrscheinlich vermutlich vielleicht anscheinend scheinbar angeblich scheint scheinen theoretisch eigentlich erwarte erwartet',
)
const CAUSES = set(
  'make makes making made get gets getting let lets keep keeps keeping kept want ensure ensures ensuring guarantee guarantees ' +
    'require requires required requiring see help helps until confirms proving prove ' +
    'sorgt sorgen sicherstellt garantiert verlangt',
)
const TIMES = set(
  'before previously originally earlier formerly initially yesterday used baseline upstream already soon later tomorrow ' +
    'vorher zuvor früher ursprünglich anfangs gestern bisher bereits schon später bald morgen',
)
const QUANTITIES = set(
  'some most many few several half only any einige manche viele meisten nur wenige halbe beide_nicht',
)
const FAILURES = /^(?:fail\w*|broken|red|fehlgeschlagen\w*|fehlschl\w*|kaputt\w*|rot|failing)$/

/** After it, in the same clause. */
const LIMITS = set(
  'if once when unless except until only not nicht kein keine keiner wenn falls sobald sofern außer nur yet should would will ' +
    'aus though before previously soon later tomorrow apart aside vorher zuvor später solange',
)
/** They begin a following clause that takes something back. */
const RETRACTIONS = set(
  'if unless except once wenn falls sofern sobald solange außer assuming provided apart aside excluding minus',
)

interface Place {
  readonly words: readonly Word[]
  /** Indices of the first and the last word of the statement. */
  readonly from: number
  readonly to: number
}

interface Manner {
  /** A check: parts of it, and times before, do not count. */
  readonly isCheck: boolean
  /** An object follows that may have clauses of its own: "fixed the crash when the list is empty". */
  readonly hasObject?: boolean
}

/** Whether the words at a place are stated as a fact of now. */
export function isAsserted({ words, from, to }: Place, { isCheck, hasObject = false }: Manner): boolean {
  if (words.at(-1)?.word === '?' || isQuestion(words)) return false
  if (isImperative(words) || words.slice(0, from).some((_, at) => suspends(words, at))) return false
  const start = clauseStart(words, from)
  for (let at = start; at <= to; at++) if (weakens(words, at, { isCheck, isInside: at >= from })) return false
  return hasObject || (!isLimited(words, to, isCheck) && !isTakenBack(words, to))
}

function isQuestion(words: readonly Word[]): boolean {
  return words.slice(-2).some(({ word }) => word === '?')
}

function isImperative(words: readonly Word[]): boolean {
  const first = words.findIndex(({ word }) => !FILLERS_IN_FRONT.has(word))
  const word = words[first]?.word ?? ''
  // "Check: all tests pass" is a title.
  return IMPERATIVES.has(word) && words[first + 1]?.word !== ':'
}

function suspends(words: readonly Word[], at: number): boolean {
  const word = words[at]?.word ?? ''
  const next = words[at + 1]?.word ?? ''
  if (word === 'when') return !isOwnRun(words, at)
  // "Before: tests pass", as a title.
  if ((TIMES.has(word) || TITLES.test(word)) && next === ':') return true
  if (word === 'without' || word === 'ohne')
    return words
      .slice(at + 1, at + 5)
      .some((one) => /^(?:changes?|fix|patch|änderung(?:en)?)$/.test(one.word))
  if (word === 'damit') return !isWithThat(words, at)
  if (word === 'after' || word === 'nachdem' || word === 'before' || word === 'bevor')
    return isOfCheck(next, words[at + 2]?.word)
  if (word === 'what' || word === 'how' || word === 'why') return at === 0 || next === 'to' || word !== 'what'
  return BEFORE.has(word) || BEFORE_PAIRS.has(`${word}_${next}`)
}

/** "when I ran the tests": not a condition. */
function isOwnRun(words: readonly Word[], at: number): boolean {
  return (
    /^(?:i|we)$/.test(words[at + 1]?.word ?? '') &&
    /^(?:ran|re-ran|reran|executed)$/.test(words[at + 2]?.word ?? '')
  )
}

/** "Damit sind alle Tests grün", "ist damit behoben": not a purpose. */
function isWithThat(words: readonly Word[], at: number): boolean {
  const verb = /^(?:ist|sind|läuft|laufen|funktioniert|funktionieren|besteht|bestehen|habe|wurde|wurden)$/
  return verb.test(words[at + 1]?.word ?? '') || verb.test(words[at - 1]?.word ?? '')
}

/** "after the tests pass": a time that is still to come. */
function isOfCheck(next: string, second = ''): boolean {
  const check = /^(?:tests?|build|lint|linter|types|suite|all|everything|it|alle|alles)$/
  return check.test(next) || (/^(?:the|all|die|der|your|our)$/.test(next) && check.test(second))
}

/** Titles of what is to come. */
const TITLES =
  /^(?:goals?|aim|expected|expectation|requirements?|todo|plan|ziele?|erwartung|erwartet|anforderung(?:en)?|offen)$/

interface Weight {
  readonly isCheck: boolean
  /** It stands within the statement's own words. */
  readonly isInside: boolean
}

function weakens(words: readonly Word[], at: number, { isCheck, isInside }: Weight): boolean {
  const word = words[at]?.word ?? ''
  const next = words[at + 1]?.word ?? ''
  const before = words[at - 1]?.word ?? ''
  if (NEGATIONS.has(word))
    return !(word === 'no' && next === 'longer') && !(word === 'nicht' && next === 'mehr')
  if (/n't$|^kein\w*$/.test(word)) return true
  if (word === 'can' || word === 'kann') return !isConfirmation(words, at)
  if (word === 'to' || word === 'zu') return isInside && isCheck
  if (word === 'verify' || word === 'confirm') return !/^(?:i|we|can)$/.test(before)
  if (word === 'so') return isCheck && at > 0 && before !== ',' && !PUNCTUATION.has(before) && !isInside
  if (MODALS.has(word) || REPORTS.has(word)) return true
  if (TIMES.has(word))
    return before !== 'as' && before !== 'wie' && before !== 'like' && (isCheck || isInside)
  if (!isCheck) return false
  return CAUSES.has(word) || QUANTITIES.has(word) || FAILURES.test(word)
}

/** "I can confirm that …", "kann ich bestätigen". */
function isConfirmation(words: readonly Word[], at: number): boolean {
  return words
    .slice(at + 1, at + 4)
    .some(({ word }) => /^(?:confirm|report|say|bestätigen|sagen|melden)$/.test(word))
}

function isLimited(words: readonly Word[], to: number, isCheck: boolean): boolean {
  const rest = words.slice(to + 1, clauseEnd(words, to + 1)).map(({ word }) => word)
  const end = rest.findIndex((word) => /^(?:that|dass|where)$/.test(word))
  return rest.slice(0, end < 0 ? rest.length : end).some((word, at) => {
    if (word === 'aus') return at === 0
    if (word === 'before' || word === 'vorher' || word === 'zuvor')
      return !/^(?:as|wie|like)$/.test(rest[at - 1] ?? '')
    if (word === 'werden' || (word === 'in' && /^(?:v\d|version|release)/.test(rest[at + 1] ?? '')))
      return true
    if (word === 'bis' && rest[at + 1] === 'auf') return true
    return LIMITS.has(word) || /n't$/.test(word) || (isCheck && FAILURES.test(word))
  })
}

function isTakenBack(words: readonly Word[], to: number): boolean {
  const at = clauseEnd(words, to + 1)
  const { word = '' } = words[at] ?? {}
  const next = words[at + 1]?.word ?? ''
  // A step, not a result: "tests pass → merge".
  if (word === '→' || word === '⇒') return true
  if (word === 'but' || word === 'aber')
    return /^(?:\d+|one|two|three|for|only|not|eine?r?|zwei|drei|nur|nicht)$/.test(next)
  return (
    RETRACTIONS.has(next) ||
    (next === 'but' && /^(?:only|not|for|\d+|one|two)$/.test(words[at + 2]?.word ?? ''))
  )
}
