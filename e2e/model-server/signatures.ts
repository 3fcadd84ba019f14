import { createHmac, randomUUID } from 'node:crypto'

/**
 * Signs thinking so that a later request can be checked: a changed text no longer fits its signature. A seed makes
 * signatures equal between servers, so that a session outlives a restarted one.
 */
export class Signatures {
  readonly #secret: string
  readonly #foreign = new Set<string>()
  readonly #said = new Set<string>()

  constructor(seed: string = randomUUID()) {
    this.#secret = seed
  }

  sign(thinking: string): string {
    this.#said.add(thinking)
    return this.#signatureOf(thinking)
  }

  /** Whether exactly this was signed here: the only proof where signatures do not travel. */
  hasSaid(thinking: string): boolean {
    return this.#said.has(thinking)
  }

  #signatureOf(thinking: string): string {
    return createHmac('sha256', this.#secret).update(thinking).digest('base64')
  }

  /** A signature that a script or a recording brought along: taken for any text. */
  remember(signature: string): void {
    this.#foreign.add(signature)
  }

  isGenuine(thinking: string, signature: string): boolean {
    return this.#foreign.has(signature) || signature === this.#signatureOf(thinking)
  }
}
