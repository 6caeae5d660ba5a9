/** The value of an attribute as people read and write it; in the markup it has references such as `&amp;`. */
export function shownValue(written: string): string {
  return written
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

/** A text as the markup has it in an attribute. */
export function writtenValue(shown: string): string {
  return shown.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
