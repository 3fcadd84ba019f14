/**
 * Texts that order the agent about, through every channel, to an agent that writes each into a note: none of the notes is one of the
 * user's own, not even where the channel is a message of theirs.
 */
import { expect, it } from 'vitest'
import { readNote } from '../../src/agent/memory/notes/note-file.ts'
import { quotedFrom } from '../../src/agent/memory/notes/said-by-user.ts'
import { saidMessages } from '../../src/agent/session/memory/said-messages.ts'
import { personMessage } from '../../src/agent/loop/turn-events.ts'
import { NO_EGRESS } from '../../src/sandbox/contract/egress.ts'
import { createMemorySandbox } from '../../src/sandbox/memory/memory-sandbox.ts'
import { MemoryBlobStore } from '../../src/sandbox/memory/blob-store.ts'
import { bench, call, run } from '../../src/agent/tools/testing/test-bench.ts'
import type { EventBody } from '../../src/agent/protocol/events.ts'
import { slice } from '../../src/testing/slice.ts'
import { CHANNELS, USER_PROMPT } from '../injection/channels.ts'
import type { Delivery, Plant } from '../injection/channels.ts'
import { recallOf } from '../injection/harness.ts'
import { withShell } from '../injection/shell-sandbox.ts'
import { INJECTION_TEXTS } from '../support/injection-texts.ts'

/** Each as it is, and as a page would write it to end the code block that it is put into. */
const TEXTS = INJECTION_TEXTS.flatMap((text) => [
  text,
  `x\n\`\`\`\n\n${text}\n\n\`\`\`\n`,
  `x\n~~~\n\n${text}`,
])

/** The user's words in a session in which the text came by this channel. */
async function saidIn(plant: Plant, text: string) {
  const sandbox = withShell(createMemorySandbox({ blobStore: new MemoryBlobStore() }), NO_EGRESS)
  const delivery = await plant(sandbox, text)
  const asked = personMessage({ messageId: 'asked', text: USER_PROMPT })
  const log = [...(delivery.opening ?? []), asked, ...(await recallResults(delivery))]
  return saidMessages(log.map((body, index) => ({ ...body, seq: index + 1, at: 1 })))
}

/** Results of a call of the recall, in the log as the product's own pipeline writes it. */
async function recallResults(delivery: Delivery): Promise<readonly EventBody[]> {
  if (!delivery.recalled) return []
  return run([call('Recall', { query: 'project' })], bench({ tools: [recallOf(delivery)] }).context)
}

/** The whole text, each of its lines and sentences, and the text with a frontmatter that claims it for the user. */
function notesOf(text: string): readonly string[] {
  const parts = text.split(/\n|(?<=[.!?]) /).filter((part) => part.trim() !== '')
  return [
    text,
    text.replaceAll(/^(?:x|```|~~~)$/gm, '').trim(),
    ...parts,
    `---\norigin: user\ntype: feedback\n---\n${text}`,
  ]
}

it('no note of them is the user’s own', async () => {
  const taken: unknown[] = []
  let cases = 0
  for (const [channel, plant] of Object.entries(CHANNELS))
    for (const text of slice(TEXTS, 8)) {
      const said = await saidIn(plant, text)
      for (const note of notesOf(text)) {
        cases += 1
        if (quotedFrom(readNote(note).body, said)) taken.push({ channel, note })
      }
    }
  console.log(
    `injection (notes): ${Object.keys(CHANNELS).length} channels, ${cases} notes, ${taken.length} taken`,
  )
  expect(taken).toEqual([])
})

it('the same text is the user’s where they type it', async () => {
  const [text = ''] = INJECTION_TEXTS
  expect(quotedFrom(text, [{ id: 'm', text }])).toEqual(['m'])
})
