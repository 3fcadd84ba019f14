/** Validates a process's request to place packages: it comes from a worker. */
import { fieldsOf } from '../../page/fields.ts'
import { Errno } from '../syscalls.ts'
import type { PlacedPackage, PlaceRequest } from './place-packages-request.ts'

/** Throws EINVAL when it is no request. */
export function readPlaceRequest(value: unknown): PlaceRequest {
  const { packages, remove, command, offline } = fieldsOf(value)
  if (
    Array.isArray(packages) &&
    packages.every(isPlacedPackage) &&
    Array.isArray(remove) &&
    remove.every((path) => typeof path === 'string') &&
    typeof command === 'string' &&
    typeof offline === 'boolean'
  )
    return { packages, remove, command, offline }
  throw new Errno('EINVAL', 'placePackages')
}

function isPlacedPackage(value: unknown): value is PlacedPackage {
  const { url, integrity, path } = fieldsOf(value)
  return typeof url === 'string' && typeof integrity === 'string' && typeof path === 'string'
}
