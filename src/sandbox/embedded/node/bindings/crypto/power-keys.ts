/** Parameters of DSA and of Diffie-Hellman as they stand in keys. */
import type { PowerKey } from './asymmetric-key.ts'
import { readInteger, readSequence, TAG, writeDer, writeInteger, writeObject } from './der.ts'
import type { DerValue } from './der.ts'

const DSA_ID = '1.2.840.10040.4.1'
const DH_ID = '1.2.840.113549.1.3.1'

/** All of a key but its powers; undefined for another algorithm. */
export function readPower(
  id: string,
  parameters: DerValue | undefined,
): Omit<PowerKey, 'y' | 'secret'> | undefined {
  if (id !== DSA_ID && id !== DH_ID) return undefined
  const numbers = readSequence(parameters).map(readInteger)
  const [p = 0n, second = 0n, third = 0n] = numbers
  return id === DSA_ID ? { type: 'dsa', p, q: second, g: third } : { type: 'dh', p, q: 0n, g: second }
}

export function powerAlgorithm({ type, p, q, g }: PowerKey): Uint8Array {
  const numbers = type === 'dsa' ? [p, q, g] : [p, g]
  const parameters = writeDer(TAG.sequence, ...numbers.map(writeInteger))
  return writeDer(TAG.sequence, writeObject(type === 'dsa' ? DSA_ID : DH_ID), parameters)
}
