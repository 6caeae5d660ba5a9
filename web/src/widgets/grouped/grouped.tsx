import { useElementSize } from '@mantine/hooks'
import { useCallback, useMemo, useState } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath } from '#web/lib/place.ts'
import { useAbout } from '#web/lib/vocabulary.ts'
import type { PickOf } from '#web/ui/charts/chart-pick.ts'
import { useTexts as useChartTexts } from '#web/ui/charts/texts.ts'
import { TimeChart } from '#web/ui/charts/time-chart.tsx'
import { notifyError } from '#web/ui/notify.tsx'
import { useChartFigures } from '#web/widgets/figure-details/use-chart-figures.tsx'
import { useTexts } from '#web/widgets/shares/texts.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import { Withheld } from '#web/widgets/withheld.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import { groupsPerPage } from './groups-per-page.ts'
import { GroupPages } from './group-pages.tsx'

/** Height of a chart with its sentence, in pixels. */
const height = 340

type Columns = WidgetAnswer<'grouped', 'data'>

/** Indicators side by side for each unit of a level or each choice of a question. A group can be opened. */
export function Grouped({ config }: WidgetProps<'grouped'>) {
  const t = useChartTexts()
  const text = useLocalText()
  const query = useWidgetData('grouped', 'data', config.id, {})
  const { data } = query
  return (
    <WidgetFrame
      query={query}
      title={text(config.title) || text(data?.by) || t('chart')}
      height={height}
      isEmpty={hasNoValues}
      empty={data?.withheld != null ? <Withheld why={data.withheld} /> : undefined}
    >
      {(columns) => <Charts data={columns} title={text(config.title)} />}
    </WidgetFrame>
  )
}

function hasNoValues({ charts }: Columns): boolean {
  return charts.every(({ series }) => series.every(({ data }) => data.every((value) => value === null)))
}

function Charts({ data, title }: { data: Columns; title: string }) {
  const t = useTexts()
  const format = useFormat()
  const [first, setFirst] = useState(0)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const answer = useAnswer(data)
  const most = Math.max(...data.charts.map(({ series }) => series.length))
  const size = groupsPerPage(width, most)
  // A narrower window has smaller pages: the one that the first group shown stands on.
  const from = Math.min(Math.floor(first / size) * size, Math.max(0, data.groups.length - 1))
  const left = data.total - data.groups.length
  return (
    <div ref={ref} style={{ minHeight: height }}>
      {width > 0 &&
        data.charts.map((chart, at) => (
          <GroupChart
            key={chart.descriptors.map(({ variable }) => variable).join(' ')}
            data={data}
            chart={chart}
            from={from}
            size={size}
            title={title}
            answer={at === 0 ? answer : undefined}
          />
        ))}
      {data.groups.length > size && (
        <GroupPages from={from} size={size} total={data.groups.length} onChange={setFirst} />
      )}
      {left > 0 && <p className="gv-quiet">{t('leftOut', { n: format.number(left) })}</p>}
    </div>
  )
}

interface ChartProps {
  data: Columns
  chart: Columns['charts'][number]
  /** The first group shown, and how many are. */
  from: number
  size: number
  title: string
  /** The sentence over the chart; what its columns are where left out. */
  answer: string | undefined
}

/** The columns of indicators of one scale, for the groups of one page. */
function GroupChart({ data, chart, from, size, title, answer }: ChartProps) {
  const text = useLocalText()
  const about = useAbout()
  const names = chart.descriptors.map((one) => text(one.title)).join(', ')
  const page = useMemo(() => {
    const part = <Item,>(items: readonly Item[]): Item[] => items.slice(from, from + size)
    return {
      ...chart,
      categories: part(chart.categories),
      series: chart.series.map((one) => ({
        ...one,
        data: part(one.data),
        ...(one.n && { n: part(one.n) }),
        ...(one.why && { why: part(one.why) }),
      })),
    }
  }, [chart, from, size])
  const groups = useMemo(
    () => ({
      heading: text(data.by),
      labels: data.groups.slice(from, from + size).map((group) => text(group.title)),
    }),
    [data, from, size, text],
  )
  const { pickOf, dialog } = useGroupFigures(data, page, from)
  return (
    <>
      <TimeChart
        data={page}
        about={about}
        period=""
        height={height}
        title={title || `${names}: ${groups.heading}`}
        answer={answer ?? names}
        decimals={chart.decimals}
        unit={chart.unit ?? ''}
        groups={groups}
        chartType="column"
        pickOf={pickOf}
      />
      {dialog}
    </>
  )
}

/** A click on a column opens what it is; from there, and from its name in the table, the page goes to its group. */
function useGroupFigures({ groups, ...data }: Columns, page: Columns['charts'][number], from: number) {
  const text = useLocalText()
  const when = text(data.selectionTime)
  const named = useMemo(
    () => ({ nameOf: (category: number) => text(groups[from + category]?.title), when }),
    [groups, from, when, text],
  )
  const atOf = useCallback(
    (_: number, category: number) => {
      const group = groups[from + category]
      if (!group || group.isClosed === true) return null
      return group.path === null ? undefined : { drillPath: group.path }
    },
    [groups, from],
  )
  const pickOf = useGroupPick(groups, from)
  return useChartFigures(page, '', { groups: named, atOf, pickOf })
}

/** What opens the page at a column's unit, or filters it by its choice. */
function useGroupPick(groups: Columns['groups'], from: number): PickOf {
  const t = useTexts()
  const text = useLocalText()
  const change = useChangePath()
  return useCallback(
    ({ series, category }) => {
      const group = category === undefined || series !== undefined ? undefined : groups[from + category]
      const path = group?.path ?? null
      if (!group || path === null) return null
      return { label: t('showOnly', { name: text(group.title) }), run: () => void change(path).catch(notifyError) }
    },
    [groups, from, change, t, text],
  )
}

/** What the columns say: where the first indicator is highest and lowest. */
function useAnswer({ summary }: Columns): string | undefined {
  const t = useTexts()
  const text = useLocalText()
  if (summary === null) return undefined
  const { highest, lowest } = summary
  const said = { name: text(summary.name), group: text(highest.group), value: highest.value }
  if (lowest === null) return t('groupedOne', said)
  if (lowest.value === highest.value) return t('groupedSame', said)
  return t('groupedEnds', { ...said, lowest: text(lowest.group), least: lowest.value })
}
