/** Formats `join`'s output for a pair of lines, or for an unpaired one. */
import { CommandError } from '../../../../contract/command-error.ts'

/** Fields of the lines; undefined where there is none. */
export interface Joined {
  readonly left: readonly string[] | undefined
  readonly right: readonly string[] | undefined
}

interface Layout {
  readonly separator: string
  readonly filler: string
  /** Indexes of the fields that are compared. */
  readonly keys: readonly [number, number]
  readonly firstRows: readonly [readonly string[] | undefined, readonly string[] | undefined]
}

/** A field of a file, or the one that is compared. */
type Place = 'key' | { readonly side: 'left' | 'right'; readonly index: number }

/** `lists`: the values of `-o`; none: the common field, then the others of both. */
export function joinOutput(lists: readonly string[], layout: Layout): (joined: Joined) => string {
  const { separator, filler, keys } = layout
  const filled = (text: string | undefined): string => (text === undefined || text === '' ? filler : text)
  const keyOf = ({ left, right }: Joined): string | undefined =>
    left === undefined ? right?.[keys[1]] : left[keys[0]]
  if (lists.length === 0)
    return (joined) =>
      [
        filled(keyOf(joined)),
        ...others(joined.left, keys[0]).map(filled),
        ...others(joined.right, keys[1]).map(filled),
      ].join(separator)
  const places = lists.includes('auto') ? allPlaces(layout) : lists.flatMap((list) => placesOf(list))
  return (joined) =>
    places
      .map((place) => filled(place === 'key' ? keyOf(joined) : joined[place.side]?.[place.index]))
      .join(separator)
}

function others(row: readonly string[] | undefined, key: number): readonly string[] {
  return (row ?? []).filter((_, at) => at !== key)
}

function allPlaces({ firstRows, keys }: Layout): readonly Place[] {
  const of = (side: 'left' | 'right', row: readonly string[] | undefined, key: number): readonly Place[] =>
    (row ?? []).flatMap((_, index) => (index === key ? [] : [{ side, index }]))
  return ['key', ...of('left', firstRows[0], keys[0]), ...of('right', firstRows[1], keys[1])]
}

function placesOf(list: string): readonly Place[] {
  return list
    .split(/[, \t]+/)
    .filter((word) => word !== '')
    .map((word) => {
      if (word === '0') return 'key'
      const [, file, field] = /^([12])\.([1-9]\d*)$/.exec(word) ?? []
      if (field === undefined) throw new CommandError(`invalid field specifier: '${word}'`)
      return { side: file === '1' ? 'left' : 'right', index: Number(field) - 1 }
    })
}
