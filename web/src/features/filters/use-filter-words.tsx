import { useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import type { FilterKind } from '@gensvar/contract/conditions'
import type { PathToken, PathValue } from '@gensvar/contract/drill-path'
import type { Filter } from '@gensvar/contract/entities/survey'
import { describeValue } from '@gensvar/contract/filter-chips'
import type { SubjectOf } from '@gensvar/contract/filter-chips'
import { builtInKinds } from '@gensvar/contract/filter-kinds/index'
import { useFilterTitle } from '#web/lib/filter-titles.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import type { FilterControl, WordTools } from './filter-control.ts'
import { filterControls } from './filter-controls.ts'
import { useFilterGroups } from './filter-sets.ts'
import { useTexts } from './texts.ts'
import { useDateWords } from './use-date-words.ts'

/** A filter's value in words: the words before it ("not contains"), its text, and optionally what is shown instead. */
export interface ValueWords {
  before: string
  text: string
  shown: ReactNode
}

/** What is needed to describe filters in words. */
export interface FilterWords {
  /** Title of a filter, a level of the hierarchy or a built-in name; the name itself if there is none. */
  titleOf: (name: string) => string
  valueWords: (token: PathToken, value: PathValue) => ValueWords
  /** What holds where a filter is not set, for those that then choose something; null for all others, which let everything pass. */
  unsetWords: (name: string) => string | null
}

/** Titles of everything a path can be filtered by, by name. */
function useTitles(): (name: string) => string {
  const t = useTexts()
  const known = useFilterTitle()
  return useCallback(
    (name) => {
      const builtIn = builtInKinds.get(name)
      const ownTitle = builtIn === undefined ? '' : filterControls[builtIn].builtInTitle?.(t)
      return known(name) || ownTitle || name
    },
    [known, t],
  )
}

/** Words for the active filters, for chips. */
export function useFilterWords(): FilterWords {
  const t = useTexts()
  const app = useAppTexts()
  const text = useLocalText()
  const format = useFormat()
  const dateWords = useDateWords()
  const groups = useFilterGroups()
  const { survey } = useSurveyStart()
  const filters = useMemo(() => {
    const all = [...groups.standard, ...groups.time].flatMap((group) => group.filters)
    return new Map(all.map((filter) => [filter.extName, filter]))
  }, [groups.standard, groups.time])
  const titleOf = useTitles()

  const valueWords = useCallback(
    (token: PathToken, value: PathValue): ValueWords => {
      const filter = filters.get(token.name)
      const kind = filter?.kind ?? builtInKinds.get(token.name) ?? 'choice'
      const { words, subject } = describeValue(value, kind)
      const before = words.map((word) => (word === 'not' ? t('not') : t('contains'))).join(' ')
      if (value.contains) return { before, text: value.text, shown: null }
      if (subject.kind === 'none')
        return { before: '', text: value.exclude ? t('answered') : t('notAnswered'), shown: null }
      if (subject.kind === 'unreadable') return { before, text: subject.text, shown: null }
      const tools = { t, app, text, dateWords, locale: format.locale }
      return { before, ...wordsOf(subject, tools, filter, survey.extName) }
    },
    [app, dateWords, filters, format.locale, survey.extName, t, text],
  )
  const unsetWords = useCallback(
    (name: string): string | null => {
      const kind = builtInKinds.get(name)
      return (kind !== undefined && filterControls[kind].unsetWords?.(t)) || null
    },
    [t],
  )
  return { titleOf, valueWords, unsetWords }
}

function wordsOf<K extends FilterKind>(
  { kind, value }: SubjectOf<K>,
  tools: WordTools,
  filter: Filter | undefined,
  survey: string,
): Pick<ValueWords, 'text' | 'shown'> {
  const control: FilterControl<K> = filterControls[kind]
  const { words, ChipWords } = control
  return { text: words(value, tools, filter), shown: ChipWords && <ChipWords survey={survey} value={value} /> }
}
