/** A cell that holds an e-mail address or a phone number. */
const isAddress = (cell: string): boolean => /^[^\s@]+@[^\s@]+$/.test(cell) || /^\+?[\d\s().-]{6,}$/.test(cell)

/** The lines of a text that are not empty. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
}

/** The addresses of a text or CSV file: the first one of each line; lines without one, such as headings, are left out. */
export function addressesOf(text: string): string[] {
  return linesOf(text.replace(/^\uFEFF/, '')).flatMap((line) => {
    const cells = line.split(/[;,\t]/).map((cell) =>
      cell
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .trim(),
    )
    return cells.find(isAddress) ?? []
  })
}
