/** The folder of the universes' logos. */
const location = `${import.meta.env.BASE_URL}logos/`

/** Address of a universe's square logo. */
export function logoAddress(universe: string): string {
  return `${location}${encodeURIComponent(universe.toLowerCase())}_square.png`
}

/** One or two initials, shown for a name without a logo. */
export function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const letters =
    words.length > 1
      ? [words[0], words.at(-1)].map((word) => [...(word ?? '')][0] ?? '')
      : [...(words[0] ?? '')].slice(0, 2)
  return letters.join('').toUpperCase()
}
