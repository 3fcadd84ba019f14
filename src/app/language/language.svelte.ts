/** The language of the page. A page has one, as its document has one `lang`: this is the one state that no model holds. */

export type LanguageCode = 'en' | 'de'

/** A text, one with gaps to be filled, or some that belong together. */
export type Texts = { readonly [key: string]: string | ((...values: never[]) => string) | Texts }

/** A value for a gap, inserted as it is. */
export type Value = string | number

/** The shape of another language: the same keys, with texts that take the same values. */
export type Translation<English> = {
  readonly [Key in keyof English]: English[Key] extends string
    ? string
    : English[Key] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translation<English[Key]>
}

/** Texts by area; an area is what one part of the screen says, so that a dialog that is loaded later brings its own. */
export type Catalogue = Readonly<Record<string, Texts>>

class Language {
  code = $state.raw<LanguageCode>('en')
  /** None for English, whose texts stand where they are declared. */
  catalogue = $state.raw<Catalogue>()
}

const language = new Language()

/** Language of the texts on the screen; reactive, so its readers are drawn again when it changes. */
export function languageCode(): LanguageCode {
  return language.code
}

export function setLanguage(code: LanguageCode, catalogue: Catalogue | undefined): void {
  language.code = code
  language.catalogue = catalogue
}

/** Declares the English texts of an area. Its texts are in the language that is set. */
export function area<English extends Texts>(name: string, english: English): English {
  return new Proxy(english, {
    get: (_, key: string) => (language.catalogue?.[name] ?? english)[key],
  })
}
