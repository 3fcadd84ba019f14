/** Answers of the hand-testing server to whatever no story covers. */
import type { Conversation } from './conversation.ts'
import { text, type Turn } from './turn.ts'

const MARKDOWN = `## What this shows

| part | state |
|---|---|
| stream | works |
| tables | work |

\`\`\`js
export const answer = 6 * 7
\`\`\`

- a list
- with **bold** and \`code\`
`

export function demoAnswer(conversation: Conversation): Turn {
  const { prompt } = conversation
  if (/markdown|table|format/i.test(prompt)) return { content: [text(MARKDOWN)] }
  return {
    content: [
      text(
        `This is the scripted model for tests; it heard: “${prompt.slice(0, 200)}”.\n\n` +
          'Import one of the fixture archives and ask **make the failing test pass**, or ask for *markdown*.',
      ),
    ],
  }
}

/** Slow enough to be watched. */
export const HAND_PACE: Partial<Turn> = { pace: { firstEventMs: 250, eventMs: 20 }, pingEvery: 40 }
