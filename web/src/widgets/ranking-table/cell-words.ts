import { createContext, use, useMemo } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { useAbout, useAboutValue } from '#web/lib/vocabulary.ts'
import { useTexts } from './texts.ts'

/** The texts of a table's cells, looked up once per table: a look-up per cell would take longer than drawing it. */
export interface CellWords {
  noValue: string
  goalMet: string
  goalMissed: string
  few: string
  near: string
  greater: string
  less: string
  /** The unit's own value, where the one shown is drawn towards the mean. */
  own: (value: string) => string
  newTab: string
  noAccess: string
  colours: Record<'red' | 'yellow' | 'green', string>
  /** The text for the number of answers behind a figure. */
  answers: (count: number) => string
  /** The prefix of a column's values, by its expression. */
  aboutValue: (expression: string | null | undefined) => string
  /** A text from the server in the language shown. */
  text: ReturnType<typeof useLocalText>
}

/** Set by the table around its cells. */
export const CellWordsContext = createContext<CellWords | null>(null)

/** Words for the cells of a table, in the language shown. */
export function useTableWords(): CellWords {
  const t = useTexts()
  const app = useAppTexts()
  const text = useLocalText()
  const about = useAbout()
  const aboutValue = useAboutValue()
  return useMemo(() => {
    const counts = new Map<number, string>()
    return {
      noValue: app('noValue'),
      goalMet: t('goalMet'),
      goalMissed: t('goalMissed'),
      few: t('few'),
      near: t('near'),
      greater: t('greater'),
      less: t('less'),
      own: (value) => t('own', { value }),
      newTab: t('newTab'),
      noAccess: t('noAccess'),
      colours: { red: t('red'), yellow: t('yellow'), green: t('green') },
      answers(count) {
        const known = counts.get(count) ?? `${about}${t('answers', { count })}`
        counts.set(count, known)
        return known
      },
      aboutValue,
      text,
    }
  }, [t, app, text, about, aboutValue])
}

/** The texts of the table around a cell. */
export function useCellWords(): CellWords {
  const words = use(CellWordsContext)
  if (words === null) throw new Error('A cell stands in no table')
  return words
}
