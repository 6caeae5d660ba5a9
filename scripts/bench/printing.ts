/** A duration in ms with one decimal. */
export function ms(value: number): string {
  return value.toFixed(1)
}

/** A duration given in ms, in seconds. */
export function seconds(value: number): string {
  return `${(value / 1000).toFixed(1)} s`
}

/** How many times the reference a value is. */
export function ratio(value: number, reference: number): string {
  return (value / reference).toFixed(1)
}

/** Whether a promise is kept, in a word. One that is not makes the bench end with code 1. */
export function verdict(isReached: boolean): 'reached' | 'MISSED' {
  if (!isReached) process.exitCode = 1
  return isReached ? 'reached' : 'MISSED'
}
