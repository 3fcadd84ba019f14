/** The used parts of two libraries that have no types of their own. */
declare module 'turndown' {
  export default class TurndownService {
    constructor(options?: Readonly<Record<string, string>>)
    remove(elements: readonly string[]): this
    /** A document's node is taken as it is; a string would need a browser's parser. */
    turndown(node: object): string
  }
}

declare module '@mixmark-io/domino' {
  export function createDocument(html: string): { readonly title: string; readonly body: object | null }
}
