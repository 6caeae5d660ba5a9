import { useCallback, useMemo } from 'react'
import { EVENT_DATE } from '@gensvar/contract/conditions'
import { decodeDateFilter } from '@gensvar/contract/date-filters'
import type { PathToken, PathValue } from '@gensvar/contract/drill-path'
import type { Filter } from '@gensvar/contract/entities/survey'
import { describeValue } from '@gensvar/contract/filter-chips'
import type { ValueSubject } from '@gensvar/contract/filter-chips'
import type { CampaignFilter } from '@gensvar/contract/filter-values'
import { languageTags, type Locale } from '@gensvar/contract/local-text'
import { namesOnly } from '@gensvar/contract/names-only'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { kindOf, useFilterGroups } from './filter-sets.ts'
import { useTexts } from './texts.ts'
import { useDateWords } from './use-date-words.ts'

/** A value of a filter in words: what stands before it ("not contains"), its text, or the campaign it is about. */
export interface ValueWords {
  before: string
  text: string
  campaign: CampaignFilter | null
}

/** What the words for filters are made from. */
export interface FilterWords {
  /** Title of a filter, a level of the hierarchy or a built-in name; the name itself where there is none. */
  titleOf: (name: string) => string
  valueWords: (token: PathToken, value: PathValue) => ValueWords
}

/** Titles of everything a path may be filtered on, by name. */
function useTitles(filters: ReadonlyMap<string, Filter>): (name: string) => string {
  const t = useTexts()
  const text = useLocalText()
  const { survey } = useSurveyStart()
  return useMemo(() => {
    const levels = survey.views.flatMap((view) => view.levels)
    const builtIn = namesOnly<Partial<Record<string, string>>>({
      [EVENT_DATE]: t('date'),
      campaign: t('campaign'),
      samplestate: t('state'),
    })
    return (name) => {
      const filter = filters.get(name)
      const level = levels.find((one) => one.variable === name)
      const configured = filter !== undefined && text(filter.title) !== name ? text(filter.title) : ''
      return configured || builtIn[name] || text(level?.title) || name
    }
  }, [filters, survey, t, text])
}

/** Words for the active filters, for chips. */
export function useFilterWords(): FilterWords {
  const t = useTexts()
  const app = useAppTexts()
  const text = useLocalText()
  const format = useFormat()
  const dateWords = useDateWords()
  const groups = useFilterGroups()
  const filters = useMemo(() => {
    const all = [...groups.standard, ...groups.time].flatMap((group) => group.filters)
    return new Map(all.map((filter) => [filter.extName, filter]))
  }, [groups.standard, groups.time])
  const titleOf = useTitles(filters)

  const textOf = useCallback(
    (subject: ValueSubject, filter: Filter | undefined): string => {
      switch (subject.kind) {
        case 'text': {
          const option = filter?.options.find((one) => one.extName === subject.text)
          if (option !== undefined) return text(option.title) || option.extName
          // A group's shortcut may set dates on a filter without a flag that says so.
          const dates = decodeDateFilter(subject.text)
          return (dates !== null && dates.kind !== 'period' && dateWords(subject.text)) || subject.text
        }
        case 'none':
          return t('notAnswered')
        case 'dates':
          return ''
        case 'range':
          return subject.from === subject.to
            ? plainNumber(subject.from, format.locale)
            : `${plainNumber(subject.from, format.locale)}–${plainNumber(subject.to, format.locale)}`
        case 'campaign':
          return ''
        case 'sampleState': {
          const states = [
            app('sampleState0'),
            app('sampleState1'),
            app('sampleState2'),
            app('sampleState3'),
            app('sampleState4'),
          ]
          return states[subject.state] ?? String(subject.state)
        }
      }
    },
    [app, dateWords, format.locale, t, text],
  )

  const wordsOf = useCallback(
    (value: PathValue, subject: ValueSubject, filter: Filter | undefined): string => {
      if (value.contains) return value.text
      return subject.kind === 'dates' ? (dateWords(value.text) ?? value.text) : textOf(subject, filter)
    },
    [dateWords, textOf],
  )

  const valueWords = useCallback(
    (token: PathToken, value: PathValue): ValueWords => {
      const filter = filters.get(token.name)
      const { words, subject } = describeValue(value, kindOf(token.name, filter))
      if (subject.kind === 'none' && value.exclude) return { before: '', text: t('answered'), campaign: null }
      return {
        before: words.map((word) => (word === 'not' ? t('not') : t('contains'))).join(' '),
        text: wordsOf(value, subject, filter),
        campaign: subject.kind === 'campaign' ? subject.campaign : null,
      }
    },
    [filters, t, wordsOf],
  )
  return { titleOf, valueWords }
}

function plainNumber(value: number, locale: Locale): string {
  const text = new Intl.NumberFormat(languageTags[locale], { maximumFractionDigits: 15, useGrouping: false }).format(
    value,
  )
  return text.replace('-', '\u2212')
}
