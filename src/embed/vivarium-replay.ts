/**
 * The custom element `<vivarium-replay src>` as one module for any page (docs/embedding.md): it shows a recording message
 * by message, needs no key, and runs nothing of it.
 */
import './no-eval.ts'
import { ReplayElement } from './replay-element.ts'

declare global {
  interface HTMLElementTagNameMap {
    'vivarium-replay': ReplayElement
  }
}

// Two scripts of one page may bring it.
if (!customElements.get('vivarium-replay')) customElements.define('vivarium-replay', ReplayElement)
