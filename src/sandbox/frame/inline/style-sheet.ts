/** Style sheets of an inlined page: every file that they refer to becomes a `blob:` address. */
import { isInWorkspace, resolveAddress } from './addresses.ts'
import { blobAddress, textOf } from './page-files.ts'
import type { PageFiles } from './page-files.ts'
import { replaceAsync } from './replace.ts'

/** A comment, which stays; an `@import`, by a string or a `url()`; any other `url()`. */
const REFERENCES =
  /\/\*[\s\S]*?\*\/|@import\s+(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"')]+))(?:\s*\))?|url\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"')]*))\s*\)/gi

/** The text of a sheet at `base`, or of a `style` attribute of the page there. `within` are the sheets that import it. */
export function inlineStyles(
  text: string,
  base: string,
  files: PageFiles,
  within: readonly string[] = [],
): Promise<string> {
  return replaceAsync(text, REFERENCES, async (match) => {
    const [whole, ...groups] = match
    const imported = groups.slice(0, 3).find((group) => group !== undefined)
    if (imported !== undefined) {
      const address = await sheetAddress(imported, base, files, [...within, base])
      return `@import ${JSON.stringify(address)}`
    }
    const reference = groups.slice(3, 6).find((group) => group !== undefined)
    return reference === undefined ? whole : `url(${JSON.stringify(await files.inlined(reference, base))})`
  })
}

/** Address of the sheet with its references inlined; the reference itself if it is not in the workspace. */
export async function sheetAddress(
  reference: string,
  base: string,
  files: PageFiles,
  within: readonly string[] = [],
): Promise<string> {
  const address = resolveAddress(reference, base)
  if (!address || !isInWorkspace(address)) return reference
  // A sheet that imports itself adds nothing.
  if (within.includes(address)) return 'data:text/css,'
  const answer = await files.read(address)
  if (answer.status !== 200) {
    files.reportMissing(address)
    return reference
  }
  const body = await inlineStyles(textOf(answer), address, files, within)
  return blobAddress({ body, contentType: answer.contentType })
}
