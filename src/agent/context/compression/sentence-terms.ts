/** Words of a sentence, and cues that it is a rule, a decision, a correction or a failed attempt, as terms that can be counted. */

export interface SentenceTerms {
  readonly words: readonly string[]
  readonly cues: readonly string[]
}

const WORD = /[\p{L}\p{M}\p{N}_]+/gu
const ASCII = /^[\u0000-\u007f]*$/
const ASCII_WORD = /\w+/g
const NUMBER = /^\p{N}+$/u
const ACCENTS = /\p{M}+/gu
/** Scripts that have no spaces between words. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u
/** Forms of a word have their beginning in common, in most languages that inflect. */
const STEM_CHARS = 6
const LEAST_CHARS = 2

/** Phrases that begin such a sentence, or stand in it. */
const CUE_WORDS = [
  // Rules.
  `must|have to|has to|never|always|only|do not|don t|does not|should not|shouldn t|may not|mustn t|cannot|can t|required|mandatory
forbidden|not allowed|no longer|not anymore|from now on|make sure|remember|keep in mind|important|under no circumstances|stop|avoid|nobody
no one|unless|except|at most|at least|exactly`,
  // Decisions and names.
  `agreed|decided|decision|chose|chosen|settled|we will|we ll|we use|prefer|instead|rather than|in favor of|in favour of|deadline|named|called`,
  // Corrections.
  `wrong|incorrect|mistake|not true|i said|i told you|i meant|actually|misunderstood|undo|revert|on purpose|intended`,
  // Failed attempts and reasons.
  `tried|attempt|failed|fails|did not work|didn t work|does not work|doesn t work|did not help|didn t help|broke|broken|gave up|turned out
because|since|reason|caused`,
  // German.
  `muss|müssen|soll|sollen|darf|dürfen|nie|niemals|nicht mehr|immer|nur|kein|keine|keinen|nicht|verboten|pflicht|wichtig|ab jetzt|ab sofort
von nun an|künftig|auf keinen fall|niemand|höchstens|mindestens|genau|beschlossen|entschieden|entscheidung|vereinbart|geeinigt|statt
stattdessen|lieber|anstatt|heißt|falsch|fehler|stimmt nicht|ich meinte|ich sagte|eigentlich|absicht|versucht|probiert|gescheitert|ging nicht
geht nicht|half nicht|kaputt|weil|grund`,
  // French, Spanish, Italian, Portuguese, Russian.
  `jamais|toujours|doit|doivent|il faut|ne pas|désormais|interdit|décidé|convenu|plutôt|au lieu|faux|erreur|essayé|échoué|parce que`,
  `nunca|siempre|debe|deben|hay que|a partir de ahora|prohibido|decidido|acordado|en lugar|en vez|incorrecto|intenté|intentamos|falló|porque`,
  `sempre|mai|deve|devono|vietato|deciso|invece|sbagliato|provato|fallito|perché|não|a partir de agora|combinado|errado|tentei`,
  `никогда|всегда|нельзя|должен|должны|нужно|решили|договорились|вместо|неправильно|пробовал|пробовали|потому`,
].flatMap((cues) => cues.split(/[|\n]/))
const CUES: ReadonlySet<string> = new Set(CUE_WORDS.map((cue) => plainWords(cue).join(' ')))
const CUE_BEGINNINGS: ReadonlySet<string> = new Set([...CUES].map((cue) => cue.split(' ')[0] ?? ''))
const CUE_MOST_WORDS = Math.max(...[...CUES].map((cue) => cue.split(' ').length))
const UNSPACED_CUES =
  /必须|必須|不要|不能|不得|永远|总是|從不|从不|从现在开始|今后|決定|决定|改为|而不是|错了|不对|试过|失败|必ず|絶対|しないで|今後|決め|代わり|間違|試し|失敗|だめ/g

const OPENING_NO = /^(?:no|nein|non|nee|нет)[,.:!]\s/i
const QUOTED = /["“„«「『][^"“”„»」』]{1,60}["“”»」』]|`[^`]{1,80}`/g
/** A number, and the word or sign that says of which it is one. */
const QUANTITY = /\d[\d.,:]*\s?(%|[°€$£]|\p{L}+)?/gu
/** `a_b`, `aB`, `a.bc`. */
const IDENTIFIER = /[\p{L}\p{N}]_[\p{L}\p{N}]|\p{Ll}\p{Lu}|\p{L}\.\p{Ll}{2}/u
/** A word with a capital that does not begin the sentence. */
const NAME = /[\p{Ll}\p{N},;:] \p{Lu}\p{L}/u

export function termsOf(sentence: string): SentenceTerms {
  const plain = plainWords(sentence)
  return { words: [...new Set(plain.flatMap(stemsOf))], cues: [...new Set(cuesOf(sentence, plain))] }
}

/** Equal for texts that differ in case, accents, spaces and punctuation. */
export function plainText(sentence: string): string {
  return plainWords(sentence).join(' ')
}

function plainWords(text: string): readonly string[] {
  if (ASCII.test(text)) return text.toLowerCase().match(ASCII_WORD) ?? []
  return text.toLowerCase().normalize('NFKD').replace(ACCENTS, '').match(WORD) ?? []
}

/** A number by itself says nothing: see the cues. */
function stemsOf(word: string): readonly string[] {
  if (NUMBER.test(word)) return []
  if (UNSPACED.test(word)) {
    const chars = [...word]
    return chars.slice(1).map((char, at) => `${chars[at] ?? ''}${char}`)
  }
  return word.length < LEAST_CHARS ? [] : [word.slice(0, STEM_CHARS)]
}

function cuesOf(sentence: string, plain: readonly string[]): readonly string[] {
  const found: string[] = sentence.match(UNSPACED_CUES) ?? []
  for (const [start, word] of plain.entries()) {
    if (!CUE_BEGINNINGS.has(word)) continue
    for (let length = 1; length <= CUE_MOST_WORDS; length++) {
      const words = plain.slice(start, start + length).join(' ')
      if (CUES.has(words)) found.push(words)
    }
  }
  if (OPENING_NO.test(sentence)) found.push('no')
  if (sentence.search(QUOTED) >= 0) found.push('"')
  for (const [, unit] of sentence.matchAll(QUANTITY)) found.push(`1 ${(unit ?? '').slice(0, STEM_CHARS)}`)
  if (sentence.search(IDENTIFIER) >= 0) found.push('_')
  if (sentence.search(NAME) >= 0) found.push('A')
  return found
}
