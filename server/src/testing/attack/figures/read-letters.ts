/** Letters a hidden text may contain. */
const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Recovers a hidden text letter by letter from a search that answers differently for a part of it. `answerTo` returns
 * the whole answer to a search for a text; one that differs from the answer to a text nobody wrote counts as a hit.
 * Returns the longest part found; empty if all answers are the same.
 */
export async function readHiddenText(answerTo: (text: string) => Promise<string>, most = 12): Promise<string> {
  const nothing = await signalOf(answerTo, 'qqqqqqqq')
  const isThere = async (text: string): Promise<boolean> => (await signalOf(answerTo, text)) !== nothing
  let found = ''
  for (let grew = true; grew && found.length < most;) {
    grew = false
    for (const letter of letters)
      if (await isThere(found + letter)) {
        found += letter
        grew = true
        break
      }
  }
  for (let grew = found !== ''; grew && found.length < most;) {
    grew = false
    for (const letter of letters)
      if (await isThere(letter + found)) {
        found = letter + found
        grew = true
        break
      }
  }
  return found
}

/** The answer without the searched text, which answers repeat in their paths. */
async function signalOf(answerTo: (text: string) => Promise<string>, text: string): Promise<string> {
  const asked = [text, encodeURIComponent(text)]
  return asked.reduce((answer, one) => answer.replaceAll(`=${one}~`, '=~'), await answerTo(text))
}
