/** Hands bytes to the person as a download. */
export function saveFile(name: string, data: Uint8Array, type = 'application/zip'): void {
  // The agent's bytes come by postMessage, never on shared memory, which Blob would refuse.
  saveBlob(name, new Blob([data as Uint8Array<ArrayBuffer>]), type)
}

/** The same of what somebody else has put together; its own type does not count. */
export function saveBlob(name: string, content: Blob, type = 'application/octet-stream'): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
