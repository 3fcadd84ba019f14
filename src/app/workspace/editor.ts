/** A read-only CodeMirror view: line numbers, folding, search, the grammar by the file's name. */
import { foldGutter, foldKeymap, LanguageDescription, syntaxHighlighting } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState } from '@codemirror/state'
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'

export function openEditor(parent: HTMLElement, path: string, text: string): EditorView {
  const language = new Compartment()
  const view = new EditorView({
    parent,
    doc: text,
    extensions: [
      EditorState.readOnly.of(true),
      // Not editable, but focusable: it scrolls and is searched by keys.
      EditorView.editable.of(false),
      EditorView.contentAttributes.of({
        tabindex: '0',
        'aria-label': `Content of ${path}`,
        'aria-readonly': 'true',
      }),
      lineNumbers(),
      foldGutter({ markerDOM: foldMarker }),
      highlightSpecialChars(),
      drawSelection(),
      search({ top: true }),
      highlightSelectionMatches(),
      keymap.of([...searchKeymap, ...foldKeymap]),
      syntaxHighlighting(classHighlighter),
      language.of([]),
      theme,
    ],
  })
  const known = LanguageDescription.matchFilename(languages, path)
  known?.load().then(
    (support) => view.dispatch({ effects: language.reconfigure(support) }),
    (error: unknown) => console.info('A grammar did not load; the file is shown without colours.', error),
  )
  return view
}

function foldMarker(open: boolean): HTMLElement {
  const marker = document.createElement('span')
  marker.className = open ? 'fold-open' : 'fold-closed'
  marker.textContent = open ? '⌄' : '›'
  return marker
}

const theme = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '6px 0 24px', fontFeatureSettings: '"calt" 0' },
  '.cm-content:focus-visible': { outline: 'none', boxShadow: 'inset 2px 0 var(--accent)' },
  '.cm-gutters': { backgroundColor: 'transparent', border: '0', color: 'var(--faint)', paddingLeft: '6px' },
  '.cm-foldGutter': { width: '16px' },
  '.cm-foldGutter .fold-open': { opacity: '0' },
  '.cm-gutters:hover .fold-open': { opacity: '1' },
  '.cm-foldPlaceholder': {
    border: '0',
    backgroundColor: 'var(--hover)',
    color: 'var(--muted)',
    padding: '0 6px',
  },
  '.cm-selectionBackground, &.cm-focused .cm-selectionBackground': {
    backgroundColor: 'var(--selected) !important',
  },
  '.cm-selectionMatch': { backgroundColor: 'var(--accent-soft)' },
  '.cm-searchMatch': { backgroundColor: 'var(--warn-soft)', outline: '1px solid var(--warn)' },
  '.cm-panels': {
    backgroundColor: 'var(--bg)',
    color: 'var(--text)',
    borderColor: 'var(--line)',
    fontFamily: 'var(--sans)',
  },
  '.cm-panels-top': { borderBottom: '1px solid var(--line)' },
  '.cm-textfield': {
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    backgroundColor: 'var(--surface)',
  },
  '.cm-button': {
    border: '1px solid var(--line-strong)',
    borderRadius: '6px',
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
  },
})
