import { NoValue } from '../no-value.tsx'
import { isFew } from './chart-answer.ts'
import { ChartPickLink } from './chart-pick-link.tsx'
import type { Pick, PickOf } from './chart-pick.ts'
import { periodName } from './chart-view.ts'
import type { ChartView } from './chart-view.ts'
import { useTexts } from './texts.ts'
import classes from './chart-table.module.css'

interface Props {
  view: ChartView
  /** Maximum height in pixels; the rest scrolls. */
  height: number
  /** What headings and values lead to. */
  pickOf?: PickOf | undefined
}

const nothing: PickOf = () => null

/** A chart's figures as a table: a row per period, a column per series with the answers behind each value. */
export function ChartTable({ view, height, pickOf = nothing }: Props) {
  const t = useTexts()
  const { series, interviews } = view
  return (
    <div
      className={classes['scroll']}
      style={{ maxHeight: height }}
      tabIndex={0}
      role="region"
      aria-label={view.title || t('chart')}
    >
      <table className={classes['table']}>
        <caption className={classes['caption']}>
          {view.answer}
          {view.goal !== null && `. ${t('goalOf', { goal: view.number(view.goal) })}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">{view.heading ?? t('period')}</th>
            {series.map(({ name }, at) => (
              <th key={at} scope="col">
                <ChartPickLink pick={pickOf({ series: at })}>{name}</ChartPickLink>
              </th>
            ))}
            {interviews && <th scope="col">{view.words.interviews}</th>}
          </tr>
        </thead>
        <tbody>
          {view.labels.map((_, index) => (
            <tr key={index}>
              <th scope="row">
                <ChartPickLink pick={pickOf({ category: index })}>{periodName(view, index)}</ChartPickLink>
              </th>
              {series.map((one, at) => (
                <td key={at}>
                  <Figure
                    pick={pickOf({ series: at, category: index })}
                    why={one.why?.[index]}
                    value={one.values[index] ?? null}
                    n={one.n[index] ?? null}
                    lowBase={one.lowBase}
                    change={one.changes?.find((change) => change.at === index)?.words}
                    view={view}
                  />
                </td>
              ))}
              {interviews && <td>{interviews[index] == null ? <NoValue /> : view.count(interviews[index])}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FigureProps {
  value: number | null
  n: number | null
  lowBase: number | null
  view: ChartView
  pick: Pick | null
  why: string | undefined
  /** What is said of a level that begins with it. */
  change: string | undefined
}

function Figure({ value, n, lowBase, view, pick, why, change }: FigureProps) {
  const t = useTexts()
  if (value === null) return <NoValue why={why} />
  return (
    <>
      <ChartPickLink pick={pick}>{view.number(value)}</ChartPickLink>
      {n !== null && (
        <span className={classes['note']}>
          {view.answers(n)}
          {isFew(n, lowBase) && `, ${t('fewAnswers')}`}
        </span>
      )}
      {change !== undefined && <span className={classes['note']}>{change}</span>}
    </>
  )
}
