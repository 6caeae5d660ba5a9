import { useSessionStorage } from '@mantine/hooks'
import { publishedChartPeriods } from '@gensvar/contract/published-dates'
import type { CustomPeriod, chartPeriods } from '@gensvar/contract/widgets/development-chart'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAnonymousVocabulary } from '#web/lib/vocabulary.ts'
import { usePeriodNames } from '#web/ui/charts/use-period-names.ts'

/**
 * The period chosen over a component's chart, the way to choose another, and all periods. The choice is kept until the
 * page is reloaded.
 */
export function useChosenPeriod(
  id: string,
  periods: readonly (typeof chartPeriods)[number][],
  customPeriods: readonly CustomPeriod[] = [],
) {
  const text = useLocalText()
  const names = usePeriodNames()
  const { survey } = useSurveyStart()
  const base = useAnonymousVocabulary()?.period ?? null
  const [stored, setPeriod] = useSessionStorage({
    key: `gensvar-period ${survey.extName} ${id}`,
    defaultValue: '',
    getInitialValueInEffect: false,
  })
  const options = [
    ...publishedChartPeriods(base, periods).map((value) => ({ value: value as string, label: names(value) })),
    ...(base === null ? customPeriods : []).map(({ extname, title }) => ({
      value: extname,
      label: text(title) || extname,
    })),
  ]
  const chosen = options.find(({ value }) => value === stored) ?? options[0]
  return [chosen?.value ?? '', setPeriod, options] as const
}
