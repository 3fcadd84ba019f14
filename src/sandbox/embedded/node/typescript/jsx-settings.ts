/** How elements are written in JavaScript, as far as somebody has said so; what is undefined is left to the defaults. */
export interface JsxSettings {
  readonly runtime?: 'automatic' | 'classic'
  /** Function that makes an element; `React.createElement` by default. */
  readonly factory?: string
  /** Expression for `<>`. */
  readonly fragment?: string
  /** The package that `jsx-runtime` is taken from. */
  readonly importSource?: string
  /** With places in the source, from `jsx-dev-runtime`. */
  readonly isDevelopment?: boolean
}

/** A name or a chain of names. Anything else is passed over, as by esbuild. */
export function isFactory(text: string): boolean {
  return /^[\p{ID_Start}$_][\p{ID_Continue}$]*(?:\.[\p{ID_Start}$_][\p{ID_Continue}$]*)*$/u.test(text)
}

/** Whether the text may stand for `<>`: a name or a string. */
export function isFragment(text: string): boolean {
  return isFactory(text) || /^"[^"\\\n]*"$/.test(text)
}

/** Whether the name can be put between quotes as it is. */
export function isImportSource(text: string): boolean {
  return text !== '' && !/["\\\s]/.test(text)
}
