import { resolve } from 'node:path'
import { listedLanguages } from '#server/domain/text/languages.ts'
import { CommandError } from '../command-error.ts'
import { analyzerFor, likelyLanguage, readLines, readRated } from '../analyse-file.ts'
import { defineCommand } from '../command.ts'
import type { CommandCall } from '../command.ts'

const options = {
  lang: {
    type: 'string',
    value: 'LANGUAGE',
    description: `language of the comments (${listedLanguages.join(', ')}); detected for each line where missing`,
  },
  question: { type: 'string', description: 'the question that was asked, such as "What can we improve?"' },
  train: { type: 'string', value: 'FILE', description: 'a csv or xlsx file of rated comments to learn from first' },
  text: { type: 'string', value: 'COLUMN', description: 'the column of FILE with the comments' },
  rating: { type: 'string', value: 'COLUMN', description: 'the column of FILE with the ratings' },
} as const

/** `analyse-text FILE`: needs neither server nor data. */
export const analyseText = defineCommand({
  name: 'analyse-text',
  summary: 'Judges comments, one a line of a text file: prints a line of JSON for each, with sentiment and categories.',
  positionals: ['FILE'],
  options,
  async run({ values, positionals, cwd, print, note, signal }: CommandCall<typeof options, unknown>) {
    const { lang, question } = values
    if (lang !== undefined && !listedLanguages.some((known) => known === lang))
      throw new CommandError(`--lang is one of ${listedLanguages.join(', ')}, not "${lang}".`)
    const lines = await readLines(resolve(cwd, positionals[0] ?? ''))
    const analyzer = await analyzerFor(await ratedComments(values, cwd, signal), note, signal)
    const likelyLang = lang === undefined ? likelyLanguage(lines) : undefined
    for (const [index, text] of lines.entries()) {
      signal.throwIfAborted()
      const {
        label,
        score,
        mixed,
        lang: read,
        categories,
        flags,
        spans,
      } = analyzer.analyseOne({
        text,
        lang,
        likelyLang,
        question,
      })
      const told = {
        line: index + 1,
        label,
        score: rounded(score),
        mixed,
        lang: read,
        categories: categories.map(({ id, label: polarity, score: own }) => ({
          id,
          label: polarity,
          score: rounded(own),
        })),
        flags,
        spans: spans.map(({ start, end, weight }) => ({ start, end, weight: rounded(weight) })),
      }
      print(`${JSON.stringify(told)}\n`)
    }
  },
})

async function ratedComments(
  { train, text, rating, lang }: CommandCall<typeof options>['values'],
  cwd: string,
  signal: AbortSignal,
) {
  if (train === undefined) {
    if (text !== undefined || rating !== undefined) throw new CommandError('--text and --rating go with --train FILE.')
    return null
  }
  if (text === undefined || rating === undefined)
    throw new CommandError('--train needs --text COLUMN and --rating COLUMN as well.')
  return readRated(resolve(cwd, train), { text, rating }, lang, signal)
}

function rounded(value: number): number {
  return Number(value.toFixed(3))
}
