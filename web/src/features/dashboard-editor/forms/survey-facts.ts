import type { QuestionType } from '@gensvar/contract/entities/metadata'
import { responseFields, sampleFields } from '@gensvar/contract/configuration/check-names'
import type { NameSource } from './inputs.ts'
import { text } from './texts.ts'

/** Something that a setting can name, with its title in the language shown. */
export interface NamedFact {
  name: string
  title: string
}

/** What a survey has that settings can name. */
export interface SurveyFacts {
  indicators: readonly NamedFact[]
  questions: readonly { variable: string; title: string; type: QuestionType }[]
  pages: readonly NamedFact[]
  filters: readonly NamedFact[]
  views: readonly NamedFact[]
  /** Components of the survey by their `id`, with their kind where it is known. */
  components: readonly (NamedFact & { kind?: string })[]
  /** Whether the survey takes part in a pool of organisations. */
  isInPool: boolean
}

/** Names under one heading. */
export interface NameGroup {
  group: string
  items: { value: string; label: string }[]
}

const fields = [...new Set<string>([...responseFields, ...sampleFields])]

const item = ({ name, title }: NamedFact) => ({
  value: name,
  label: title === '' || title === name ? name : `${title} (${name})`,
})

function questionsOf({ questions }: SurveyFacts, types: NameSource['types']): NamedFact[] {
  return questions
    .filter(({ type }) => types === undefined || types.includes(type))
    .map(({ variable, title }) => ({ name: variable, title }))
}

type Group = readonly [title: string, named: readonly NamedFact[]]

function groupsFor({ of, types }: NameSource, facts: SurveyFacts): readonly Group[] {
  const questions: Group = [text('questions'), questionsOf(facts, types)]
  const indicators: Group = [text('indicators'), facts.indicators]
  switch (of) {
    case 'figure':
      return [indicators, questions]
    case 'question':
      return [questions]
    case 'column':
      return [
        indicators,
        questions,
        [text('fields'), fields.map((name) => ({ name, title: text(`field_${name}` as 'field_id') }))],
      ]
    case 'page':
      return [[text('pages'), facts.pages]]
    case 'view':
      return [[text('views'), facts.views]]
    case 'component':
      return [[text('components'), facts.components]]
  }
}

/** The names that a setting can have, in groups; each name once. */
export function namesFor(source: NameSource, facts: SurveyFacts): NameGroup[] {
  const groups = groupsFor(source, facts)
  const seen = new Set<string>()
  return groups
    .map(([group, named]) => ({
      group,
      items: named
        .filter(({ name }) => {
          const isFirst = !seen.has(name)
          seen.add(name)
          return isFirst
        })
        .map(item),
    }))
    .filter(({ items }) => items.length > 0)
}

/** The names of a setting with those that stand in it, but not in the survey. */
export function namesWith(groups: readonly NameGroup[], used: readonly string[]): NameGroup[] {
  const known = new Set(groups.flatMap(({ items }) => items.map(({ value }) => value)))
  const gone = used.filter((name) => name !== '' && !known.has(name))
  if (gone.length === 0) return [...groups]
  return [
    ...groups,
    { group: text('notInSurvey'), items: [...new Set(gone)].map((name) => ({ value: name, label: name })) },
  ]
}

/** The title of a name, or the name. */
export function titleOfName(groups: readonly NameGroup[], name: string): string {
  return groups.flatMap(({ items }) => items).find(({ value }) => value === name)?.label ?? name
}
