import { useMemo } from 'react'
import type { Award, Gamification } from '@gensvar/contract/entities/gamification'
import type { ChartData } from '@gensvar/contract/entities/chart'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useHrefAt } from '#web/lib/place.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { TimeChart } from '#web/ui/charts/time-chart.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/texts.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { Badge } from './badge.tsx'
import classes from './gamification-overview.module.css'

/** Height of the awards and of the chart, in pixels. */
const awardsHeight = 132
const chartHeight = 300

/** What the chart's axis shows above the record, and the distance of its ticks. */
const roomAboveRecord = 2
const tickInterval = 5
/** More ticks than this would stand on each other. */
const mostTicks = 12

/** The awards of the place, and its points over time with the personal record. */
export function GamificationOverview({ config }: WidgetProps<'gamification-overview'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('gamification-overview', 'data', config.id, {})
  const why = query.data?.withheld ?? null
  return (
    <WidgetFrame
      query={query}
      title={text(config.title) || t('awards')}
      height={awardsHeight + chartHeight}
      isEmpty={({ awards }) => awards.length === 0}
      empty={
        <Empty title={t(why === null ? 'noBadges' : 'noAwardsShown')} compact>
          {why === null ? t('noBadgesHelp') : text(why)}
          {query.data !== undefined && query.data.ownPlaces.length > 0 && <OwnPlaces places={query.data.ownPlaces} />}
        </Empty>
      }
    >
      {({ awards, chartData }) => (
        <>
          <ul className={classes['awards']} aria-label={t('awards')}>
            {awards.map((award, at) => (
              <li key={at} className={classes['award']}>
                {award.type === 'TopMarksAward' ? <TopMarks award={award} /> : <Streak award={award} />}
              </li>
            ))}
          </ul>
          {chartData.record !== null && (
            <Performance chart={chartData} record={chartData.record} period={config.period} />
          )}
        </>
      )}
    </WidgetFrame>
  )
}

/** Leads to the reader's places, on the same page. */
function OwnPlaces({ places }: { places: Gamification['ownPlaces'] }) {
  const t = useTexts()
  const text = useLocalText()
  const hrefAt = useHrefAt()
  return (
    <ul className={classes['places']} aria-label={t('yourPlaces')}>
      {places.map(({ title, drillPath }) => (
        <li key={drillPath}>
          <AppLink href={hrefAt(drillPath)}>{text(title)}</AppLink>
        </li>
      ))}
    </ul>
  )
}

function TopMarks({ award: { title, obtained, score } }: { award: Award }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  return (
    <>
      <span className={classes['counter']}>{format.number(obtained)}</span>
      <div className={classes['words']}>
        <p className={classes['name']}>{text(title) || t('topMarks')}</p>
        <p className={classes['quiet']} title={t('allTimeBestHelp')}>
          {t('allTimeBest', { n: format.number(score) })}
        </p>
      </div>
    </>
  )
}

function Streak({ award }: { award: Award }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { title, streakType, obtained, score, length } = award
  return (
    <>
      <Badge award={award} />
      <div className={classes['words']}>
        <p className={classes['name']}>{text(title) || streakType}</p>
        <p className={classes['count']}>{t('obtained', { count: obtained, n: format.number(obtained) })}</p>
        <p className={classes['quiet']} title={t('totalScoreHelp', { n: format.number(length ?? 0) })}>
          {t('totalScore', { n: format.number(score) })}
        </p>
      </div>
    </>
  )
}

interface PerformanceProps {
  chart: Gamification['chartData']
  record: number
  period: string
}

function Performance({ chart: { categories, points }, record, period }: PerformanceProps) {
  const t = useTexts()
  const format = useFormat()
  const data = useMemo(
    (): ChartData => ({
      categories,
      series: [{ name: t('points'), data: points }],
      descriptors: [{ title: t('points'), variable: 'points', color: null }],
      goal: record,
    }),
    [categories, points, record, t],
  )
  const upperY = record + roomAboveRecord
  return (
    <section className={classes['performance']} aria-label={t('performance')}>
      <h3 className={classes['heading']}>{t('performance')}</h3>
      <TimeChart
        data={data}
        period={period}
        height={chartHeight}
        title={t('performance')}
        answer={t('recordIs', { n: format.number(record) })}
        goalName={t('personalRecord')}
        decimals={0}
        lowerY={0}
        upperY={upperY}
        tickInterval={ticksFor(upperY)}
      />
    </section>
  )
}

/** Ticks at every five points; of more than fit, at every 10, 50, 100 and so on. */
function ticksFor(upperY: number): number {
  let interval = tickInterval
  for (let factor = 2; upperY / interval > mostTicks; factor = factor === 2 ? 5 : 2) interval *= factor
  return interval
}
