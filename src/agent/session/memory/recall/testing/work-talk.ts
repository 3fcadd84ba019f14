/**
 * Talk at work on a web shop, made from a seed: no two messages are alike, and all have words of the same trade. For some messages it
 * stays with the same two things, as work does, and mentions others beside them.
 */
import { seededRandom } from '../../../../../testing/seeded-random.ts'

const AREAS = `the basket|the checkout|the price table|the search index|the image upload|the mail templates|the login form|the export for the bank
the admin pages|the test helpers|the deployment script|the cache|the translations|the invoices|the webhooks|the rate limiter
the background jobs|the feature flags|the product list|the stock counter|the tax rules|the session store|the service worker
the date picker|the staging server|the preview|the customer records|the release notes|the payment provider|the warehouse interface`

const FILES = `src/cart/total.ts|src/search/query.ts|server/mail/render.ts|server/queue.ts|src/login/form.svelte|scripts/deploy.sh|test/helpers/clock.ts
server/webhooks/receive.ts|src/admin/users.svelte|server/db/migrate.ts|src/i18n/en.json|server/invoice/pdf.ts|src/upload/resize.ts`

const PEOPLE =
  'Anna|Deniz|Paulo|the designer|the support team|somebody from sales|the new colleague|Ruth|the auditor|a customer'

const SIGNS = `a timeout in the log|a failing test|a wrong total|an empty page|a slow query|a warning of the linter|two events with the same number
a request that is sent twice|a missing translation|a port that is already in use|an error in the console|memory that grows by the hour
a date that is a day off|a key that nobody recognises|a file that is written and never read|a flag that is always on`

const ACTS = `look at|tidy up|split|measure|test|rename|document|simplify|review|rewrite|explain|profile`

const WAYS = `with a small test first|without a new dependency|in one commit|before the release|as the rest of the code does it|step by step
behind a flag|and leave the public names alone|in the branch that is open already|after lunch, when the staging server is free`

const WHEN =
  'yesterday|this morning|last week|since the release|twice on Friday|after the upgrade|during the demo|in the night'

const SENTENCES = [
  'Please {act} {area} {way}.',
  '{person} saw {sign} in {area} {when}.',
  'I think that {area} and {area} share more code than they should, and {file} is where it shows.',
  'In {file} around line {number} there is a branch that only runs when {area} is empty.',
  'We tried to {act} {area} {when}, and the tests took {number} seconds longer.',
  'The old version of {area} kept its state in {file}, which is why {person} asks about it.',
  'Do not worry about {area} for now; {area} comes first.',
  'If you find {sign}, write it down and go on with {area}.',
  'There were {number} calls a minute to {area} {when}, mostly from {person}.',
  '{person} would like to {act} {area}, but only {way}.',
  'How does {area} know that {area} has changed, and who tells {file}?',
  'My guess is that {sign} comes from {area} and not from {file}.',
  'We agreed with {person} that {area} is done when {number} cases pass.',
  'The server for {area} was restarted {when}, so ignore {sign}.',
  'After that, {act} {file} and tell me whether {area} still needs it.',
  'It may be that {file} is loaded {number} times where once would do.',
  'Customers notice {sign} in {area} at once, and then {person} gets the mails.',
  'Can you {act} the part of {file} that {area} uses, and keep the names?',
  'The name of the folder is wrong, too, but {person} wants to keep it until {area} is out.',
  'Last time {sign} was only there because {area} had the settings of {area}.',
] as const

const WORDS = { least: 60, most: 150 }
/** Messages that stay with the same things, at least and at most, and the share of mentions that are of these. */
const STAYS = { least: 4, most: 14, share: 0.8 }

type Slot = 'act' | 'area' | 'file' | 'number' | 'person' | 'sign' | 'way' | 'when'

const CHOICES: Readonly<Record<Exclude<Slot, 'number'>, readonly string[]>> = {
  act: ACTS.split('|'),
  area: AREAS.split(/[|\n]/),
  file: FILES.split(/[|\n]/),
  person: PEOPLE.split('|'),
  sign: SIGNS.split(/[|\n]/),
  way: WAYS.split(/[|\n]/),
  when: WHEN.split('|'),
}

/** So many messages of the user; `planted` are sentences that stand in the messages of these numbers. */
export function workTalk(
  seed: number,
  count: number,
  planted: ReadonlyMap<number, string>,
): readonly string[] {
  const random = seededRandom(seed)
  const below = (most: number) => Math.floor(random() * most)
  const one = (from: readonly string[]) => from[below(from.length)] ?? ''
  let [topics, left] = [[''], 0]
  const area = () => one(random() < STAYS.share ? topics : CHOICES.area)
  const fill = (sentence: string) =>
    sentence.replaceAll(/\{(\w+)\}/g, (_, slot: Slot) =>
      slot === 'number' ? String(2 + below(5_000)) : slot === 'area' ? area() : one(CHOICES[slot]),
    )
  return Array.from({ length: count }, (_, turn) => {
    if (left-- === 0) {
      topics = [one(CHOICES.area), one(CHOICES.area)]
      left = STAYS.least + below(STAYS.most - STAYS.least)
    }
    const wanted = WORDS.least + below(WORDS.most - WORDS.least - 30)
    const sentences: string[] = []
    while (wordsIn(sentences) < wanted) sentences.push(sentenceCase(fill(one(SENTENCES))))
    const fact = planted.get(turn)
    if (fact !== undefined) sentences.splice(below(sentences.length + 1), 0, fact)
    return sentences.join(' ')
  })
}

function wordsIn(sentences: readonly string[]): number {
  return sentences.join(' ').split(' ').length
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
