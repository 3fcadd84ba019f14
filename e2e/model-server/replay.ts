/** Recorded streams, one event a line, as turns. */
import { readFileSync } from 'node:fs'
import { asObject, isObject, type JsonObject } from './json.ts'
import type { Turn } from './turn.ts'

export function parseRecording(lines: string): JsonObject[] {
  return lines
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line, index) => {
      const event: unknown = JSON.parse(line)
      if (!isObject(event) || typeof event['type'] !== 'string') {
        throw new Error(`Line ${index + 1} of the recording is not an event with a type.`)
      }
      return event
    })
}

/** Sends the recording as it is; `rest` sets pace, wire and fault. */
export function replayTurn(path: string, rest: Omit<Turn, 'events' | 'content'> = {}): Turn {
  return { ...rest, events: parseRecording(readFileSync(path, 'utf8')) }
}

export function signaturesIn(turn: Turn): string[] {
  const inEvents = (turn.events ?? []).map((event) => asObject(event['delta'])['signature'])
  const inContent = (turn.content ?? []).map((block) =>
    block.type === 'thinking' ? block.signature : undefined,
  )
  return [...inEvents, ...inContent].filter((signature) => typeof signature === 'string')
}
