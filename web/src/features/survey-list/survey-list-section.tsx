import { listSurveys } from '@gensvar/contract/survey-list'
import type { ListedSurvey } from '@gensvar/contract/survey-list'
import { useCallback, useMemo } from 'react'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { NoValue } from '#web/ui/no-value.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { useTexts } from './texts.ts'

const ownOrder = { by: 'universeName', desc: false }
const keyOf = ({ id }: ListedSurvey): number => id

/** The surveys of all universes, for root. One of another universe is opened by entering that universe. */
export function SurveyListSection() {
  const t = useTexts()
  const go = useGo()
  const { universe } = useIdentity()
  const list = useList({
    key: useMemo(() => ['survey-list'], []),
    load: useCallback((query: ListQuery, signal?: AbortSignal) => call(listSurveys, { query }, { signal }), []),
    isPaged: true,
  })
  const columns = useColumns()
  const hrefOf = useCallback(
    ({ id, extName, universeName }: ListedSurvey) => {
      const details = paths.survey(extName, id)
      return universeName === universe
        ? details
        : paths.login({ universe: universeName, survey: extName, redirect: details })
    },
    [universe],
  )
  return (
    <DataTable
      id="survey-list"
      title={t('title')}
      fileName={t('title')}
      list={list}
      columns={columns}
      ownOrder={ownOrder}
      keyOf={keyOf}
      hrefOf={hrefOf}
      empty={
        <Empty title={t('none')} action={{ text: t('ownData'), run: () => go(paths.newSurvey('-')) }}>
          {t('noneText')}
        </Empty>
      }
    />
  )
}

function useColumns(): Column<ListedSurvey>[] {
  const t = useTexts()
  const format = useFormat()
  const text = useLocalText()
  return useMemo(() => {
    const words = (id: 'universeName' | 'tag' | 'textTag', more: Partial<Column<ListedSurvey>> = {}) => ({
      id,
      title: t(id),
      sortBy: id,
      width: 120,
      text: (row: ListedSurvey) => row[id],
      cell: (row: ListedSurvey) => row[id],
      ...more,
    })
    const answer = (id: 'disabled' | 'samplesOpen') => ({
      id,
      title: t(id),
      sortBy: id,
      width: 104,
      text: (row: ListedSurvey) => t(row[id] ? 'yes' : 'no'),
      cell: (row: ListedSurvey) => t(row[id] ? 'yes' : 'no'),
    })
    const figure = (value: number | null) => (value === null ? '' : format.number(value))
    return [
      {
        id: 'name',
        title: t('name'),
        sortBy: 'name',
        naming: true,
        width: 200,
        text: ({ name }) => text(name),
        cell: ({ name }) => text(name),
      },
      {
        id: 'id',
        title: t('id'),
        sortBy: 'id',
        width: 64,
        align: 'right',
        text: ({ id }) => String(id),
        cell: ({ id }) => id,
      },
      words('universeName', { width: 136 }),
      words('tag'),
      words('textTag'),
      {
        id: 'nInterviews',
        title: t('nInterviews'),
        width: 104,
        align: 'right',
        text: ({ nInterviews }) => figure(nInterviews),
        fileCell: ({ nInterviews }) => (nInterviews === null ? '' : { figure: format.number(nInterviews) }),
        cell: ({ nInterviews }) => (nInterviews === null ? <NoValue why={t('withheld')} /> : figure(nInterviews)),
      },
      {
        id: 'nUsers',
        title: t('nUsers'),
        width: 80,
        align: 'right',
        text: ({ nUsers }) => figure(nUsers),
        fileCell: ({ nUsers }) => ({ figure: format.number(nUsers) }),
        cell: ({ nUsers }) => figure(nUsers),
      },
      answer('disabled'),
      answer('samplesOpen'),
    ]
  }, [t, format, text])
}
