/**
 * A CodeMirror document: text, undo history, cursors. It lives as long as its file is open, in a view while it is on
 * the screen; the grammar is fetched by the file's name.
 */
import { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory } from '@codemirror/commands'
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  LanguageDescription,
  syntaxHighlighting,
} from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search'
import { Compartment, EditorState, Transaction } from '@codemirror/state'
import type { Extension, StateEffect, TransactionSpec } from '@codemirror/state'
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
  rectangularSelection,
} from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { editorPhrases } from './editor-phrases.ts'
import { editorTheme } from './editor-theme.ts'
import { textChanges } from './text-changes.ts'
import { editor as t } from '../../language/en/editor.ts'

export interface EditorDocument {
  /** UTF-16 units, as `text().length` would be, for less. */
  readonly length: number
  text(): string
  /** In as few pieces as can be, so that cursors and scrolling stay. `undoable`: by the person's own choice. */
  replace(text: string, how: { readonly undoable: boolean }): void
  /** After a rename, or when somebody else leads. */
  configure(options: { readonly path: string; readonly readOnly: boolean }): void
  /** Shows it in `parent` until what it returns is called. */
  attach(parent: HTMLElement): () => void
  /** Puts the cursor there, in the middle of the view. From 1; beyond the end is the end. */
  reveal(line: number, column?: number): void
  focus(): void
}

export interface DocumentOptions {
  readonly path: string
  readonly text: string
  readonly readOnly: boolean
  /** The text is another, by whomever. */
  readonly onChange: () => void
}

export function createDocument({ path, text, readOnly, onChange }: DocumentOptions): EditorDocument {
  const language = new Compartment()
  const access = new Compartment()
  const phrases = new Compartment()
  let view: EditorView | undefined
  let scroll: StateEffect<unknown> | undefined
  let state = EditorState.create({
    doc: text,
    extensions: [
      // Carriage returns that are still there belong to the text (text-file.ts).
      EditorState.lineSeparator.of('\n'),
      access.of(accessTo(path, readOnly)),
      language.of([]),
      phrases.of(editorPhrases()),
      indentUnit.of(indentOf(text)),
      EditorView.clipboardInputFilter.of((pasted) => pasted.replace(/\r\n?/g, '\n')),
      EditorView.updateListener.of((update) => update.docChanged && onChange()),
      FEATURES,
    ],
  })
  const now = () => view?.state ?? state
  const dispatch = (spec: TransactionSpec) => {
    if (view) view.dispatch(spec)
    else state = state.update(spec).state
  }
  const colour = (name: string) =>
    void LanguageDescription.matchFilename(languages, name)
      ?.load()
      .then(
        (support) => dispatch({ effects: language.reconfigure(support) }),
        (error: unknown) => console.info('A grammar did not load; the file is shown without colours.', error),
      )
  let named = path
  colour(path)
  return {
    get length() {
      return now().doc.length
    },
    text: () => now().doc.toString(),
    replace: (next, { undoable }) => {
      const changes = textChanges(now().doc.toString(), next)
      if (changes.length === 0) return
      // A step of its own: undoing it leaves what was typed before.
      const annotations = [Transaction.addToHistory.of(undoable), isolateHistory.of('full')]
      dispatch({ changes, annotations })
    },
    configure: (next) => {
      dispatch({ effects: access.reconfigure(accessTo(next.path, next.readOnly)) })
      if (next.path !== named) colour(next.path)
      named = next.path
    },
    attach: (parent) => {
      state = state.update({ effects: phrases.reconfigure(editorPhrases()) }).state
      const shown = new EditorView({ state, parent, ...(scroll && { scrollTo: scroll }) })
      view = shown
      return () => {
        state = shown.state
        scroll = shown.scrollSnapshot()
        if (view === shown) view = undefined
        shown.destroy()
      }
    },
    reveal: (line, column = 1) => {
      const { doc } = now()
      const found = doc.line(Math.max(1, Math.min(line, doc.lines)))
      const anchor = Math.min(found.from + column - 1, found.to)
      dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) })
      if (!view) scroll = EditorView.scrollIntoView(anchor, { y: 'center' })
    },
    focus: () => view?.focus(),
  }
}

/** Not editable is still focusable: it scrolls and is searched by keys. */
function accessTo(path: string, readOnly: boolean): Extension {
  return [
    EditorState.readOnly.of(readOnly),
    EditorView.editable.of(!readOnly),
    EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': t.contentOf(path),
      ...(readOnly ? { 'aria-readonly': 'true' } : { 'aria-description': t.tabIndents }),
    }),
  ]
}

/** One step of indentation as the file has it: its first indented line tells. */
function indentOf(text: string): string {
  const found = /^(\t| {2,8})\S/m.exec(text.slice(0, 20_000))?.[1]
  return found ?? '  '
}

function foldMarker(open: boolean): HTMLElement {
  const marker = document.createElement('span')
  marker.className = open ? 'fold-open' : 'fold-closed'
  marker.textContent = open ? '⌄' : '›'
  return marker
}

const FEATURES: Extension = [
  lineNumbers(),
  foldGutter({ markerDOM: foldMarker }),
  highlightSpecialChars(),
  history(),
  drawSelection(),
  dropCursor(),
  EditorState.allowMultipleSelections.of(true),
  rectangularSelection(),
  crosshairCursor(),
  indentOnInput(),
  bracketMatching(),
  highlightActiveLine(),
  search({ top: true }),
  highlightSelectionMatches(),
  keymap.of([...searchKeymap, ...foldKeymap, ...historyKeymap, ...defaultKeymap, indentWithTab]),
  syntaxHighlighting(classHighlighter),
  editorTheme,
]
