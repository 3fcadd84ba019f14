/** Tool calls of a Chat Completions answer, put together from their pieces. */
import type { ModelStreamEvent } from '../contract.ts'
import { parseInput } from '../broken-answer.ts'

export interface CallPiece {
  readonly index: number | undefined
  readonly id: string | undefined
  readonly name: string | undefined
  /** A piece of JSON text; from some servers the whole input as an object. */
  readonly input: unknown
}

interface OpenCall {
  readonly block: number
  readonly index: number | undefined
  /** As the server says it; ours goes into the conversation. */
  readonly wireId: string | undefined
  readonly id: string
  readonly name: string
  readonly json: string[]
  given: unknown
  closed: boolean
}

export class ChatCalls {
  readonly #newBlock: () => number
  readonly #all: OpenCall[] = []
  #problem: string | undefined

  constructor(newBlock: () => number) {
    this.#newBlock = newBlock
  }

  get count(): number {
    return this.#all.length
  }

  /** The defect, in words that follow "it has". */
  get problem(): string | undefined {
    return this.#problem
  }

  *push(piece: CallPiece): Generator<ModelStreamEvent> {
    const known = this.#belongsTo(piece)
    if (known) {
      this.#add(known, piece.input)
      return
    }
    if (piece.name === undefined) {
      this.#problem = 'a part of a call without the call’s beginning'
      return
    }
    // As a rule one call is whole when the next begins; one that is not yet may still get its rest.
    yield* this.close((call) => isWhole(call))
    const call: OpenCall = {
      block: this.#newBlock(),
      index: piece.index,
      wireId: piece.id,
      id: newCallId(),
      name: piece.name,
      json: [],
      given: undefined,
      closed: false,
    }
    this.#all.push(call)
    this.#add(call, piece.input)
    yield { type: 'tool_started', block: call.block, id: call.id, name: call.name }
  }

  *close(which: (call: OpenCall) => boolean = () => true): Generator<ModelStreamEvent> {
    for (const call of this.#all) {
      if (call.closed || !which(call)) continue
      call.closed = true
      const { id, name, block } = call
      const input = parseInput(call.json.join(''), call.given)
      const content = { type: 'tool_use', id, name, input: input.ok ? input.value : {} } as const
      yield { type: 'block', block, content, ...(input.ok ? {} : { inputError: input.problem }) }
    }
  }

  /** By number, else by id, else the last one unless a name begins another; some servers give all the number 0. */
  #belongsTo({ index, id, name }: CallPiece): OpenCall | undefined {
    const numbered = index === undefined ? undefined : this.#all.findLast((call) => call.index === index)
    if (numbered) {
      const isOther = id !== undefined && numbered.wireId !== undefined && id !== numbered.wireId
      return isOther && name !== undefined ? undefined : numbered
    }
    if (index !== undefined && name !== undefined) return undefined
    const named = id === undefined ? undefined : this.#all.find((call) => call.wireId === id)
    if (named) return named
    return name === undefined ? this.#all.at(-1) : undefined
  }

  #add(call: OpenCall, input: unknown): void {
    if (typeof input !== 'string') {
      if (input !== undefined && input !== null) call.given = input
    } else if (input !== '') {
      if (call.closed && input.trim() !== '') this.#problem = 'a part of a call after the call’s end'
      call.json.push(input)
    }
  }
}

function isWhole(call: OpenCall): boolean {
  const json = call.json.join('')
  return call.given !== undefined || (json.trim() !== '' && parseInput(json, undefined).ok)
}

const ID_LENGTH = 9
const ID_LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * Servers give the same ids again in the next answer, or none, or such as another provider refuses; and one takes
 * only those of nine letters and digits. So the conversation has ids of its own.
 */
function newCallId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_LENGTH))
  return Array.from(bytes, (byte) => ID_LETTERS[byte % ID_LETTERS.length]).join('')
}
