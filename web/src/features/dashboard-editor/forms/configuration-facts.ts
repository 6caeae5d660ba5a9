import type { LocalText } from '@gensvar/contract/local-text'
import type { NamedFact, SurveyFacts } from './survey-facts.ts'
import { isRecord, valueAt } from './values.ts'

type Titled = (text: LocalText | undefined) => string

const titleOf = (value: unknown, words: Titled): string => {
  const title = valueAt(value, ['title'])
  return typeof title === 'string' || isRecord(title) ? words(title) : ''
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? (value as unknown[]) : [])

/** Entries of a section whose keys are names. */
function named(section: unknown, words: Titled): NamedFact[] {
  return Object.entries(isRecord(section) ? section : {}).map(([name, value]) => ({
    name,
    title: titleOf(value, words),
  }))
}

/** Entries of a list, each named by a key. */
function listed(list: unknown, key: string, words: Titled): NamedFact[] {
  return listOf(list).flatMap((one) => {
    const name = typeof one === 'string' ? one : valueAt(one, [key])
    return typeof name === 'string' && name !== '' ? [{ name, title: titleOf(one, words) }] : []
  })
}

/** Components of pages, also those inside others: whatever has a type and an id in its settings. */
function componentsIn(value: unknown, words: Titled): SurveyFacts['components'] {
  if (Array.isArray(value)) return value.flatMap((one) => componentsIn(one, words))
  if (!isRecord(value)) return []
  const { type, config } = value
  const id = valueAt(config, ['id'])
  const isOne = typeof type === 'string' && typeof id === 'string'
  const own = isOne ? [{ name: id, title: titleOf(config, words), kind: type }] : []
  return [...own, ...Object.values(value).flatMap((one) => componentsIn(one, words))]
}

/** What a configuration names, as it stands in its text: what is wrong in it is left out. */
export function configurationFacts(configuration: unknown, words: Titled): Omit<SurveyFacts, 'questions'> {
  const at = (key: string) => valueAt(configuration, [key])
  const groups = ['standard', 'time'].flatMap((set) => listOf(valueAt(configuration, ['filters', set])))
  return {
    indicators: named(at('indicators'), words),
    pages: listed(at('pages'), 'extname', words),
    filters: groups.flatMap((group) => listed(valueAt(group, ['filters']), 'extName', words)),
    views: named(at('views'), words),
    components: componentsIn(at('pages'), words),
    isInPool: isRecord(at('pool')),
  }
}
