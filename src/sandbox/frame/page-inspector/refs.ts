/** Short names for elements, which a snapshot gives and an action takes. */
export class Refs {
  readonly #refs = new WeakMap<Element, number>()
  readonly #elements = new Map<number, WeakRef<Element>>()
  readonly #first: number
  #last: number

  /** Numbers up to `before` belong to documents that were here before, and must not mean anything in this one. */
  constructor(before: number) {
    this.#first = before + 1
    this.#last = before
  }

  get last(): number {
    return this.#last
  }

  /** Always the same for the same element. */
  of(element: Element): string {
    let number = this.#refs.get(element)
    if (number === undefined) {
      number = this.#last += 1
      this.#refs.set(element, number)
      this.#elements.set(number, new WeakRef(element))
    }
    return `e${number}`
  }

  /** Undefined when the element is gone; `isOld` says that the ref is another document's. */
  find(ref: string): { readonly element: Element | undefined; readonly isOld: boolean } {
    const number = Number(ref.slice(1))
    const element = this.#elements.get(number)?.deref()
    return { element: element?.isConnected === true ? element : undefined, isOld: number < this.#first }
  }
}
