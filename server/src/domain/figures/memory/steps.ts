/** Work that stops between its steps, so that whoever runs it can do something else meanwhile, or give it up. */
export type Steps<T> = Generator<undefined, T, undefined>

/** Rows in one step: well under a millisecond of counting. */
const stepRows = 65_536

/** Goes over rows in steps: `work` gets one half-open part after the other. */
export function* inSteps(rows: number, work: (from: number, to: number) => void): Steps<void> {
  for (let from = 0; from < rows; from += stepRows) {
    work(from, Math.min(rows, from + stepRows))
    yield
  }
}

/** Does the work in one go. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}
