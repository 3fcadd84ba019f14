/** The tools that every session has. Tests name the other lists that a new one has to stand in. */
import { askUserQuestionTool } from '../talk/ask-user-question.ts'
import { bashTool } from '../shell/bash.ts'
import { browserTool } from '../web/browser.ts'
import type { Tool } from '../contract.ts'
import { editTool } from '../files/edit.ts'
import { exitPlanModeTool } from '../talk/exit-plan-mode.ts'
import { globTool } from '../files/glob.ts'
import { grepTool } from '../files/grep.ts'
import { lsTool } from '../files/ls.ts'
import { multiEditTool } from '../files/multi-edit.ts'
import { notebookEditTool } from '../files/notebook-edit.ts'
import { readTool } from '../files/read.ts'
import { taskOutputTool } from '../shell/task-output.ts'
import { taskStopTool } from '../shell/task-stop.ts'
import { todoWriteTool } from '../talk/todo-write.ts'
import { webFetchTool } from '../web/web-fetch.ts'
import { writeTool } from '../files/write.ts'

export const BUILT_IN_TOOLS: readonly Tool[] = [
  askUserQuestionTool,
  bashTool,
  browserTool,
  editTool,
  exitPlanModeTool,
  globTool,
  grepTool,
  lsTool,
  multiEditTool,
  notebookEditTool,
  readTool,
  taskOutputTool,
  taskStopTool,
  todoWriteTool,
  webFetchTool,
  writeTool,
]
