/** The ways of gawk to say what a field is: by what it looks like (FPAT), and by how wide it is (FIELDWIDTHS). */
import { CommandError } from '../../../../contract/command-error.ts'
import type { AwkRegex } from './awk-regex.ts'

/** Fields and the separators around them: one more than fields, beginning with the one before the first. */
export interface Parts {
  readonly parts: string[]
  readonly separators: readonly string[]
}

/** Every match of `pattern`; one that is empty counts where no field ends. */
export function partsLike(pattern: AwkRegex, text: string): Parts {
  const parts: string[] = []
  const separators: string[] = []
  let copied = 0
  let isBehindField = false
  for (let at = 0; text !== '' && at <= text.length;) {
    const match = pattern.find(text, at)
    if (match === undefined) break
    const isEmpty = match.end === match.index
    if (isEmpty && isBehindField && match.index === at) {
      at += 1
      isBehindField = false
      continue
    }
    parts.push(text.slice(match.index, match.end))
    separators.push(text.slice(copied, match.index))
    copied = match.end
    at = isEmpty ? match.end + 1 : match.end
    isBehindField = !isEmpty
  }
  return { parts, separators: [...separators, text.slice(copied)] }
}

interface Width {
  readonly skipped: number
  /** Letters; Infinity for all that are left. */
  readonly letters: number
}

/** Reads `2 3:4 *`: widths, each perhaps behind letters to skip, the last one perhaps all that is left. */
export function readWidths(text: string): readonly Width[] {
  const words = text.trim().split(/\s+/)
  return words.map((word, at) => {
    const [, skipped = '0', letters] = /^(?:(\d+):)?(\d+|\*)$/.exec(word) ?? []
    if (letters === undefined || (letters === '*' && at < words.length - 1))
      throw new CommandError(`invalid FIELDWIDTHS value, for field ${at + 1}, near \`${word}'`, 2)
    return { skipped: Number(skipped), letters: letters === '*' ? Infinity : Number(letters) }
  })
}

/** As many parts as the text is long enough for; the last may be shorter than it should be. */
export function partsOfWidths(widths: readonly Width[], text: string): string[] {
  const letters = [...text]
  const parts: string[] = []
  let at = 0
  for (const width of widths) {
    at += width.skipped
    if (at >= letters.length) break
    parts.push(letters.slice(at, at + width.letters).join(''))
    at += width.letters
  }
  return parts
}
