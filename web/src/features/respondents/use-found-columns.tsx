import { useMemo } from 'react'
import type { FoundResponse } from '@gensvar/contract/respondents'
import { useFormat } from '#web/lib/format.ts'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import type { Column } from '#web/ui/data-table/columns.ts'
import { useTexts } from './texts.ts'

/** The columns of the responses that a search found. `onOpen` must stay the same function. */
export function useFoundColumns(onOpen: (row: FoundResponse) => void): Column<FoundResponse>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo(() => {
    const plain = (
      id: 'email' | 'phone' | 'foreignId' | 'state' | 'unit' | 'surveyTitle',
      width: number,
      extra = false,
    ): Column<FoundResponse> => ({
      id,
      title: t(id),
      sortBy: id,
      width,
      extra,
      text: (row) => row[id],
      cell: (row) => row[id],
    })
    const name = (row: FoundResponse) => row.name || row.email || row.phone || row.foreignId || `#${row.responseId}`
    return [
      {
        id: 'name',
        title: t('name'),
        naming: true,
        sortBy: 'name',
        width: 160,
        text: name,
        cell: (row) => <CellButton onClick={() => onOpen(row)}>{name(row)}</CellButton>,
      },
      plain('surveyTitle', 150),
      {
        id: 'eventDate',
        title: t('eventDate'),
        sortBy: 'eventDate',
        descFirst: true,
        width: 110,
        isFixed: true,
        text: ({ eventDate }) => format.date(eventDate),
        compare: (a, b) => a.eventDate.localeCompare(b.eventDate),
        cell: ({ eventDate }) => format.date(eventDate),
      },
      plain('state', 110),
      plain('unit', 220),
      plain('email', 180),
      plain('phone', 120, true),
      plain('foreignId', 110, true),
      {
        id: 'match',
        title: t('match'),
        width: 90,
        text: ({ isExact }) => t(isExact ? 'matchExact' : 'matchPart'),
        cell: ({ isExact }) => t(isExact ? 'matchExact' : 'matchPart'),
      },
    ]
  }, [t, format, onOpen])
}
