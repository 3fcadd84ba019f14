/** The regular expressions of sed scripts, for the parser that is given them. */
import type { RegexFlags } from '../../../../languages/sed/parse-script.ts'
import { compilePosix, type Regex } from '../regex/posix-regex.ts'
import { RegexError } from '../regex/regex-error.ts'

/** Compiles in the basic or the extended syntax; `problem` is in GNU's words. */
export function regexCompiler(
  isExtended: boolean,
): (pattern: string, flags: RegexFlags) => Regex | { readonly problem: string } {
  return (pattern, flags) => {
    try {
      return compilePosix(pattern, { ...flags, isExtended, hasEscapes: true, needsLongest: true })
    } catch (error) {
      if (error instanceof RegexError) return { problem: error.message }
      throw error
    }
  }
}
