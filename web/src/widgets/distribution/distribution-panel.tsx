import { SegmentedControl, Select, Switch } from '@mantine/core'
import { useState } from 'react'
import type { Distribution, DistributionSplit } from '@gensvar/contract/entities/distribution'
import { publishedChartPeriods } from '@gensvar/contract/published-dates'
import { defaultChartPeriods } from '@gensvar/contract/widgets/development-chart'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useAnonymousVocabulary } from '#web/lib/vocabulary.ts'
import { PeriodLinks } from '#web/ui/charts/period-links.tsx'
import { usePeriodNames } from '#web/ui/charts/use-period-names.ts'
import { usePending } from '#web/ui/pending.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/shares/texts.ts'
import { Withheld } from '#web/widgets/withheld.tsx'
import { DistributionView } from './distribution-view.tsx'
import classes from './distribution.module.css'
import { useDistribution } from './use-distribution.ts'

/** A figure whose answers are shown. */
export interface DistributionOf {
  /** Name of the indicator or question, and its title. */
  name: string
  title: string
  /** Other figures of the same place that can be chosen instead; none where left out. */
  others?: readonly { name: string; title: string }[]
  /** Drill path of the place; that of the page where left out. */
  drillPath?: string
}

type Mode = 'place' | 'units' | 'time'

/** How the answers behind a figure are spread: here, side by side for the units below, or over time. */
export function DistributionPanel({ of }: { of: DistributionOf }) {
  const t = useTexts()
  const text = useLocalText()
  const [figure, setFigure] = useState(of.name)
  const [question, setQuestion] = useState<string>()
  const [mode, setMode] = useState<Mode>('place')
  const [isDetailed, setDetailed] = useState(false)
  const [period, setPeriod, periods] = usePeriods()
  const by: DistributionSplit = mode === 'time' ? period : mode
  const query = useDistribution({ name: figure, question, by, isDetailed, drillPath: of.drillPath })
  const pending = usePending(query)
  const { isDated } = useSurveyStart().survey
  const { data } = query
  const figures = of.others ?? []
  return (
    <div className={classes['panel']}>
      <div className={classes['choices']}>
        {figures.length > 0 && (
          <Select
            label={t('figure')}
            data={figures.map(({ name, title }) => ({ value: name, label: title }))}
            value={figure}
            allowDeselect={false}
            onChange={(value) => {
              setFigure(value ?? figure)
              setQuestion(undefined)
            }}
          />
        )}
        {data && data.questions.length > 1 && (
          <Select
            label={t('distributionQuestion')}
            data={data.questions.map((one) => ({ value: one.variable, label: text(one.title) }))}
            value={data.question}
            allowDeselect={false}
            onChange={(value) => setQuestion(value ?? undefined)}
          />
        )}
        <SegmentedControl
          aria-label={t('distributionSplit')}
          value={mode}
          onChange={(value) => setMode(value as Mode)}
          data={[
            { value: 'place', label: t('splitHere') },
            ...(data?.level != null ? [{ value: 'units', label: t('splitUnits', { level: text(data.level) }) }] : []),
            ...(isDated ? [{ value: 'time', label: t('splitTime') }] : []),
          ]}
        />
        {mode === 'time' && <PeriodLinks options={periods} value={period} onChange={setPeriod} />}
        {data?.hasGroups === true && (
          <Switch
            label={t('everyAnswer')}
            checked={isDetailed}
            onChange={(event) => setDetailed(event.currentTarget.checked)}
          />
        )}
      </div>
      <div {...pending}>
        <DataState
          query={query}
          height={240}
          isEmpty={(answer) => answer.withheld === null && !hasAnswers(answer)}
          empty={<Empty title={t('noAnswersToSpread')} compact />}
        >
          {(answer) =>
            answer.withheld === null ? (
              <DistributionView key={answer.name} data={answer} period={mode === 'time' ? period : null} />
            ) : (
              <Withheld why={answer.withheld} compact />
            )
          }
        </DataState>
      </div>
    </div>
  )
}

function hasAnswers({ bars }: Distribution): boolean {
  return bars.some(({ n, withheld }) => withheld !== null || (n ?? 0) > 0)
}

type Period = (typeof defaultChartPeriods)[number]

/** The periods that answers can be divided into, one of them chosen. */
function usePeriods() {
  const names = usePeriodNames()
  const base = useAnonymousVocabulary()?.period ?? null
  const offered = publishedChartPeriods(base, defaultChartPeriods)
  const [chosen, setChosen] = useState<string>()
  const period = offered.find((one) => one === chosen) ?? offered[0] ?? 'months'
  const options = offered.map((value) => ({ value: value as string, label: names(value) }))
  return [period as Period, setChosen, options] as const
}
