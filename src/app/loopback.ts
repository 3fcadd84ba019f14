/** Whether an address is on this device, which no network is needed for. */
export function isOnThisDevice(address: string): boolean {
  const { hostname } = URL.parse(address) ?? {}
  return hostname !== undefined && /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)
}
