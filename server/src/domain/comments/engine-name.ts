import type { TextAnalysis } from '@gensvar/contract/entities/text-analytics'

/** What judges comments, as the browser is told. */
type JudgedBy = TextAnalysis['judgedBy']

/** What judged a comment, of the name of an engine as it is stored. */
export function judgedByOf(engine: string): JudgedBy {
  const [id] = engine.split(' ')
  return id === 'trained' || id === 'provider' ? id : 'lexicon'
}

/** The version in the name of an engine, short enough to be told: program, word lists, what was learnt, categories. */
export function shortVersion(engine: string): string {
  const [, version = '', categories = ''] = engine.split(' ')
  const [program = '', ...parts] = version.split('.')
  return [program, ...[...parts, categories].map((part) => part.slice(0, 4))].join('.')
}
