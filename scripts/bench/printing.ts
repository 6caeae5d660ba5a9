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
