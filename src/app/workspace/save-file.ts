/** Hands bytes to the person as a download. */
export function saveFile(name: string, data: Uint8Array, type = 'application/zip'): void {
  // The agent's bytes come by postMessage, never on shared memory, which Blob would refuse.
  const url = URL.createObjectURL(new Blob([data as Uint8Array<ArrayBuffer>], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
