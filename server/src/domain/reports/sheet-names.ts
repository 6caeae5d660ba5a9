/** Longest name of a sheet, in UTF-16 units. */
const longest = 31

/** Gives the sheets of a workbook names that spreadsheets accept, and no two alike. */
export class SheetNames {
  private readonly taken = new Set<string>(['history'])

  /** The title as a name of a sheet; `fallback` where nothing of it can stay. */
  add(title: string, fallback: string): string {
    const plain = cut(
      title
        .replaceAll(/[[\]:*?/\\\p{Cc}]/gu, ' ')
        .replaceAll(/\s+/g, ' ')
        .trim()
        .replaceAll(/^'+|'+$/g, ''),
      longest,
    )
    const name = plain === '' ? fallback : plain
    for (let number = 1; ; number++) {
      const suffix = number === 1 ? '' : ` (${number})`
      const tried = cut(name, longest - suffix.length) + suffix
      if (this.taken.has(tried.toLowerCase())) continue
      this.taken.add(tried.toLowerCase())
      return tried
    }
  }
}

/** The beginning of a text, without half a character at its end. */
function cut(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, '')
    .trimEnd()
}
