/** An opaque frame can load nothing later, and what it loads at its start is large enough. */
export const GROUPS: readonly { readonly url: string; readonly packages: readonly string[] }[] = []
