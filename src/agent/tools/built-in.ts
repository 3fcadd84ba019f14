/** The tools that every session has. Adding one is adding it here (TS-05). */
import { askUserQuestionTool } from './ask-user-question.ts'
import { bashTool } from './bash.ts'
import { browserTool } from './browser.ts'
import type { Tool } from './contract.ts'
import { editTool } from './edit.ts'
import { exitPlanModeTool } from './exit-plan-mode.ts'
import { globTool } from './glob.ts'
import { grepTool } from './grep.ts'
import { lsTool } from './ls.ts'
import { multiEditTool } from './multi-edit.ts'
import { notebookEditTool } from './notebook-edit.ts'
import { readTool } from './read.ts'
import { taskOutputTool } from './task-output.ts'
import { taskStopTool } from './task-stop.ts'
import { todoWriteTool } from './todo-write.ts'
import { webFetchTool } from './web-fetch.ts'
import { writeTool } from './write.ts'

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
