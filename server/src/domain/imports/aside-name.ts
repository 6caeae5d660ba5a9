/** Name under which a text that is not an answer is stored with the response. */
export function asideName(variable: string): string {
  return `raw:${variable}`
}
