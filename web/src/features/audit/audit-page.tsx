import { NativeSelect, TextInput } from '@mantine/core'
import { useCallback, useMemo, useState } from 'react'
import { listAudit } from '@gensvar/contract/audit'
import type { AuditEntryRow } from '@gensvar/contract/audit'
import { auditThings } from '@gensvar/contract/audit-words'
import type { AuditThing } from '@gensvar/contract/audit-words'
import { isIsoDate } from '@gensvar/contract/dates'
import { call } from '#web/api.ts'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useList } from '#web/ui/data-table/use-list.ts'
import type { ListQuery } from '#web/ui/data-table/use-list.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import classes from './audit.module.css'
import { useTexts } from './texts.ts'
import { useAuditColumns } from './use-audit-columns.tsx'

/** What of the log is wanted; empty for everything. Days are as they are typed. */
interface Filter {
  thing?: AuditThing | undefined
  who?: string | undefined
  by?: 'people' | 'program' | undefined
  from?: string | undefined
  to?: string | undefined
}

/** What is asked for: a day only once it is one. */
function askedOf({ from, to, ...filter }: Filter): Filter {
  const day = (date: string | undefined) => (date !== undefined && isIsoDate(date) ? date : undefined)
  return { ...filter, from: day(from), to: day(to) }
}

const newestFirst = { by: 'at', desc: true }
const keyOf = ({ id }: AuditEntryRow): number => id

/** Root's page of the audit log: who did what, when and of what. */
export function AuditPage() {
  const t = useTexts()
  const [filter, setFilter] = useState<Filter>({})
  useScreenTitle(t('title'))
  const load = useCallback(
    ({ sortVar, ...query }: ListQuery, signal?: AbortSignal) => {
      const wanted = { ...query, ...askedOf(filter), sortVar: sortVar === 'at' ? ('at' as const) : undefined }
      return call(listAudit, { query: wanted }, { signal })
    },
    [filter],
  )
  const list = useList({
    key: useMemo(() => ['audit'], []),
    load,
    filteredBy: JSON.stringify(askedOf(filter)),
    isPaged: true,
  })
  const columns = useAuditColumns()
  const isFiltered = Object.values(filter).some((value) => value !== undefined)

  function narrow(change: Filter): void {
    setFilter({ ...filter, ...change })
    list.setSearch({ page: undefined })
  }

  const things = useMemo(
    () =>
      auditThings
        .map((value) => ({ value, label: t(`thing_${value}`) }))
        .toSorted((a, b) => a.label.localeCompare(b.label)),
    [t],
  )
  const day = (name: 'from' | 'to') => (
    <DateField
      size="sm"
      label={t(name)}
      value={filter[name] ?? null}
      onChange={(date) => narrow({ [name]: date ?? undefined })}
    />
  )
  return (
    <>
      <h1 className={classes['title']}>{t('title')}</h1>
      <div className={classes['filters']}>
        <NativeSelect
          size="sm"
          label={t('what')}
          value={filter.thing ?? ''}
          data={[{ value: '', label: t('everything') }, ...things]}
          onChange={({ currentTarget }) => narrow({ thing: auditThings.find((one) => one === currentTarget.value) })}
        />
        <TextInput
          size="sm"
          label={t('who')}
          placeholder={t('whoFilter')}
          maxLength={200}
          value={filter.who ?? ''}
          onChange={({ currentTarget }) => narrow({ who: currentTarget.value || undefined })}
        />
        <NativeSelect
          size="sm"
          label={t('by')}
          value={filter.by ?? ''}
          data={[
            { value: '', label: t('byAll') },
            { value: 'people', label: t('byPeople') },
            { value: 'program', label: t('byProgram') },
          ]}
          onChange={({ currentTarget: { value } }) =>
            narrow({ by: value === 'people' || value === 'program' ? value : undefined })
          }
        />
        {day('from')}
        {day('to')}
      </div>
      {/* Keeps the card as high as its rows: on its own it would fill the screen. */}
      <div>
        <DataTable
          id="audit"
          title={t('listTitle')}
          fileName={t('title')}
          list={list}
          columns={columns}
          ownOrder={newestFirst}
          keyOf={keyOf}
          empty={
            isFiltered ? (
              <Empty title={t('noneSuch')} action={{ text: t('showAll'), run: () => setFilter({}) }} />
            ) : (
              <Empty title={t('none')}>{t('noneText')}</Empty>
            )
          }
        />
      </div>
    </>
  )
}
