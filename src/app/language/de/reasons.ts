import type { reasons as english } from '../en/reasons.ts'
import type { Translation } from '../language.svelte.ts'
import { germanReasons } from '../reasons/german.ts'
import { reasonTexts } from '../reasons/reason-texts.ts'

export const reasons: Translation<typeof english> = reasonTexts('de', germanReasons)
