/** Exact names in a text: paths, identifiers, commands, versions, hashes and figures. Pure. */

const CODE = /`([^`\n]{1,300})`/g
const TOKEN = /\d{1,3}(?:,\d{3})+(?![\d,])|[^\s`"'“”„«»()[\]{}<>,;|=…]+/g
/** Marks of the sentence around a token. */
const AROUND = /^[*_~.:!?¡¿#$&-]+(?=\w)|[*_~.:!?…-]+$/g
/** A place in a file: `a.ts:12:3`. */
const PLACE = /(?<=\w\.\w{1,8}):\d+(?::\d+)?$/
const LEAST = 3
const MOST = 200

/** Each once, in their order. Plain words are none. */
export function namesIn(text: string): readonly string[] {
  const names = new Set<string>()
  const rest = text.replaceAll(CODE, (_, code: string) => {
    for (const name of tokensOf(code)) if (isName(name, true)) names.add(name)
    return ' '
  })
  for (const name of tokensOf(rest)) if (isName(name, false)) names.add(name)
  return [...names]
}

/** Names alike but for their digits: one is hardly a slip of the other. */
export function withoutDigits(name: string): string {
  return name.replaceAll(/\d+/g, '#')
}

function tokensOf(text: string): string[] {
  return (text.match(TOKEN) ?? [])
    .filter(({ length }) => length <= 2 * MOST)
    .map((token) => token.replaceAll(AROUND, '').replace(PLACE, '').replace(AROUND, ''))
    .filter(({ length }) => length >= LEAST && length <= MOST)
}

function isName(token: string, isCode: boolean): boolean {
  if (/[*?\\^]/.test(token)) return false
  // Three figures of a number are hardly counted by whoever sums up.
  if (/^[\d.,:%/]+$/.test(token)) return token.replaceAll(/\D/g, '').length >= 3
  // In prose `TypeScript` and `Node.js` are names that everybody knows.
  if (!isCode && /^\p{Lu}[\p{L}\d]*(?:\.(?:js|io|ai|net))?$/iu.test(token) && /^\p{Lu}/u.test(token))
    return false
  if (/\p{Ll}\p{Lu}|\w_\w|\p{L}\d|\d\p{L}/u.test(token)) return true
  if (/^(?:e\.g|i\.e|z\.b|d\.h|u\.a|etc)$/i.test(token)) return false
  if (/[\p{L}\d]\.[\p{L}\d]{1,10}$/u.test(token)) return true
  if (/^(?:https?:|\.{0,2}\/|@)/.test(token)) return /\w/.test(token)
  if (/\/.*\//.test(token)) return true
  return isCode && /[\w\p{L}][/:.-][\w\p{L}]/u.test(token)
}
