import { readFile, stat } from 'node:fs/promises'
import { LexiconAnalyzer, guessLanguage } from '#server/domain/text/lexicon-analyzer.ts'
import { train } from '#server/domain/text/training/train.ts'
import type { RatedComment } from '#server/domain/text/training/train.ts'
import { TrainedAnalyzer } from '#server/domain/text/training/trained-analyzer.ts'
import { cellText } from '#server/features/imports/tables/cell.ts'
import { openTable } from '#server/features/imports/tables/open-table.ts'
import { CommandError } from './command-error.ts'

/** Largest file of comments, in bytes. */
const mostBytes = 200_000_000
/** Share of a file's lines that must be in one language for it to be the likely one of all. */
const likelyShare = 0.7
/** Lines that are looked at for it. */
const lookedAt = 500

/** The lines of a file, without the last empty one. What is not UTF-8 becomes U+FFFD. */
export async function readLines(file: string): Promise<string[]> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => null,
  )
  if (size === null) throw new CommandError(`${file} is no file that can be read.`)
  if (size > mostBytes) throw new CommandError(`${file} is over ${mostBytes / 1_000_000} MB.`)
  const lines = new TextDecoder('utf-8').decode(await readFile(file)).split(/\r\n|\n|\r/)
  if (lines.at(-1) === '') lines.pop()
  return lines
}

/** The language that nearly all lines of a file are in, if there is one: short lines are then read in it. */
export function likelyLanguage(lines: readonly string[]): string | undefined {
  const counts = new Map<string, number>()
  const some = lines.filter((line) => line.trim() !== '').slice(0, lookedAt)
  for (const line of some) {
    const { lang } = guessLanguage(line)
    if (lang !== 'und') counts.set(lang, (counts.get(lang) ?? 0) + 1)
  }
  const [best] = [...counts].sort((a, b) => b[1] - a[1])
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return best && best[1] >= likelyShare * all ? best[0] : undefined
}

/** Reads comments and their ratings from a csv or xlsx file. Throws for a column that is not there. */
export async function readRated(
  file: string,
  columns: { text: string; rating: string },
  lang: string | undefined,
  signal: AbortSignal,
): Promise<RatedComment[]> {
  const table = await openTable(file, { signal })
  try {
    const at = (name: string, flag: string): number => {
      const index = table.headers.indexOf(name)
      if (index < 0)
        throw new CommandError(`${file} has no column "${name}" (--${flag}). It has: ${table.headers.join(', ')}.`)
      return index
    }
    const [text, rating] = [at(columns.text, 'text'), at(columns.rating, 'rating')]
    const rated: RatedComment[] = []
    for await (const rows of table.rows({ signal }))
      for (const { cells } of rows) {
        const grade = cellText(cells[rating] ?? null).replace(',', '.')
        const comment = cellText(cells[text] ?? null)
        if (grade !== '' && Number.isFinite(Number(grade)) && comment !== '')
          rated.push({ text: comment, rating: Number(grade), lang })
      }
    return rated
  } finally {
    await table.close()
  }
}

/** The analyzer for a file: the word list, or what was learnt from rated comments where that is better. */
export async function analyzerFor(
  rated: readonly RatedComment[] | null,
  note: (text: string) => void,
  signal: AbortSignal,
): Promise<LexiconAnalyzer | TrainedAnalyzer> {
  const lexicon = new LexiconAnalyzer()
  if (!rated) return lexicon
  const { model, good, bad, holdOut, isBetter } = await train(rated, { signal })
  if (!model) {
    note(
      `Too few rated comments to learn from: ${good} good, ${bad} bad; 50 of each are needed. The word list is used.\n`,
    )
    return lexicon
  }
  const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
  note(
    `Learnt from ${good} good and ${bad} bad comments. Of ${holdOut.n} kept apart, the word list tells ${percent(holdOut.lexicon)} rightly, ` +
      `what was learnt ${percent(holdOut.trained)}: ${isBetter ? 'what was learnt' : 'the word list'} is used.\n`,
  )
  return isBetter ? new TrainedAnalyzer(model, lexicon) : lexicon
}
