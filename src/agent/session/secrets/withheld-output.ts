/** Which withheld files the user has let the model see the values of, and masks for all others. */
import { ValueMask } from '../../redact/mask-values.ts'
import type { ExposedValues } from '../../redact/exposed-values.ts'
import type { WithheldValues } from '../../tools/deps.ts'
import type { WorkspaceSecrets } from './workspace-secrets.ts'

export class WithheldOutput implements WithheldValues {
  readonly #secrets: Pick<WorkspaceSecrets, 'hashOf' | 'exposedBy' | 'allExposed'>
  /** Path to the hash of what the user said yes to. */
  readonly #allowed = new Map<string, string>()
  /** Made once for the same values. */
  #last: { readonly of: readonly ExposedValues[]; readonly mask: ValueMask } | undefined

  constructor(secrets: Pick<WorkspaceSecrets, 'hashOf' | 'exposedBy' | 'allExposed'>) {
    this.#secrets = secrets
  }

  isAllowed(path: string): boolean {
    const hash = this.#secrets.hashOf(path)
    return hash !== undefined && this.#allowed.get(path) === hash
  }

  /** A yes to a file that is not known holds for that output only. */
  allow(paths: readonly string[]): void {
    for (const path of paths) {
      const hash = this.#secrets.hashOf(path)
      if (hash !== undefined) this.#allowed.set(path, hash)
    }
  }

  mask(paths: readonly string[]): ((text: string) => string) | undefined {
    const exposed = this.#secrets.exposedBy(paths)
    return exposed && this.#masking(exposed)
  }

  /** By what is known when it masks: files are looked at while calls run. */
  maskAll(): (text: string) => string {
    return (text) => this.#masking(this.#secrets.allExposed())(text)
  }

  /** Another session is opened. */
  forget(): void {
    this.#allowed.clear()
    this.#last = undefined
  }

  #masking(exposed: readonly ExposedValues[]): (text: string) => string {
    const values = exposed.flatMap((file) => file.values)
    const short = exposed.flatMap((file) => file.short)
    const last = this.#last
    const isSame = last?.of.length === exposed.length && exposed.every((file, at) => file === last.of[at])
    const mask = isSame ? last.mask : new ValueMask({ values, short })
    this.#last = { of: exposed, mask }
    return (text) => mask.mask(text)
  }
}
