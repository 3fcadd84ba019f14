/**
 * Deletes cookies that a server has refused. The program sets none: those of this host are of other programs on it, whatever
 * their port, or of a page that wants to shut the user out (docs/decisions/2026-11-28-cookies.md).
 */

/** Characters of all cookies together that every server takes: the smallest limit in use is 8,000 for all headers. */
const ACCEPTED_CHARACTERS = 4_000

/** A cookie as a service worker can read it. Some browsers give its name and value only. */
interface Cookie {
  readonly name: string
  readonly value: string
  readonly path?: string | null
  readonly domain?: string | null
  readonly partitioned?: boolean
}

/** The part of a service worker's `cookieStore` that is used. */
interface CookieStore {
  /** Cookies that go with a request for the service worker's script. */
  getAll(): Promise<readonly Cookie[]>
  delete(cookie: { name: string; path: string; domain?: string; partitioned: boolean }): Promise<void>
}

/** The largest, until the others are few enough. Does nothing where the browser lets no service worker do it. Never rejects. */
export async function dropLargeCookies(): Promise<void> {
  const { cookieStore } = self as { cookieStore?: CookieStore }
  try {
    const cookies = (await cookieStore?.getAll()) ?? []
    let total = cookies.reduce((sum, cookie) => sum + sizeOf(cookie), 0)
    for (const cookie of cookies.toSorted((a, b) => sizeOf(b) - sizeOf(a))) {
      if (total <= ACCEPTED_CHARACTERS) return
      const { name, path, domain, partitioned = false } = cookie
      await cookieStore?.delete({ name, path: path ?? '/', partitioned, ...(domain ? { domain } : {}) })
      total -= sizeOf(cookie)
    }
  } catch (error) {
    console.info('Large cookies could not be deleted:', error)
  }
}

/** As it is sent: `name=value; `. */
function sizeOf({ name, value }: Cookie): number {
  return name.length + value.length + 3
}
