/** CodeMirror's merge view: theirs to read, the merged text to edit. On a narrow screen one text with both. */
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { LanguageDescription, syntaxHighlighting } from '@codemirror/language'
import { languages } from '@codemirror/language-data'
import { MergeView, unifiedMergeView } from '@codemirror/merge'
import { Compartment, EditorState } from '@codemirror/state'
import type { Extension } from '@codemirror/state'
import { EditorView, keymap, lineNumbers } from '@codemirror/view'
import { classHighlighter } from '@lezer/highlight'
import { DIFF_MS } from '../../limits.ts'
import { editorPhrases } from './editor-phrases.ts'
import { editorTheme } from './editor-theme.ts'
import { editor as t } from '../../language/en/editor.ts'

export interface MergeEditor {
  /** As it has been merged so far. */
  text(): string
  close(): void
}

export interface MergeOptions {
  readonly path: string
  readonly theirs: string
  /** The merged side's first text. */
  readonly merged: string
  readonly narrow: boolean
}

export function openMerge(parent: HTMLElement, { path, theirs, merged, narrow }: MergeOptions): MergeEditor {
  const language = new Compartment()
  const shared: Extension = [
    EditorState.lineSeparator.of('\n'),
    lineNumbers(),
    language.of([]),
    syntaxHighlighting(classHighlighter),
    editorPhrases(),
    editorTheme,
    mergeTheme,
  ]
  const editable: Extension = [
    history(),
    keymap.of([...historyKeymap, ...defaultKeymap, indentWithTab]),
    named(t.mergedTextOf(path)),
    shared,
  ]
  const readable: Extension = [
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    named(t.theirTextOf(path)),
    shared,
  ]
  const diffConfig = { timeout: DIFF_MS }
  const open = () => {
    if (narrow) {
      const extensions = [editable, unifiedMergeView({ original: theirs, diffConfig, mergeControls: true })]
      const view = new EditorView({ parent, doc: merged, extensions })
      return { views: [view], side: view, close: () => view.destroy() }
    }
    const view = new MergeView({
      parent,
      a: { doc: theirs, extensions: readable },
      b: { doc: merged, extensions: editable },
      revertControls: 'a-to-b',
      renderRevertControl: takeButton,
      collapseUnchanged: { margin: 4, minSize: 8 },
      diffConfig,
    })
    return { views: [view.a, view.b], side: view.b, close: () => view.destroy() }
  }
  const { views, side, close } = open()
  void LanguageDescription.matchFilename(languages, path)
    ?.load()
    .then(
      (support) => {
        for (const view of views) view.dispatch({ effects: language.reconfigure(support) })
      },
      (error: unknown) => console.info('A grammar did not load; the texts are without colours.', error),
    )
  return { text: () => side.state.doc.toString(), close }
}

function named(label: string): Extension {
  return EditorView.contentAttributes.of({ 'aria-label': label, tabindex: '0' })
}

function takeButton(): HTMLElement {
  const button = document.createElement('button')
  button.className = 'take'
  button.textContent = '→'
  button.title = t.takePart
  button.setAttribute('aria-label', button.title)
  return button
}

const mergeTheme = EditorView.theme({
  '&': { height: 'auto' },
  '.cm-changedLine': { backgroundColor: 'var(--added) !important' },
  '&.cm-merge-a .cm-changedLine, .cm-deletedChunk': { backgroundColor: 'var(--removed) !important' },
  '.cm-changedText, .cm-deletedText': {
    background: 'color-mix(in oklab, var(--warn) 22%, transparent) !important',
  },
  // By element, as the library names them.
  '.cm-chunkButtons button[name]': {
    minHeight: '24px',
    border: '1px solid var(--line-strong) !important',
    borderRadius: '6px',
    background: 'var(--surface) !important',
    color: 'var(--text) !important',
    fontFamily: 'var(--sans)',
  },
  '.cm-collapsedLines': {
    background: 'var(--hover) !important',
    color: 'var(--muted) !important',
  },
  // The library's own sign is in no font of ours.
  '.cm-collapsedLines:before, .cm-collapsedLines:after': { content: '"⋯" !important' },
})
