/** The path of a `file:` address; anything else is given back as it is. */
export function pathOfUrl(place: string): string {
  if (!place.startsWith('file://')) return place
  return decodeURIComponent(place.slice('file://'.length).replace(/[?#].*$/s, ''))
}
