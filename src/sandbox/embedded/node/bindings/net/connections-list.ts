/** `http_parser.ConnectionsList`: the connections of one server, and which have waited for too long. */

export interface Connection {
  /** When the message at hand began, in milliseconds of this process; 0 between messages. */
  readonly startedAt: number
  readonly hasHeaders: boolean
}

export class ConnectionsList {
  readonly #all = new Set<Connection>()
  readonly #active = new Set<Connection>()

  add(connection: Connection): void {
    this.#all.add(connection)
  }

  activate(connection: Connection): void {
    this.#active.add(connection)
  }

  remove(connection: Connection): void {
    this.#all.delete(connection)
    this.#active.delete(connection)
  }

  all(): Connection[] {
    return [...this.#all]
  }

  idle(): Connection[] {
    return [...this.#all].filter(({ startedAt }) => startedAt === 0)
  }

  active(): Connection[] {
    return [...this.#active]
  }

  /** Connections whose headers or whole message took longer than these milliseconds; 0: no limit. */
  expired(headersTimeout: number, requestTimeout: number): Connection[] {
    const now = performance.now()
    const found = [...this.#active].filter(({ startedAt, hasHeaders }) => {
      const age = now - startedAt
      const isHeadersLate = !hasHeaders && headersTimeout > 0 && age > headersTimeout
      return isHeadersLate || (requestTimeout > 0 && age > requestTimeout)
    })
    for (const connection of found) this.#active.delete(connection)
    return found
  }
}
