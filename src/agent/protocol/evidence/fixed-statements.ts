/** Statements that a fault is gone. */
import { clauseEnd, clauseStart, isAsserted, isBoundary } from './asserted.ts'
import type { Sentence, Word } from './sentences.ts'

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '))

const FAULT =
  /^(?:bugs?|issues?|problems?|crash(?:es)?|errors?|failures?|regressions?|leaks?|races?|deadlocks?|typos?|warnings?|exceptions?|defects?|glitch(?:es)?|hangs?|freezes?|flicker(?:ing)?|faults?|vulnerabilit(?:y|ies)|conflicts?|mistakes?|off-by-one|loops?|fehlern?|fehlers|bugs|problemen?|abstürzen?|absturz|regressionen|tippfehler|warnung(?:en)?|ausnahmen?|leck|lecks|konflikte?|ursache|schwachstellen?|\p{L}+-(?:bug|fehler|problem|issue|crash|error)|\p{L}+fehlern?)$/u
const PRONOUNS = set('it this that both everything these those es das dies beides alles beide')
const NOW = set('now again jetzt nun wieder damit somit')
const SUBJECTS = set("i we i've we've this that change patch edit update commit ich wir")
const BETWEEN = set(
  "have has also now just successfully then and finally all already've habe haben auch jetzt nun und damit ✅ ✓ ✔ - • : – —",
)
const DETERMINERS = set(
  'the a an this that these those it both all your our my its two three four several another every each some one',
)
const COPULAS = set("is are 's 're has have ist sind wurde wurden been was were")
const GONE = set('fixed resolved repaired gone behoben gefixt repariert gelöst beseitigt verschwunden weg')
/** Things that are fixed in another sense. */
const IN_PLACE = set('at to for per in by position width size height length point with')

/** Whether a sentence says so. */
export function saysFixed({ words, isHeading }: Sentence): boolean {
  return words.some((_, at) => {
    const end = fixedTo(words, at, isHeading)
    if (end === undefined) return false
    return (
      isAsserted({ words, from: at, to: end.to }, { isCheck: false, hasObject: end.hasObject }) &&
      !isOthers(words, at)
    )
  })
}

interface End {
  readonly to: number
  readonly hasObject: boolean
}

function fixedTo(words: readonly Word[], at: number, isHeading: boolean): End | undefined {
  const word = words[at]?.word ?? ''
  if (GONE.has(word)) {
    if (isActive(words, at)) return { to: at, hasObject: true }
    if (isPassive(words, at) || (!isHeading && isAlone(words, at)) || isFragment(words, at))
      return { to: at, hasObject: false }
  }
  if (/^(?:fixes|resolves)$/.test(word))
    return isThisFixes(words, at) ? { to: at, hasObject: true } : undefined
  return worksNow(words, at) ?? noLonger(words, at)
}

