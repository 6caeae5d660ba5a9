/** Work that pauses between its steps, so that its runner can do something else meanwhile, or cancel it. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Runs all steps without pausing and returns the result. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
