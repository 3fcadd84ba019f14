/** The editor's own texts, above all its search, in the language in which the editor is made. */
import { EditorState, type Extension } from '@codemirror/state'
import { editor as t } from '../../language/en/editor.ts'

export function editorPhrases(): Extension {
  return EditorState.phrases.of(t.phrases)
}