/** "I fixed the crash", "Fixed `parse`", "habe ich den Fehler behoben". */
function isActive(words: readonly Word[], at: number): boolean {
  const { word = '' } = words[at] ?? {}
  if (/^(?:gone|weg|verschwunden)$/.test(word)) return false
  if (/^(?:behoben|gefixt|repariert|gelöst|beseitigt)$/.test(word)) return isGermanActive(words, at)
  const next = words[at + 1]
  const isObject =
    next?.code !== undefined ||
    DETERMINERS.has(next?.word ?? '') ||
    /^[#\d]/.test(next?.word ?? '') ||
    hasFault(words, at + 1, at + 6)
  if (next === undefined || !isObject) return false
  if (/^resolved$/.test(word) && !hasFault(words, at + 1, clauseEnd(words, at + 1))) return false
  return isBySubject(words, at)
}

function isBySubject(words: readonly Word[], at: number): boolean {
  let before = at - 1
  while (before >= 0 && BETWEEN.has(words[before]?.word ?? '')) before--
  if (before < 0) return true
  // A list of what was done: "I found the cause and fixed it"; a clause begins at the last mark passed.
  const subject = words[before]?.word ?? ''
  if (subject === 'that' || subject === 'this') return before === clauseStart(words, before)
  if (SUBJECTS.has(subject)) return true
  const joint = words[before + 1]?.word ?? ''
  if (!/^(?:and|und|then|:|–|—|-)$/.test(joint) && !isBoundary(words, before)) return false
  return words
    .slice(0, before)
    .every(({ word }) => !/^(?:you|they|he|she|who|which|someone|upstream|team|author)$/.test(word))
}

function isGermanActive(words: readonly Word[], at: number): boolean {
  const start = clauseStart(words, at)
  const clause = words.slice(start, at).map(({ word }) => word)
  if (!clause.some((word) => /^(?:habe|haben)$/.test(word))) return false
  return words[at]?.word !== 'gelöst' || hasFault(words, start, at)
}

/** "The crash is fixed now", "ist behoben". */
function isPassive(words: readonly Word[], at: number): boolean {
  let before = at - 1
  const between: string[] = []
  while (before >= 0 && !COPULAS.has(words[before]?.word ?? '') && between.length < 4)
    between.push(words[before--]?.word ?? '')
  const verb = words[before]?.word ?? ''
  const german = /^(?:behoben|gefixt|repariert|gelöst|beseitigt|verschwunden|weg)$/.test(
    words[at]?.word ?? '',
  )
  if (!COPULAS.has(verb) && !isSubordinate(words, at)) return false
  if (
    !german &&
    between.some(
      (word) => !/^(?:now|also|both|all|fully|completely|finally|been|properly|correctly)$/.test(word),
    )
  )
    return false
  // "a conflict that is resolved"
  if (/^(?:that|which|who)$/.test(words[before - 1]?.word ?? '') && before > 1) return false
  const next = words[at + 1]?.word ?? ''
  if (/^(?:was|were)$/.test(verb) && !(words[at + 1] === undefined || /^[.!]$/.test(next))) return false
  if (IN_PLACE.has(next) && !/^(?:in|by|with|for)$/.test(next)) return false
  const start = clauseStart(words, at)
  const subject = words.slice(start, at)
  if (hasFault(words, start, at + 1)) return true
  if (IN_PLACE.has(next) || /^(?:width|size|position|height)$/.test(subject.at(-2)?.word ?? '')) return false
  if (/^(?:resolved|gelöst|gone|weg|verschwunden)$/.test(words[at]?.word ?? '')) return false
  const isNow = NOW.has(next) || between.some((word) => NOW.has(word))
  return isNow || german || PRONOUNS.has(subject[0]?.word ?? '') || subject[0]?.code !== undefined
}

/** "…, dass der Fehler behoben ist". */
function isSubordinate(words: readonly Word[], at: number): boolean {
  return /^(?:ist|sind|wurde|wurden)$/.test(words[at + 1]?.word ?? '')
}

/** "Fixed.", "Behoben." */
function isAlone(words: readonly Word[], at: number): boolean {
  return words.every(
    ({ word, code }, index) =>
      index === at || (code === undefined && (BETWEEN.has(word) || /^[.!🎉]$/u.test(word))),
  )
}

/** "Fehler behoben", "Bug fixed". */
function isFragment(words: readonly Word[], at: number): boolean {
  const end = words[at + 1]
  return (
    at >= 1 &&
    at <= 4 &&
    FAULT.test(words[at - 1]?.word ?? '') &&
    (end === undefined || isBoundary(words, at + 1) || /^[.!]$/.test(end.word))
  )
}

/** "This fixes the crash"; not a commit's title. */
function isThisFixes(words: readonly Word[], at: number): boolean {
  const before = words[at - 1]?.word === 'also' || words[at - 1]?.word === 'now' ? at - 2 : at - 1
  return (
    /^(?:this|that|change|patch|edit)$/.test(words[before]?.word ?? '') && hasFault(words, at + 1, at + 7)
  )
}

const ENDS =
  /^(?:[.!]|again|correctly|properly|reliably|fine|too|as|after|without|nach|wieder|korrekt|richtig|zuverlässig|wie|ohne|einwandfrei|auch|🎉|✅)$/u
const CHECKS = /^(?:tests?|build|lint|linter|suite|types|typecheck|ci)$/

/** "The login works now", "now works", "funktioniert jetzt wieder". */
function worksNow(words: readonly Word[], at: number): End | undefined {
  const word = words[at]?.word ?? ''
  const next = words[at + 1]?.word ?? ''
  if (words.slice(clauseStart(words, at), at).some((one) => CHECKS.test(one.word))) return undefined
  const ends = (index: number) =>
    words[index] === undefined || isBoundary(words, index) || ENDS.test(words[index]?.word ?? '')
  if (/^(?:works|work|working)$/.test(word)) {
    const before = words[at - 1]?.word ?? ''
    if (word === 'working' && !/^(?:is|are|now)$/.test(before)) return undefined
    const then = words[at + 2]?.word ?? ''
    if (
      /^(?:correctly|properly|fine|reliably)$/.test(next) &&
      (then === 'now' || then === 'again') &&
      ends(at + 3)
    )
      return { to: at + 2, hasObject: false }
    if ((next === 'now' || next === 'again') && ends(at + 2)) return { to: at + 1, hasObject: false }
    return before === 'now' && ends(at + 1) && at > 1 ? { to: at, hasObject: false } : undefined
  }
  if (/^(?:funktioniert|funktionieren|geht|klappt)$/.test(word) && /^(?:jetzt|nun|wieder)$/.test(next)) {
    const to = /^(?:wieder|auch)$/.test(words[at + 2]?.word ?? '') ? at + 2 : at + 1
    return ends(to + 1) ? { to, hasObject: false } : undefined
  }
  return undefined
}

const FAULTY =
  /^(?:crash(?:es)?|fails?|throws?|hangs?|freezes?|occurs?|happens?|leaks?|breaks?|flickers?|errors?|reproduces?|panics?)$/

/** "The app no longer crashes", "stürzt nicht mehr ab", "tritt nicht mehr auf". */
function noLonger(words: readonly Word[], at: number): End | undefined {
  const [first = '', second = '', third = ''] = words.slice(at, at + 3).map(({ word }) => word)
  if (first === 'no' && second === 'longer' && FAULTY.test(third)) return { to: at + 2, hasObject: true }
  if (first !== 'nicht' || second !== 'mehr') return undefined
  const verb = words[at - 1]?.word ?? ''
  const isGone =
    (/^(?:stürzt|stürzen)$/.test(verb) && third === 'ab') ||
    (/^(?:tritt|treten)$/.test(verb) && third === 'auf') ||
    (verb === 'schlägt' && third === 'fehl')
  return isGone ? { to: at + 2, hasObject: false } : undefined
}

function hasFault(words: readonly Word[], from: number, to: number): boolean {
  return words.slice(from, to).some(({ word }) => FAULT.test(word))
}

/** It was others who did it, or another version. */
function isOthers(words: readonly Word[], at: number): boolean {
  const around = words.slice(clauseStart(words, at), clauseEnd(words, at + 1)).map(({ word }) => word)
  return (
    around.some(
      (word) =>
        /^(?:you|upstream|already|bereits|schon|v\d.*|version|release|pr|later|maintainers?)$/.test(word) &&
        word !== 'you',
    ) || around.slice(0, 2).includes('you')
  )
}
