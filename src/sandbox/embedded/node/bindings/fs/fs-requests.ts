/**
 * One definition of a file operation serves Node's three forms: synchronous (throws), with a request object
 * (answers in the loop's completion phase) and with the promise symbol.
 */
import { Errno } from '../../../syscalls.ts'
import type { NodeContext } from '../../context.ts'
import { codeOf, uvError } from '../uv-error.ts'
import type { Subject } from '../uv-error.ts'

/** The library sets `oncomplete` on these and calls nothing else. */
export class FSReqCallback {
  oncomplete: ((error: unknown, result?: unknown) => void) | undefined
  readonly bigint: boolean

  constructor(bigint = false) {
    this.bigint = bigint
  }
}

/** Pending call of `fs.promises`, as the lists of active requests show it. */
class FSReqPromise {}

/** Result of an operation whose answer comes later, as a pending read of a pipe. */
export class Later {
  readonly promise: Promise<unknown>

  constructor(promise: Promise<unknown>) {
    this.promise = promise
  }
}

export interface Call {
  readonly args: readonly unknown[]
  /** Whether the caller waits on the stack. */
  readonly sync: boolean
}

export type Operation = (call: Call) => unknown

/** Names the call for the error's text. */
export type Describe = (args: readonly unknown[]) => Omit<Subject, 'syscall'>

export function operation(
  context: NodeContext,
  definition: { readonly syscall: string; readonly describe: Describe; readonly run: Operation },
): (...args: unknown[]) => unknown {
  const usePromises = context.perIsolateSymbols['fs_use_promises_symbol']
  const failure = (error: unknown, args: readonly unknown[]): Error => {
    const { syscall, describe } = definition
    // Natively what opens and reads in one has no path any more when the reading fails.
    const isLaterRead = syscall === 'open' && error instanceof Errno && error.syscall === 'read'
    return uvError(codeOf(error), isLaterRead ? { syscall: 'read' } : { syscall, ...describe(args) })
  }

  return (...args) => {
    const at = args.findIndex((arg) => arg === usePromises || arg instanceof FSReqCallback)
    const request = args[at]
    if (request === undefined) {
      try {
        return definition.run({ args, sync: true })
      } catch (error) {
        throw failure(error, args)
      }
    }
    const inputs = args.slice(0, at)
    const isCallback = request instanceof FSReqCallback
    const finished = context.active.request(isCallback ? request : new FSReqPromise())
    const outcome = start(context, {
      run: () => definition.run({ args: inputs, sync: false }),
      failure: (error) => failure(error, inputs),
      finished,
    })
    if (!isCallback) return new Promise((resolve, reject) => outcome(resolve, reject))
    outcome(
      (result) => {
        if (result === undefined) request.oncomplete?.(null)
        else request.oncomplete?.(null, result)
      },
      (error) => {
        request.oncomplete?.(error)
      },
    )
    return undefined
  }
}

type Deliver = (resolve: (result: unknown) => void, reject: (error: unknown) => void) => void

interface Request {
  readonly run: () => unknown
  readonly failure: (error: unknown) => Error
  /** Called just before the outcome is delivered. */
  readonly finished: () => void
}

/** Runs at once, in call order; its outcome is delivered in the completion phase. */
function start({ loop }: NodeContext, { run, failure, finished }: Request): Deliver {
  let result: unknown
  try {
    result = run()
  } catch (error) {
    const reason = failure(error)
    return (_resolve, reject) => {
      loop.complete(() => {
        finished()
        reject(reason)
      })
    }
  }
  if (!(result instanceof Later)) {
    return (resolve) => {
      loop.complete(() => {
        finished()
        resolve(result)
      })
    }
  }
  const { promise } = result
  return (resolve, reject) => {
    loop.ref()
    const finish = (callback: () => void): void => {
      loop.complete(() => {
        finished()
        callback()
      })
      loop.unref()
    }
    promise.then(
      (value) => {
        finish(() => {
          resolve(value)
        })
      },
      (error: unknown) => {
        finish(() => {
          reject(failure(error))
        })
      },
    )
  }
}
