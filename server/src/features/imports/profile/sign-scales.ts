/** A cell that shows a rating without words: its number, and the scale's end where the cell shows that too. */
export interface SignStep {
  value: number
  top: number | null
}

const starWords = /^(\d(?:[.,]5)?)[\s-]*(?:stars?|stjärn(?:a|or)|stjerner?|tähti|tähteä|★|⭐️?|\*)$/iu
const outOf =
  /^(\d{1,2}(?:[.,]5)?)\s*(?:\/|out of|of|av|ud af|kautta)\s*(\d{1,2})(?:\s*(?:stars?|stjärnor|stjerner|tähteä))?$/iu

/** Reads stars: `4 stars`, `★★★★☆`, `⭐⭐⭐`, `4/5`. Null if the text is none of these. */
export function readStars(text: string): SignStep | null {
  const plain = text.trim().replaceAll('\ufe0f', '')
  if (/^[★⭐☆✩✭✮🌟\s]+$/u.test(plain)) {
    const signs = [...plain].filter((sign) => sign.trim() !== '')
    const full = signs.filter((sign) => sign !== '☆' && sign !== '✩').length
    return { value: full, top: full < signs.length ? signs.length : null }
  }
  const of = outOf.exec(plain)
  if (of) return { value: Number(of[1]?.replace(',', '.')), top: Number(of[2]) }
  const words = starWords.exec(plain)
  return words ? { value: Number(words[1]?.replace(',', '.')), top: null } : null
}

/** What faces mean, separated by spaces; equal when rounded towards 0 means the same step of a usual scale of five. */
const faces: Record<number, string> = {
  2.4: '😍 🤩 🥰 ❤',
  2.2: '😀 😃 😄 😁 😆 :-D :D',
  1.2: '😊 ☺ 😌',
  1: '🙂 👍 :-) :) =)',
  0: '😐 😑 😶 :-| :|',
  [-1]: '😕 🫤 👎 :-/ :/',
  [-1.2]: '🙁 ☹ 😟 😞 😒 :-( :(',
  [-2.2]: '😢 😭 😣 😖 😩 😫',
  [-2.4]: '😠 😡 🤬 😤 🤮',
}

const degreeByFace = new Map(
  Object.entries(faces).flatMap(([degree, list]) => list.split(' ').map((face) => [face, Number(degree)] as const)),
)

/** What a face means, above 0 for a happy one; null if the text is no face. */
export function readFace(text: string): number | null {
  return degreeByFace.get(bare(text)) ?? null
}

/** A face without colour of the skin and variation. */
function bare(text: string): string {
  return text.trim().replace(/\ufe0f|\p{Emoji_Modifier}/gu, '')
}

const grade = /^(?:grade\s+)?([A-F])\s?([+-]?)$/iu

/** A letter grade as a number by which grades can be ordered, a higher one being better; null if it is none. */
export function readGrade(text: string): number | null {
  const found = grade.exec(text.trim().replace('−', '-'))
  if (!found) return null
  const letter = 'FEDCBA'.indexOf((found[1] ?? '').toUpperCase())
  return letter + (found[2] === '+' ? 0.3 : found[2] === '-' ? -0.3 : 0)
}

const promoters: Record<number, string> = {
  3: 'promoter|promoters|ambassadör|ambassadörer|ambassadør|ambassadører|suosittelija|suosittelijat|promotör',
  2: 'passive|passives|neutral|passiv|passiva|passive kunder|passiivinen|passiiviset|neutraali|indifferent',
  1: 'detractor|detractors|kritiker|kritikere|arvostelija|arvostelijat|belackare|detraktor',
}

const groupOfPromoter = new Map(
  Object.entries(promoters).flatMap(([group, list]) => list.split('|').map((word) => [word, Number(group)] as const)),
)

/** The group of a net promoter score: 3 promoter, 2 passive, 1 detractor; null if the text is none. */
export function readPromoter(text: string): number | null {
  return groupOfPromoter.get(text.trim().toLowerCase()) ?? null
}
