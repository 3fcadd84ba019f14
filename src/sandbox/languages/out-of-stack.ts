/** Whether an error says that calls were nested too deeply; Firefox has a class of its own for it. */
export function isOutOfStack(error: unknown): boolean {
  return error instanceof Error && /call stack|too much recursion/i.test(error.message)
}
