import type { CategoryHit, Label, Span } from '../analysis.ts'
import type { Judgement } from '../judge.ts'
import { WordTable } from '../word-pattern.ts'
import type { Category, CategoryPattern, Taxonomy } from './taxonomy.ts'

interface Start {
  category: number
  pattern: CategoryPattern
  excludes: boolean
}

const fixed = { positive: 'pos', negative: 'neg' } as const

/** From which score on a clause is good or bad. */
const commits = 0.17

/** Finds the categories a comment speaks of, with what its clauses say of them. */
export class Categoriser {
  readonly #taxonomy: Taxonomy
  readonly #starts: WordTable<Start>
  readonly #endings: ReadonlySet<string>

  constructor(taxonomy: Taxonomy, endings: ReadonlySet<string>) {
    this.#taxonomy = taxonomy
    this.#endings = endings
    this.#starts = new WordTable(endings)
    for (const [category, { patterns, excludes }] of taxonomy.entries())
      for (const [list, isExclude] of [
        [patterns, false],
        [excludes, true],
      ] as const)
        for (const pattern of list) {
          const [first] = pattern.words
          if (first) this.#starts.add(first, { category, pattern, excludes: isExclude })
        }
  }

  /** Categories in the order of the taxonomy. A category is named once, with all its places. */
  find(judgement: Judgement): CategoryHit[] {
    const { tokens } = judgement
    const hits = new Map<number, { start: number; end: number; clause: number; pattern: string }[]>()
    const excluded = new Map<number, Set<number>>()
    for (const [at, token] of tokens.entries()) {
      for (const { category, pattern, excludes } of this.#starts.findAll(token.word)) {
        const last = this.#endOf(pattern, judgement, at)
        if (last === null) continue
        if (excludes) {
          const places = excluded.get(category) ?? new Set()
          for (let place = at; place <= last; place++) places.add(tokens[place]?.start ?? -1)
          excluded.set(category, places)
        } else {
          const found = hits.get(category) ?? []
          const end = tokens[last]?.end ?? token.end
          if (!found.some((other) => other.start <= token.start && other.end >= end))
            found.push({ start: token.start, end, clause: token.clause, pattern: pattern.source })
          hits.set(category, found)
        }
      }
    }
    return [...hits]
      .map(([category, places]) => ({
        category,
        places: places.filter(({ start }) => !excluded.get(category)?.has(start)),
      }))
      .filter(({ places }) => places.length > 0)
      .sort((a, b) => a.category - b.category)
      .map(({ category, places }) => hitOf(this.#taxonomy[category], places, judgement))
  }

  #endOf(pattern: CategoryPattern, { tokens }: Judgement, from: number): number | null {
    for (const [index, wanted] of pattern.words.entries()) {
      if (index === 0) continue
      const token = tokens[from + index]
      const rest = token?.word.startsWith(wanted.text) ? token.word.slice(wanted.text.length) : null
      if (rest === null || token?.sentence !== tokens[from]?.sentence) return null
      if (!(wanted.kind === 'start' || rest === '' || (wanted.kind === 'inflected' && this.#endings.has(rest))))
        return null
    }
    return from + pattern.words.length - 1
  }
}

function hitOf(
  category: Category | undefined,
  places: readonly { start: number; end: number; clause: number; pattern: string }[],
  judgement: Judgement,
): CategoryHit {
  const clauses = new Set(places.map(({ clause }) => clause))
  const own = judgement.spans.filter((span) => clauses.has(clauseOf(span, judgement)))
  const total = own.reduce((sum, { weight }) => sum + weight, 0)
  const score = own.length > 0 ? total / Math.sqrt(total * total + 15) : judgement.score
  const label = own.length > 0 || judgement.label !== 'neu' ? labelOf(score) : 'neu'
  return {
    id: category?.id ?? '',
    label: category?.polarity ? fixed[category.polarity] : label,
    score,
    spans: places.map(({ start, end, pattern }) => ({ start, end, pattern })),
  }
}

function clauseOf(span: Span, { tokens }: Judgement): number {
  return tokens.find(({ end }) => end > span.start)?.clause ?? -1
}

function labelOf(score: number): Label {
  return Math.abs(score) < commits ? 'neu' : score > 0 ? 'pos' : 'neg'
}
