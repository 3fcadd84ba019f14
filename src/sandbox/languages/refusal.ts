import { CommandError } from '../contract/command-error.ts'

/** A parser's complaint about a text, or undefined. Any other error is a fault of the parser, and is thrown. */
export function refusal(parse: () => unknown): string | undefined {
  try {
    parse()
    return undefined
  } catch (error) {
    if (error instanceof CommandError) return error.message
    throw error
  }
}
