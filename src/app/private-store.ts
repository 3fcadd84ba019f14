import { addressKind } from '../agent/protocol/address-kind.ts'
import { isOnThisDevice } from './loopback.ts'

/**
 * Whether the user is asked before a shared session is fetched from there: a link that somebody sent must not make the
 * app reach this device or a private network. An http address of another device is never fetched, and not asked about.
 */
export function isPrivateStore(address: string): boolean {
  const url = URL.parse(address)
  if (url?.protocol !== 'https:') return isOnThisDevice(address)
  return addressKind(url.hostname) === 'private'
}
