/** Addresses that were made to harm who opens them, of all kinds, in turn. */
import { deflateSync, strToU8 } from 'fflate'
import {
  contentOf,
  linkOf,
  mutate,
  RECORDING,
  withFolders,
  withParts,
} from '../../src/agent/session/recording/hostile-links-test-support.ts'
import { writeLink } from '../../src/agent/session/recording/link-format.ts'
import type { RandomChoice } from '../../src/testing/random-choice.ts'

/** The fragment behind `#`. */
export type Fragment = string

const EVIL =
  '<img src=x onerror="parent.hacked=1"><script>hacked=1</script>[a](javascript:hacked=1)\u202e\u0000'

/** Fields of a link that is otherwise right. */
const link = (fields: object) => linkOf({ app: '1', title: 't', at: 1, objects: [], events: [], ...fields })
const said = (text: string, title: string = 't') =>
  link({
    title,
    events: [
      { type: 'session_created', logVersion: 1, appVersion: '1', at: 0 },
      { type: 'user_message', messageId: 'u', content: [{ type: 'text', text }], origin: 'human', at: 0 },
      { type: 'assistant_block', turnId: 'x', block: 0, content: { type: 'text', text }, at: 0 },
    ],
  })

type Kind = (choice: RandomChoice, whole: string) => Promise<Fragment> | Fragment

/** The more often a kind stands here, the more of it there are. */
const KINDS: readonly Kind[] = [
  mutated,
  truncated,
  truncated,
  changed,
  changed,
  // Another form, checked or not.
  (choice) => `s=${choice.oneOf(['0', '2', '3', '9', '-', '12', ''])}${letters(choice, choice.below(200))}`,
  // Another type than a link's content, with a right hash.
  async (choice) =>
    `s=${await linkOf(
      choice.oneOf([null, [], 0, 'x', true, {}, { events: 1 }, JSON.parse('{"__proto__":1}')]),
    )}`,
  (choice) => {
    const levels = choice.oneOf([10, 5_000, 100_000])
    return checked(deflateSync(strToU8('['.repeat(levels) + ']'.repeat(levels))))
  },
  async (choice) => {
    const wrong = () =>
      choice.oneOf([null, -1, 1e308, 'x', [], {}, [[]], [null], [[1, 2, 3, 4]], [{}], true, NaN])
    const field = choice.oneOf(['app', 'title', 'at', 'objects', 'events', 'template'])
    return `s=${await link({ [field]: wrong() })}`
  },
  async (choice) =>
    `s=${await link({ objects: [choice.oneOf([{ b: '%' }, { t: '../../x' }, [['..', 0, 420, 0]], [['a/b', 0, 420, 0]], [['a', 2, 493, 0]], [['a', 9, -1, 1e9]], 5, null])], events: [{ type: 'workspace_imported', name: EVIL, files: -1, bytes: 1e308, root: '/0', at: 0 }] })}`,
  // Lengths that go there and back.
  async (choice) => {
    const size = choice.oneOf([5, 1_000, 1_000_000])
    const lengths = Array.from({ length: choice.oneOf([2, 100, 2_000]) }, () =>
      choice.oneOf([size, -size, 0, 1, -1, 0.5]),
    )
    return `s=${await withParts(lengths, 'x'.repeat(size))}`
  },
  (choice) =>
    `s=${encodeURIComponent(choice.oneOf([EVIL, 'javascript:hacked=1', '%00', '\u202e', '../..', '\'"`']))}${letters(choice, 20)}`,
  // Links to a store: nowhere, nothing, another protocol, this machine.
  (choice) =>
    `share=${encodeURIComponent(choice.oneOf(['javascript:hacked=1', 'data:text/plain,x', 'file:///etc/passwd', 'x', '', 'https://', `https://${'a'.repeat(300)}/`, 'http://127.0.0.1:1/x', 'http://[::1]:1/', EVIL]))}&k=${letters(choice, choice.oneOf([0, 3, 43, 5_000]))}`,
  (choice) =>
    `demo=${encodeURIComponent(choice.oneOf(['../../index', EVIL, '', '__proto__', 'a'.repeat(10_000)]))}${letters(choice, 3)}`,
]

/** Each costs so much that there are few of them. */
const RARE: readonly Kind[] = [
  // Markup where a recording has text: it opens, and is text.
  async (choice) => `s=${await said(`${EVIL} ${letters(choice, 8)}`, EVIL)}`,
  // Deflated, a thousandth of what it would be.
  (choice) => checked(deflateSync(new Uint8Array(choice.oneOf([7, 9, 60]) * 1024 * 1024), { level: 9 })),
  async (choice) =>
    `s=${await said(choice.oneOf(['> ', '* ', '**', '[', '![](', '`', '|', '<b>', '\n- ']).repeat(choice.oneOf([2_000, 50_000])))}`,
  async (choice) => `s=${await said(letters(choice, 10) + 'word '.repeat(400_000))}`,
  // Folders within one another: more files than a recording may have, and as many as it may, in nearly no bytes.
  async (choice) =>
    `s=${await withFolders({ levels: 13 + choice.below(8), nameChars: choice.oneOf([1, 255]), files: 100 })}`,
  async () => `s=${await withFolders({ levels: 7, nameChars: 1, files: 100 })}`,
  // More than a link may have.
  (choice) => `s=1${letters(choice, 10).repeat(choice.oneOf([13_000, 30_000]))}`,
]
const RARE_EVERY = 50

/** `count` of them. */
export async function hostileLinks(choice: RandomChoice, count: number): Promise<readonly Fragment[]> {
  const whole = await writeLink(RECORDING)
  const made: Fragment[] = []
  for (let index = 0; index < count; index += 1) {
    const isRare = index % RARE_EVERY === RARE_EVERY - 1
    const kinds = isRare ? RARE : KINDS
    const at = isRare ? Math.floor(index / RARE_EVERY) : index
    const kind = kinds[at % kinds.length]
    if (kind) made.push(await kind(choice, whole))
  }
  return made
}

async function mutated(choice: RandomChoice): Promise<Fragment> {
  const content = await contentOf(RECORDING)
  mutate(content, choice)
  return `s=${await linkOf(content)}`
}

function truncated(choice: RandomChoice, whole: string): Fragment {
  return `s=${whole.slice(0, choice.below(whole.length))}`
}

function changed(choice: RandomChoice, whole: string): Fragment {
  const at = choice.below(whole.length)
  return `s=${whole.slice(0, at)}${letters(choice, 1 + choice.below(3))}${whole.slice(at + choice.below(3))}`
}

/** With a right hash, whatever the bytes are. */
async function checked(bytes: Uint8Array): Promise<Fragment> {
  const text = Buffer.from(bytes).toString('base64url')
  const digest = await crypto.subtle.digest('SHA-256', new Uint8Array(strToU8(text)))
  return `s=1${text}${Buffer.from(digest).toString('hex').slice(0, 8)}`
}

function letters(choice: RandomChoice, count: number): string {
  return Array.from({ length: count }, () => choice.oneOf([...'abcXYZ019-_'])).join('')
}
