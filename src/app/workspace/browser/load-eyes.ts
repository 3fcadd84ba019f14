/** The script that looks at a page, as a file: it is made for the sandbox and runs nowhere else. */
let eyes: Promise<Blob> | undefined

/** Rejects when it cannot be fetched; the next call tries again. */
export function loadEyes(): Promise<Blob> {
  eyes ??= import('../../../sandbox/frame/generated/page-inspector.js?raw').then(
    ({ default: script }) => new Blob([script], { type: 'text/javascript' }),
  )
  eyes.catch(() => (eyes = undefined))
  return eyes
}
