import { useCallback, useMemo } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, useDrillPath, useHrefAt } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { Chip } from '#web/ui/chip.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { EvaluateButton } from '#web/widgets/action-manager/evaluate-button.tsx'
import { useTexts } from '#web/widgets/action-manager/texts.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'
import type { WidgetAnswer } from '#web/widgets/widget-query.ts'

type UnitRow = WidgetAnswer<'action-overview', 'data'>['rows'][number]

const counts = ['nOpen', 'nDue', 'nCompleted', 'nFailed'] as const

/** Widths of the columns, in pixels: a narrow component has room for all of them. */
const unitWidth = 110
const countWidth = 80

const keyOf = ({ drillPath }: UnitRow) => drillPath

/** How many actions are open, overdue, completed and failed in each unit below the place; a row leads to its unit. */
export function ActionOverview({ config }: WidgetProps<'action-overview'>) {
  const t = useTexts()
  const text = useLocalText()
  const survey = useSurveyStart().survey.extName
  const here = useDrillPath()
  const query = useWidgetData('action-overview', 'data', config.id, {}, { isOfRows: true })
  const columns = useColumns()
  const list = useLocalList({
    key: ['action-overview', survey, here, config.id],
    name: config.id,
    query,
    rows: query.data?.rows,
    columns,
    isPaged: false,
  })
  return (
    <DataTable
      id={config.id}
      title={text(config.title) || t('byUnit')}
      list={list}
      columns={columns}
      ownOrder={{ by: null, desc: false }}
      tools={
        <>
          {config.rootOnly && <Chip>{t('rootOnly')}</Chip>}
          {query.data?.canEvaluate === true && <EvaluateButton />}
        </>
      }
      empty={
        <Empty title={t('noUnits')} compact>
          {t('noUnitsHelp')}
        </Empty>
      }
      keyOf={keyOf}
      {...useUnitLinks()}
    />
  )
}

function useColumns(): Column<UnitRow>[] {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  return useMemo(() => {
    const unit: Column<UnitRow> = {
      id: 'unit',
      title: t('unit'),
      naming: true,
      width: unitWidth,
      sortBy: 'unit',
      text: ({ title }) => text(title),
      cell: ({ title }) => text(title),
    }
    const numbers = counts.map((name): Column<UnitRow> => {
      const textOf = (row: UnitRow) => format.number(row[name])
      return {
        id: name,
        title: t(name),
        align: 'right',
        width: countWidth,
        sortBy: name,
        descFirst: true,
        text: textOf,
        cell: textOf,
        fileCell: (row) => ({ figure: textOf(row) }),
        compare: (a, b) => a[name] - b[name],
      }
    })
    return [unit, ...numbers]
  }, [t, text, format])
}

/** Where the rows lead: to their unit on the same page; nowhere from the unit that is shown. */
function useUnitLinks() {
  const change = useChangePath()
  const here = useDrillPath()
  const hrefAt = useHrefAt()
  const hrefOf = useCallback(
    ({ drillPath }: UnitRow) => (drillPath === here ? null : hrefAt(drillPath)),
    [here, hrefAt],
  )
  const onOpen = useCallback(
    ({ drillPath }: UnitRow) => {
      if (drillPath !== here) void change(drillPath).catch(notifyError)
    },
    [here, change],
  )
  const leadsDown = useCallback((row: UnitRow) => hrefOf(row) !== null, [hrefOf])
  return { hrefOf, onOpen, leadsDown }
}
