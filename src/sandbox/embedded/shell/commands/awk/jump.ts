/** How a program leaves the rules for a record, or all of them. */

/** Thrown by `next`, `nextfile` and `exit`. */
export class Jump {
  readonly kind: 'next' | 'nextfile' | 'exit'

  constructor(kind: 'next' | 'nextfile' | 'exit') {
    this.kind = kind
  }
}

export const NEXT = new Jump('next')
export const NEXT_FILE = new Jump('nextfile')
export const EXIT = new Jump('exit')
