import { useCallback, useMemo } from 'react'
import { priorityFields } from '@gensvar/contract/widgets/drivers'
import type { PriorityPoint } from '@gensvar/contract/widgets/drivers'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSharedEnds } from '#web/lib/shared-ends.ts'
import { DrawnChart } from '#web/ui/charts/drawn-chart.tsx'
import type { ChartPalette } from '#web/ui/charts/palette.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { DriverNotes } from '#web/widgets/drivers/driver-notes.tsx'
import { effectFormat, effectUnit } from '#web/widgets/drivers/driver-words.ts'
import classes from '#web/widgets/drivers/drivers.module.css'
import { priorityEnds, priorityOption } from '#web/widgets/drivers/priority-option.ts'
import type { PriorityView } from '#web/widgets/drivers/priority-option.ts'
import { QuestionLink } from '#web/widgets/drivers/question-link.tsx'
import { useTexts } from '#web/widgets/drivers/texts.ts'
import { useDriverCases } from '#web/widgets/drivers/use-driver-cases.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'

type Answer = WidgetAnswer<'priority', 'data'>

/** Height of the drawing, in pixels. */
const height = 360

/** Questions by their score and their effect, in four fields. */
export function Priority({ config }: WidgetProps<'priority'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('priority', 'data', config.id, {})
  const score = text(query.data?.scoreTitle)
  const title = text(config.title) || (score === '' ? t('untitledPriorities') : t('priorities', { score }))
  return (
    <WidgetFrame
      query={query}
      title={title}
      height={height}
      isEmpty={({ points }) => points.length === 0}
      empty={
        query.data && (
          <>
            <Empty title={t('none')}>{text(query.data.why)}</Empty>
            <DriverNotes basis={query.data} />
          </>
        )
      }
    >
      {(data) => <Points answer={data} title={title} />}
    </WidgetFrame>
  )
}

function Points({ answer, title }: { answer: Answer; title: string }) {
  const t = useTexts()
  const format = useFormat()
  const text = useLocalText()
  const { cutScore, cutEffect, decimals, unit, step } = answer
  const points = useMemo(
    () => priorityFields.flatMap((field) => answer.points.filter((point) => point.field === field)),
    [answer],
  )
  const { hrefOf, onPick } = useDriverCases(points)
  const effect = effectFormat(answer, points, format)
  const scoreText = (value: number): string =>
    step === 'tenth' ? format.percent(value) : [format.number(value, decimals), unit ?? ''].join('\u{a0}').trim()
  const view = useMemo(
    (): PriorityView => ({
      title,
      answer: priorityAnswer(
        points.filter(({ field }) => field === 'prioritise'),
        cutEffect,
        { t, text, effect: effectFormat(answer, points, format) },
      ),
      scoreName: t(step === 'tenth' ? 'scoreOfScale' : 'score'),
      effectName: effectUnit(answer, { t, text }),
      points: points.map((point) => ({ ...point, name: text(point.title) })),
      ...{ cutScore, cutEffect },
      fields: {
        prioritise: t('field_prioritise'),
        improve: t('field_improve'),
        keep: t('field_keep'),
        lower: t('field_lower'),
      },
      score: (value) => (step === 'tenth' ? format.percent(value) : format.number(value, decimals)),
      effect: effectFormat(answer, points, format),
    }),
    [answer, points, title, step, cutScore, cutEffect, decimals, t, format, text],
  )
  const ends = useSharedEnds(title, priorityEnds(view))
  const draw = useCallback(
    (width: number, palette: ChartPalette) => priorityOption(view, { width, palette, ends }),
    [view, ends],
  )
  const columns: PlainColumn<PriorityPoint>[] = [
    {
      id: 'question',
      title: t('question'),
      naming: true,
      cell: (point) => <QuestionLink name={text(point.title)} href={hrefOf(point)} />,
    },
    { id: 'field', title: t('field'), cell: ({ field }) => view.fields[field] },
    { id: 'score', title: view.scoreName, align: 'right', cell: ({ score }) => scoreText(score) },
    {
      id: 'effect',
      title: t(answer.indicative ? 'correlation' : 'effect'),
      align: 'right',
      cell: (point) => effect(point.effect),
    },
    {
      id: 'interval',
      title: t('interval'),
      align: 'right',
      cell: ({ low, high }) =>
        low === null || high === null ? <NoValue /> : t('fromTo', { from: effect(low), to: effect(high) }),
    },
    {
      id: 'answers',
      title: t('answers'),
      align: 'right',
      cell: ({ n }) => (n === null ? <NoValue /> : format.number(n)),
    },
  ]
  return (
    <>
      <DrawnChart
        title={title}
        answer={view.answer}
        draw={draw}
        saved={{ title, draw: (width, palette) => priorityOption(view, { width, palette, ends, heading: true }) }}
        height={height}
        table={<PlainTable isWide label={title} columns={columns} rows={points} keyOf={({ variable }) => variable} />}
        legend={<Fields points={points} names={view.fields} hrefOf={hrefOf} />}
        onPick={onPick}
      />
      <DriverNotes basis={answer} />
    </>
  )
}

interface FieldsProps {
  points: readonly PriorityPoint[]
  names: PriorityView['fields']
  hrefOf: (point: PriorityPoint) => string | null
}

/** The questions of each field, with the numbers that stand in the chart. */
function Fields({ points, names, hrefOf }: FieldsProps) {
  const text = useLocalText()
  const filled = priorityFields.filter((field) => points.some((point) => point.field === field))
  return (
    <div className={classes['fields']}>
      {filled.map((field) => (
        <section key={field} className={classes['field']} data-field={field}>
          <h3>{names[field]}</h3>
          <ol>
            {points.map((point, at) =>
              point.field === field ? (
                <li key={point.variable} value={at + 1} className={classes['point']}>
                  <span className={classes['number']}>{at + 1}</span>
                  <QuestionLink name={text(point.title)} href={hrefOf(point)} />
                </li>
              ) : null,
            )}
          </ol>
        </section>
      ))}
    </div>
  )
}

interface Words {
  t: ReturnType<typeof useTexts>
  text: ReturnType<typeof useLocalText>
  effect: (value: number) => string
}

/** What comes first: a question that matters much for certain before one whose interval reaches below the cut. */
function priorityAnswer(first: readonly PriorityPoint[], cutEffect: number | null, { t, text, effect }: Words): string {
  const isUnsure = ({ low }: PriorityPoint): boolean => cutEffect !== null && low !== null && low < cutEffect
  const named = first.find((point) => !isUnsure(point)) ?? first[0]
  if (named === undefined) return t('nothingFirst')
  const answer = t('first', { count: first.length, question: text(named.title), more: first.length - 1 })
  return isUnsure(named) && named.low !== null ? t('firstUnsure', { answer, low: effect(named.low) }) : answer
}
