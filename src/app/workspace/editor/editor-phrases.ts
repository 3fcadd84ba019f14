/** What the editor says of itself, its search above all, in the language of the screen as it is when the editor is made. */
import { EditorState, type Extension } from '@codemirror/state'
import { editor as t } from '../../language/en/editor.ts'

export function editorPhrases(): Extension {
  return EditorState.phrases.of(t.phrases)
}
