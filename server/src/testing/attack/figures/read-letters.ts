/** Letters a hidden text may hold. */
const letters = 'abcdefghijklmnopqrstuvwxyz'

/**
 * Reads a hidden text letter by letter out of whatever answers differently when a part of it is asked for. `answerTo`
 * gives the whole answer to a search for a text; an answer unlike that to a text nobody wrote counts as a hit.
 * Returns the longest part found, empty where all answers look alike.
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

/** The answer without the text asked for, which answers repeat in their paths. */
async function signalOf(answerTo: (text: string) => Promise<string>, text: string): Promise<string> {
  const asked = [text, encodeURIComponent(text)]
  return asked.reduce((answer, one) => answer.replaceAll(`=${one}~`, '=~'), await answerTo(text))
}
