/**
 * The used part of pdf.js, in the build that needs neither a screen nor a worker of its own. Its own types
 * need the DOM.
 */
declare module 'unpdf/pdfjs' {
  interface TextItem {
    readonly str: string
    readonly hasEOL: boolean
  }
  interface Page {
    /** Marks of structure are among the items; they have no text. */
    getTextContent(): Promise<{ readonly items: readonly (TextItem | { readonly type: string })[] }>
    cleanup(): void
  }
  interface Document {
    readonly numPages: number
    getPage(number: number): Promise<Page>
  }
  interface LoadingTask {
    readonly promise: Promise<Document>
    destroy(): Promise<void>
  }
  /** Takes the bytes over. */
  export function getDocument(options: {
    readonly data: Uint8Array
    readonly isEvalSupported: false
    readonly useSystemFonts: true
    readonly stopAtErrors: false
    readonly verbosity: 0
  }): LoadingTask
}
