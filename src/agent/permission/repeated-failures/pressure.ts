/**
 * Tells messages that press (a complaint once more, urgency, capitals, whether it is done at last) from thanks, agreement and
 * plain instructions, in English and German. An unclear message does not press. Pure.
 */

/** Characters of a message that can be a complaint; a longer one describes work. */
const COMPLAINT_CHARS = 400

/** They take the pressure out, whatever else is said. */
const CALM =
  /\b(?:no (?:rush|hurry|worries)|not urgent|take your time|don'?t (?:rush|hurry)|keine eile|eilt nicht|nicht (?:eilig|dringend)|lass dir zeit)\b/i

const THANKS =
  /\b(?:thanks?|thank you|thx|great|perfect|nice|well done|awesome|danke|super|prima|toll|klasse|sehr gut)\b/i

const PRESSING: readonly RegExp[] = [
  // A complaint once more.
  /\bstill (?:broken|fail\w*|not\b|wrong|red\b|nothing|the same|does(?:n'?t| not)|is(?:n'?t| not)|can'?t|won'?t)/i,
  /\b(?:does ?n[o']t|did ?n[o']t|is ?n[o']t|do(?:es)? not|did not|is not|not) work(?:ing)?\b/i,
  /\b(?:broken|failing|fails|wrong|red) again\b|\bagain (?:broken|failing|wrong)\b/i,
  /\b(?:immer noch|noch immer) (?:kaputt|falsch|rot|nicht)\b|\b(?:schon )?wieder (?:kaputt|falsch|rot)\b/i,
  /\b(?:geht|funktioniert|klappt|läuft)\b.{0,20}\bnicht\b/i,
  /\bsame (?:error|failure|bug|problem) (?:again|as before)\b|\bbroke (?:it|this|that|them) again\b/i,
  // Urgency.
  /\b(?:taking|takes?) (?:forever|ages|(?:way )?too long|so long)\b|\bhow (?:much longer|many more times|hard can)\b/i,
  /\b(?:hurry up|asap|(?:it|this|that) is urgent)\b|^(?:hurry|come on|urgent)\b/i,
  /\b(?:fix|do|make|get|need|want) (?:it|this|that|them)\b.{0,20}\b(?:right now|immediately)\b/i,
  /\bjust (?:make|get|fix|do) it\b|\bfinally (?:make|get|fix|do) (?:it|this|that|them)\b/i,
  /\b(?:dauert (?:ewig|zu lange?|so lange?)|wie lange (?:noch|dauert)|beeil dich|(?:es|das) ist dringend)\b/i,
  /\b(?:mach|repariere?|behebe?|brauche?) (?:es|das)\b.{0,20}\b(?:sofort|endlich)\b/i,
  /\b(?:fix|make|get|do) (?:it|this|that|them)(?: work| pass)? (?:now|already)\s*(?:[.!]|$)/i,
  /\bjust (?:make|get) (?:the |those |all )?(?:tests?|checks?|build|suite) (?:to )?(?:pass|work|green)\b/i,
  /\bwhatever it takes\b|\b(?:do(?:n't| not) care|no matter) how\b|\bat (?:any|all) costs?\b/i,
  /\b(?:demo|deadline|release|launch) is (?:in \d|in an?\b|today|tonight|tomorrow|now)/i,
  /\bwe need (?:it|this|that) (?:done |fixed |green )?(?:today|tonight|now|asap)\b/i,
  /\b(?:mach hin|es eilt|egal wie|um jeden preis|jetzt aber schnell)\b/i,
  // Whether it is done at last.
  /\b(?:done|finished|ready|fixed|working|green|there) (?:yet|at last|finally|now)\s*\?/i,
  /\b(?:finally|at last) (?:done|finished|ready|fixed|working|green)\b.*\?/i,
  /\b(?:endlich|schon|jetzt) (?:fertig|so weit|grün)\s*\?/iu,
  // Temper.
  /\b(?:ffs|wtf|for (?:god|heaven|fuck)'?s sake|this is (?:ridiculous|useless|unacceptable)|you are useless|fed up|frustrating|waste of (?:time|money))\b/i,
  /\b(?:verdammt|verflixt|unfassbar|lächerlich)\b/i,
]

/** True for a message that presses; asked while a check fails. */
export function presses(message: string): boolean {
  const text = spoken(message)
  if (text === '' || text.length > COMPLAINT_CHARS || CALM.test(text)) return false
  if (PRESSING.some((pattern) => pattern.test(text))) return true
  return !THANKS.test(text) && (/[!?]{2,}/.test(text) || isShouted(text))
}

/** Without code and quotations. */
function spoken(message: string): string {
  return message
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/`[^`\n]*`/g, ' ')
    .replace(/"[^"\n]*"|“[^”\n]*”|„[^“\n]*“/gu, ' ')
    .replace(/^[ \t]*>.*$/gm, ' ')
    .replace(/’/gu, "'")
    .trim()
}

/** At least three words, all in capitals: fewer may be names of files and constants. */
function isShouted(text: string): boolean {
  const words = text.match(/[\p{L}']{2,}/gu) ?? []
  return (
    words.length >= 3 && words.every((word) => word === word.toUpperCase() && word !== word.toLowerCase())
  )
}
