/** Finds the app's window from a page of the preview, which may be in frames of its own. */

/** The window around the outermost one of this origin; undefined where there is none. */
export function appWindow(): { readonly window: Window; readonly isOutermost: boolean } | undefined {
  let outermost: Window = window
  while (outermost.parent !== outermost && isOurs(outermost.parent)) outermost = outermost.parent
  if (outermost.parent === outermost) return undefined
  return { window: outermost.parent, isOutermost: outermost === window }
}

function isOurs(other: Window): boolean {
  try {
    return other.location.origin === location.origin && self.origin !== 'null'
  } catch {
    return false // another origin's window says nothing
  }
}
