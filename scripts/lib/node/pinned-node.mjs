/** Path of the Node whose library the sandbox runs, for comparisons with it. */
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { PACKAGE } from '../../node-library/pin.mjs'

const PINNED = fileURLToPath(new URL(`../../../node_modules/${PACKAGE}/bin`, import.meta.url))

/** The folder of its program; where that is none of this machine's, the one of the Node that runs. */
export const NODE_FOLDER =
  `${process.platform} ${process.arch}` === 'linux x64' ? PINNED : dirname(process.execPath)
export const NODE_PROGRAM = join(NODE_FOLDER, 'node')
