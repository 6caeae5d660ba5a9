import { useCallback, useMemo } from 'react'
import type { EffectRow } from '@gensvar/contract/widgets/drivers'
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
import { effectAnswer, effectFormat, effectUnit } from '#web/widgets/drivers/driver-words.ts'
import { effectEnds, effectHeight, effectOption } from '#web/widgets/drivers/effect-option.ts'
import type { EffectView } from '#web/widgets/drivers/effect-option.ts'
import { QuestionLink } from '#web/widgets/drivers/question-link.tsx'
import { useTexts } from '#web/widgets/drivers/texts.ts'
import { useDriverCases } from '#web/widgets/drivers/use-driver-cases.ts'
import { WidgetFrame } from '#web/widgets/widget-frame.tsx'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'

type Answer = WidgetAnswer<'effect', 'data'>

/** How much a score moves with each question, the largest effect first. */
export function Effect({ config }: WidgetProps<'effect'>) {
  const t = useTexts()
  const text = useLocalText()
  const query = useWidgetData('effect', 'data', config.id, {})
  const score = text(query.data?.scoreTitle)
  const title = text(config.title) || (score === '' ? t('untitledEffects') : t('effects', { score }))
  return (
    <WidgetFrame
      query={query}
      title={title}
      height={280}
      isEmpty={({ rows }) => rows.length === 0}
      empty={query.data && <NoDrivers answer={query.data} />}
    >
      {(data) => <Effects answer={data} title={title} />}
    </WidgetFrame>
  )
}

function NoDrivers({ answer }: { answer: Answer }) {
  const t = useTexts()
  const text = useLocalText()
  return (
    <>
      <Empty title={t('none')}>{text(answer.why)}</Empty>
      <DriverNotes basis={answer} />
    </>
  )
}

function Effects({ answer, title }: { answer: Answer; title: string }) {
  const t = useTexts()
  const format = useFormat()
  const text = useLocalText()
  const { rows } = answer
  const { hrefOf, onPick } = useDriverCases(rows)
  const view = useMemo(
    (): EffectView => ({
      title,
      answer: effectAnswer(answer, rows, { t, format, text }),
      unit: effectUnit(answer, { t, text }),
      rows: rows.map((row) => ({ ...row, name: text(row.title) })),
      number: effectFormat(answer, rows, format),
    }),
    [answer, rows, title, t, format, text],
  )
  const { effects: ends } = useSharedEnds(title, { effects: effectEnds(rows) })
  const draw = useCallback(
    (width: number, palette: ChartPalette) => effectOption(view, { width, palette, ends }),
    [view, ends],
  )
  const columns: PlainColumn<EffectRow>[] = [
    {
      id: 'question',
      title: t('question'),
      naming: true,
      cell: (row) => <QuestionLink name={text(row.title)} href={hrefOf(row)} />,
    },
    {
      id: 'effect',
      title: t(answer.indicative ? 'correlation' : 'effect'),
      align: 'right',
      cell: ({ effect }) => view.number(effect),
    },
    {
      id: 'interval',
      title: t('interval'),
      align: 'right',
      cell: ({ low, high }) =>
        low === null || high === null ? <NoValue /> : t('fromTo', { from: view.number(low), to: view.number(high) }),
    },
  ]
  return (
    <>
      <DrawnChart
        title={title}
        answer={view.answer}
        draw={draw}
        saved={{
          title,
          height: effectHeight(rows.length, true),
          draw: (width, palette) => effectOption(view, { width, palette, ends, heading: true }),
        }}
        height={effectHeight(rows.length)}
        table={<PlainTable isWide label={title} columns={columns} rows={rows} keyOf={({ variable }) => variable} />}
        onPick={onPick}
      />
      <DriverNotes basis={answer} />
    </>
  )
}
