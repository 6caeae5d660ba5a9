import type { globalCampaignRow } from '@gensvar/contract/entities/campaigns'
import { useMemo } from 'react'
import type { z } from 'zod'
import { useLocalText } from '#web/lib/local-text.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { CampaignStateChip, useStateWord } from '#web/widgets/campaign/campaign-state.tsx'
import { useFigureColumns } from '#web/widgets/campaign/use-figure-columns.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import type { WidgetProps } from '#web/widgets/widget-props.ts'
import { useWidgetData } from '#web/widgets/widget-query.ts'

type Row = z.infer<typeof globalCampaignRow>

const newestFirst = { by: null, desc: true }
const keyOf = ({ id }: Row): number => id
const addressOf = ({ surveyExtName, id }: Row): string => paths.mailCampaign(surveyExtName, id)

/** Campaigns of every survey the reader may open, with their counts and rates. */
export function GlobalCampaignsList({ config }: WidgetProps<'global-campaigns-list'>) {
  const t = useTexts()
  const text = useLocalText()
  const survey = useSurveyStart().survey.extName
  const query = useWidgetData('global-campaigns-list', 'data', config.id, {}, { isOfRows: true })
  const columns = useColumns()
  const list = useLocalList({
    ...{ key: ['global-campaigns', survey, config.id], name: config.id, query, columns, isPaged: true },
    rows: query.data?.rows,
  })
  return (
    <DataTable
      id={`global-campaigns-${config.id}`}
      title={text(config.title) || t('allCampaigns')}
      list={list}
      columns={columns}
      ownOrder={newestFirst}
      keyOf={keyOf}
      hrefOf={addressOf}
      empty={<Empty title={t('noCampaigns')} />}
    />
  )
}

function useColumns(): Column<Row>[] {
  const t = useTexts()
  const stateWord = useStateWord()
  const { rate, count } = useFigureColumns<Row>()
  return useMemo((): Column<Row>[] => {
    const kind = ({ sendingType }: Row): string => t(`sending_${sendingType}`)
    const words = (id: string, title: string, of: (row: Row) => string, width = 160): Column<Row> => ({
      ...{ id, title, sortBy: id, width, isLong: true },
      text: of,
      cell: of,
    })
    return [
      { ...words('title', t('title'), ({ title }) => title, 200), naming: true, isLong: false },
      words('universeName', t('universe'), ({ universeName }) => universeName, 140),
      {
        ...{ id: 'state', title: t('state'), sortBy: 'state', width: 120 },
        text: stateWord,
        cell: ({ state }) => <CampaignStateChip state={state} />,
      },
      { ...{ id: 'sendingType', title: t('method'), sortBy: 'sendingType', width: 110 }, text: kind, cell: kind },
      words('templateTitle', t('template'), ({ templateTitle }) => templateTitle),
      words('templateContents', t('templateContents'), ({ templateContents }) => templateContents, 220),
      count('nTotalMessages', t('total'), ({ nTotalMessages }) => nTotalMessages),
      count('totalPending', t('pending'), ({ totalPending }) => totalPending),
      count('totalSent', t('sent'), ({ totalSent }) => totalSent),
      count('totalFailed', t('failed'), ({ totalFailed }) => totalFailed),
      rate('rateOpened', t('rateOpened'), ({ rateOpened }) => rateOpened),
      rate('rateClicked', t('rateClicked'), ({ rateClicked }) => rateClicked),
      words('filters', t('filters'), ({ filters }) => filters),
    ]
  }, [t, stateWord, rate, count])
}
