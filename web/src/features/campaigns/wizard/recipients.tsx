import { IconEye, IconUserMinus } from '@tabler/icons-react'
import { listNewRecipients, maxDeletedRecipients } from '@gensvar/contract/campaigns'
import { useCallback, useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from '#web/widgets/campaign/texts.ts'
import { Carousel } from './carousel.tsx'
import { chosenQuery } from './wizard-place.ts'
import type { Chosen, Info, Recipient, WizardPlace } from './wizard-place.ts'
import { furtherTypes } from './wizard-state.ts'
import type { DraftBody } from './wizard-state.ts'

const RecipientDialog = whenOpened(() => import('./recipient-dialog.tsx').then((file) => file.RecipientDialog))

const pages = { id: 'new-recipients', size: 50, options: [50, 100, 200] }
const byNumber = { by: 'id', desc: true }
const keyOf = ({ id }: Recipient): number => id

interface Props {
  at: WizardPlace
  draft: DraftBody
  info: Info
  chosen: Chosen
  onDelete: (sampleId: number) => void
}

/** What three of the recipients get, and all of them in a list, from which anybody can be taken out. */
export function Recipients({ at, draft, info, chosen, onDelete }: Props) {
  const t = useTexts()
  const [shown, setShown] = useState<Recipient | null>(null)
  const [isOpen, setOpen] = useState(false)
  const { sendingType, fixedRecipient = '' } = draft
  const ways = furtherTypes(draft).join(',')
  const { filters, deletedRecipients } = chosenQuery(info, chosen)
  const list = useList({
    key: useMemo(() => ['new-recipients', at.survey, at.mailAction, at.drillPath], [at]),
    filteredBy: JSON.stringify([filters, deletedRecipients, sendingType, ways, fixedRecipient]),
    load: useCallback(
      async ({ rowFrom, rowTo, sortVar, sortDesc, filter }: ListQuery, signal?: AbortSignal) => {
        const query = {
          ...{ filters, deletedRecipients, sendingtype: sendingType, ways, fixedrecipient: fixedRecipient },
          ...{ from: rowFrom, to: rowTo, textfilter: filter },
          ...(sortVar !== undefined && { sortBy: sortVar }),
          ...(sortDesc !== undefined && { sortDesc }),
        }
        const answer = await call(listNewRecipients, { params: { ...at }, query }, { signal })
        return { rows: answer.rows, total: answer.totalRows }
      },
      [at, filters, deletedRecipients, sendingType, ways, fixedRecipient],
    ),
    isPaged: true,
    pages,
  })
  const preview = useCallback((row: Recipient) => {
    setShown(row)
    setOpen(true)
  }, [])
  const isFull = chosen.deleted.length >= maxDeletedRecipients
  const columns = useColumns({ sendingType, hasWays: info.byWay.length > 1, isFull, onPreview: preview, onDelete })
  const rows = list.query.data?.rows
  return (
    <>
      {draft.templateId !== null && rows !== undefined && rows.length > 0 && (
        <Carousel at={at} draft={draft} recipients={rows} deleted={chosen.deleted} />
      )}
      {/* Keeps the card as high as its rows. */}
      <div>
        <DataTable
          id="new-recipients"
          title={t('recipientList')}
          list={list}
          columns={columns}
          ownOrder={byNumber}
          keyOf={keyOf}
          reports="none"
          empty={<Empty title={t('nobodyToReach')} compact />}
        />
      </div>
      <RecipientDialog opened={isOpen} onClose={() => setOpen(false)} at={at} draft={draft} recipient={shown} />
    </>
  )
}

interface ColumnOptions {
  sendingType: DraftBody['sendingType']
  /** There are further ways: each says by which they are reached. */
  hasWays: boolean
  /** No more people can be taken out by hand. */
  isFull: boolean
  onPreview: (row: Recipient) => void
  onDelete: (sampleId: number) => void
}

function useColumns({ sendingType, hasWays, isFull, onPreview, onDelete }: ColumnOptions): Column<Recipient>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo((): Column<Recipient>[] => {
    const own = sendingType === 'EMAIL' || sendingType === 'LETTER' ? t('email') : t('phone')
    const address = hasWays ? t('address') : own
    const way: Column<Recipient> = {
      ...{ id: 'sendingType', title: t('method'), width: 110 },
      text: (row) => t(`sending_${row.sendingType}`),
      cell: (row) => t(`sending_${row.sendingType}`),
    }
    const refusal = isFull ? t('mostDeleted', { most: format.number(maxDeletedRecipients) }) : null
    return [
      {
        ...{ id: 'respondent', title: t('name'), sortBy: 'respondent', naming: true, width: 200 },
        text: ({ respondent }) => respondent,
        cell: ({ respondent }) => respondent,
      },
      {
        ...{ id: 'email', title: address, sortBy: 'email', width: 220 },
        text: ({ email }) => email,
        cell: ({ email }) => email,
      },
      ...(hasWays ? [way] : []),
      {
        ...{ id: 'status', title: t('state'), sortBy: 'status', width: 140 },
        text: ({ status }) => status,
        cell: ({ status }) => status,
      },
      {
        ...{ id: 'preview', title: t('preview'), width: 96 },
        text: () => '',
        cell: (row) => (
          <CellButton label={t('previewOf', { name: row.respondent })} onClick={() => onPreview(row)}>
            <IconEye size={18} stroke={1.75} aria-hidden="true" />
          </CellButton>
        ),
      },
      {
        ...{ id: 'delete', title: t('takeOut'), width: 96 },
        text: () => '',
        cell: (row) => (
          <CellButton
            label={t('takeOutNamed', { name: row.respondent })}
            refusal={refusal}
            onClick={() => onDelete(row.id)}
          >
            <IconUserMinus size={18} stroke={1.75} aria-hidden="true" />
          </CellButton>
        ),
      },
    ]
  }, [t, format, sendingType, hasWays, isFull, onPreview, onDelete])
}
