/** CodeMirror in the colours of `theme.css`. */
import { EditorView } from '@codemirror/view'

export const editorTheme = EditorView.theme({
  '&': { height: '100%', fontSize: '0.78125rem', backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '1.6' },
  '.cm-content': { padding: '6px 0 24px', fontFeatureSettings: '"calt" 0', caretColor: 'var(--text)' },
  '.cm-content:focus-visible': { outline: 'none', boxShadow: 'inset 2px 0 var(--accent)' },
  '.cm-cursor, .cm-dropCursor': { borderLeftColor: 'var(--text)' },
  '.cm-activeLine': { backgroundColor: 'transparent' },
  '&.cm-focused .cm-activeLine': {
    backgroundColor: 'color-mix(in oklab, var(--hover) 60%, transparent)',
  },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  // It stays where it is while long lines are scrolled under it.
  '.cm-gutters': {
    backgroundColor: 'var(--surface)',
    border: '0',
    color: 'var(--faint)',
    paddingLeft: '6px',
  },
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
