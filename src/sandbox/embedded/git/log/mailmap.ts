/** `.mailmap`: the right names of people who have made commits under others. */
import type { Repository } from '../repository.ts'
import type { Person } from '../store/objects.ts'
import { toText } from '../text.ts'
import { tryResolve } from '../revision/resolve.ts'

interface Right {
  readonly name?: string
  readonly email?: string
}

export class Mailmap {
  /** By address, and by name and address. */
  readonly #people = new Map<string, Right>()

  /** A line names the right name or address, and behind it what stands in commits. */
  add(text: string): void {
    for (const line of text.split('\n')) {
      if (line.startsWith('#')) continue
      const [, first = '', email, second = '', oldEmail] =
        /^\s*([^<>]*?)\s*<([^<>]*)>(?:\s*([^<>]*?)\s*<([^<>]*)>)?/.exec(line) ?? []
      if (email === undefined) continue
      const key = keyOf(oldEmail ?? email, oldEmail === undefined ? '' : second)
      const right = {
        ...(first !== '' && { name: first }),
        ...(oldEmail !== undefined && { email: email.trim() }),
      }
      this.#people.set(key, { ...this.#people.get(key), ...right })
    }
  }

  of<T extends Pick<Person, 'name' | 'email'>>(person: T): T {
    const right =
      this.#people.get(keyOf(person.email, person.name)) ?? this.#people.get(keyOf(person.email, ''))
    return right === undefined ? person : { ...person, ...right }
  }
}

/** Neither has regard to case. */
function keyOf(email: string, name: string): string {
  return `${email.trim().toLowerCase()}\n${name.toLowerCase()}`
}

const known = new WeakMap<Repository, Mailmap>()

/** From the worktree, and from what is configured. */
export function readMailmap(repository: Repository): Mailmap {
  const found = known.get(repository)
  if (found !== undefined) return found
  const mailmap = new Mailmap()
  known.set(repository, mailmap)
  const { config, files, workTree, objects } = repository
  const own = workTree === undefined ? undefined : files.readText(`${workTree}/.mailmap`)
  const blob = config.get('mailmap.blob') ?? (workTree === undefined ? 'HEAD:.mailmap' : undefined)
  const oid = blob === undefined ? undefined : tryResolve(repository, blob)
  const file = config.path('mailmap.file')
  mailmap.add(own ?? '')
  if (oid !== undefined) mailmap.add(toText(objects.blob(oid)))
  if (file !== undefined) mailmap.add(files.readText(file) ?? '')
  return mailmap
}
