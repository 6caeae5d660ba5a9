import { existsSync, readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { root } from '../scripts/find-node.mjs'

/** A row of the reviews by column name, as text; empty if there is no answer. */
export type Line = Record<string, string>

/** A workbook of reviews and its contents. */
export interface ReviewFile {
  workbook: string
  lines: Line[]
}

/** A folder beside the project that may contain real reviews. */
const folder = join(root, '..', 'shared', 'data')

/** The real reviews if they exist beside the project; otherwise generated ones of the same shape, written to `into`. */
export async function reviewFile(into: string): Promise<ReviewFile> {
  const real = join(folder, 'lounge-reviews.xlsx')
  if (existsSync(real))
    return { workbook: real, lines: readLines(readFileSync(join(folder, 'lounge-reviews.csv'), 'utf8')) }
  const lines = makeLines(1_500)
  const workbook = join(into, 'reviews.xlsx')
  const head = Object.keys(lines[0] ?? {})
  const cells = lines.map((line) => head.map((name) => cellOf(line[name] ?? '')))
  await mkdir(into, { recursive: true })
  await writeFile(workbook, await writeXlsx({ sheets: [{ name: 'Responses', rows: [head, ...cells] }] }))
  return { workbook, lines }
}

function cellOf(text: string): string | number | null {
  if (text === '') return null
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text
}

const airlines = ['north-wind', 'blue-coast', 'fjord', 'meridian-air', 'sun-lines', 'polar-express-airways']
const airports = ['Harbour Airport', 'Lake Airport', 'Hill Airport', 'Plain Airport']
const words = 'The lounge was quiet and clean but the food came late and nobody asked how we felt about it'.split(' ')
const drivers = ['comfort', 'cleanliness', 'bar_beverages', 'catering', 'washrooms', 'wifi', 'staff_service']

/** Generated reviews with the problems of real ones: blank levels, ratings above the scale, zeros, missing answers. */
function makeLines(count: number): Line[] {
  let seed = 7
  const below = (limit: number): number => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return Math.floor((seed / 2_147_483_648) * limit)
  }
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? ''
  return Array.from({ length: count }, (_, index) => {
    const airline = pick(airlines)
    const rating = below(40) === 0 ? 6 + below(5) : 1 + below(5)
    const score = (): string => (below(50) === 0 ? '' : String(below(30) === 0 ? 0 : 1 + below(5)))
    return {
      response_id: String(index + 1),
      airline,
      airport: below(20) === 0 ? '' : pick(airports),
      lounge_name: `${airline.toUpperCase().replaceAll('-', ' ')} LOUNGE ${1 + below(2)}`,
      lounge_type: below(8) === 0 ? '' : pick(['Business Class', 'First Class', 'Frequent Flyer']),
      review_date: new Date(Date.UTC(2023, 0, 1 + below(900))).toISOString().slice(0, 10),
      comment: `${Array.from({ length: 6 + below(14) }, () => pick(words)).join(' ')} ${index}`,
      overall_rating: below(60) === 0 ? '' : String(rating),
      ...Object.fromEntries(drivers.map((name) => [name, score()])),
      recommended: String(rating > 3 ? 1 : 0),
    }
  })
}

/** Rows of a comma-separated file by the names in its header. */
function readLines(text: string): Line[] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let quoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? ''
    if (sign === '"' && quoted && text[at + 1] === '"') cell += text[(at += 1)]
    else if (sign === '"') quoted = !quoted
    else if (quoted || (sign !== ',' && sign !== '\n' && sign !== '\r')) cell += sign
    else if (sign !== '\r') {
      row.push(cell)
      cell = ''
      if (sign === '\n') rows.push(row)
      if (sign === '\n') row = []
    }
  }
  if (row.length > 0) rows.push([...row, cell])
  const [head = [], ...lines] = rows.filter((one) => one.length > 1)
  return lines.map((cells) => Object.fromEntries(head.map((name, index) => [name, (cells[index] ?? '').trim()])))
}
