/** A picked element as it stands in a message. All of it is what the page says, so that it is quoted. */
import type { PickedElement } from '../../../sandbox/page/page-act.ts'
import { untrustedText } from '../../../agent/protocol/text/untrusted-text.ts'
import { PICKED_CHARS } from '../../limits.ts'
import { preview as t } from '../../language/en/preview.ts'
import { fenced } from '../../ui/fenced.ts'

/** Begins with a line for the person's own words to go on from. */
export function elementText(
  { selector, role, name, markup, styles, source }: PickedElement,
  address: string,
): string {
  const what = [role, name === '' ? '' : JSON.stringify(name)].filter((part) => part !== '').join(' ')
  const lines = [
    ...(what === '' ? [] : [what]),
    `selector: ${selector}`,
    ...(source === undefined ? [] : [`source: ${source}`]),
    '',
    markup,
    ...(styles.length === 0 ? [] : ['', ...styles.map((style) => `${style};`)]),
  ]
  const text = lines.join('\n')
  const cut = text.length > PICKED_CHARS ? `${text.slice(0, PICKED_CHARS)} …` : text
  return `${t.thisElement(address)}\n\n${fenced(untrustedText(cut))}\n\n`
}
