import { useParams } from '@tanstack/react-router'
import type { campaignRow } from '@gensvar/contract/entities/campaigns'
import { useCallback, useMemo } from 'react'
import type { z } from 'zod'
import { useFormat } from '#web/lib/format.ts'
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
import { NewCampaignLink } from './new-campaign-link.tsx'

type Row = z.infer<typeof campaignRow>

const sizes = [50, 100, 200]
const newestFirst = { by: 'id', desc: true }
const keyOf = ({ id }: Row): number => id

/** The survey's campaigns with their counts and rates; a row opens the campaign, which leads back here. */
export function MailCampaignsList({ config }: WidgetProps<'mail-campaigns-list'>) {
  const t = useTexts()
  const text = useLocalText()
  const survey = useSurveyStart().survey.extName
  const { pageId } = useParams({ strict: false })
  const query = useWidgetData('mail-campaigns-list', 'data', config.id, {}, { isOfRows: true })
  const columns = useColumns()
  const pages = useMemo(
    () => ({ id: `campaigns-${config.id}`, size: config.rowsPerPage, options: sizes }),
    [config.id, config.rowsPerPage],
  )
  const list = useLocalList({
    ...{ key: ['campaigns', survey, config.id], name: config.id, query, columns, pages, isPaged: true },
    rows: query.data?.rows,
  })
  const addressOf = useCallback(
    ({ id }: Row) => paths.mailCampaign(survey, id, pageId === undefined ? {} : { fromPage: pageId }),
    [survey, pageId],
  )
  return (
    <DataTable
      id={`campaigns-${config.id}`}
      title={text(config.title) || t('campaigns')}
      list={list}
      columns={columns}
      ownOrder={newestFirst}
      keyOf={keyOf}
      hrefOf={addressOf}
      tools={<NewCampaignLink />}
      empty={<Empty title={t('noCampaigns')}>{t('noCampaignsText')}</Empty>}
    />
  )
}

function useColumns(): Column<Row>[] {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const stateWord = useStateWord()
  const { rate, count } = useFigureColumns<Row>()
  return useMemo((): Column<Row>[] => {
    const kind = ({ sendingType }: Row): string => t(`sending_${sendingType}`)
    const schedule = ({ autoAddTitle }: Row): string => text(autoAddTitle ?? undefined)
    return [
      {
        ...{ id: 'title', title: t('title'), sortBy: 'title', naming: true, width: 220 },
        text: ({ title }) => title,
        cell: ({ title }) => title,
      },
      {
        ...{ id: 'state', title: t('state'), sortBy: 'state', width: 120 },
        text: stateWord,
        cell: ({ state }) => <CampaignStateChip state={state} />,
      },
      { ...{ id: 'sendingType', title: t('method'), sortBy: 'sendingType', width: 110 }, text: kind, cell: kind },
      {
        ...{ id: 'autoAddTitle', title: t('schedule'), sortBy: 'autoAddTitle', width: 200, isLong: true },
        text: schedule,
        cell: schedule,
      },
      {
        ...{ id: 'scheduled', title: t('scheduled'), sortBy: 'scheduled', width: 160 },
        text: ({ scheduled }) => (scheduled === null ? '' : format.moment(scheduled)),
        fileCell: ({ scheduled }) => scheduled ?? '',
        cell: ({ scheduled }) => (scheduled === null ? '' : format.moment(scheduled)),
        compare: (a, b) => Date.parse(a.scheduled ?? '') - Date.parse(b.scheduled ?? ''),
      },
      rate('rateOpened', t('rateOpened'), ({ rateOpened }) => rateOpened),
      rate('rateClicked', t('rateClicked'), ({ rateClicked }) => rateClicked),
      count('nPending', t('pending'), ({ nPending }) => nPending),
      count('nSent', t('sent'), ({ nSent }) => nSent),
      count('nFailed', t('failed'), ({ nFailed }) => nFailed),
      {
        ...{ id: 'filters', title: t('filters'), sortBy: 'filters', width: 200, isLong: true },
        text: ({ filters }) => filters,
        cell: ({ filters }) => filters,
      },
      {
        ...{ id: 'id', title: t('id'), sortBy: 'id', width: 72, align: 'right', descFirst: true },
        text: ({ id }) => String(id),
        cell: ({ id }) => String(id),
        compare: (a, b) => a.id - b.id,
      },
    ]
  }, [t, text, format, stateWord, rate, count])
}
