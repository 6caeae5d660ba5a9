import { Button, Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { excludedPerson } from '@gensvar/contract/entities/campaigns'
import type { ExclusionRule } from '@gensvar/contract/campaigns'
import { useMemo, useState } from 'react'
import type { z } from 'zod'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import classes from './campaign.module.css'
import type { Excluded } from './left-out.tsx'
import { useTexts } from './texts.ts'

type Person = z.output<typeof excludedPerson>

/** Which of the people that are left out are asked for. */
export interface LeftOutAsked {
  rule: ExclusionRule
  from: number
  to: number
  textfilter: string
}

interface Props {
  opened: boolean
  onClose: () => void
  /** The rule whose people are listed; it stays while the dialog closes. */
  rule: Excluded[number] | null
  queryKey: readonly unknown[]
  load: (asked: LeftOutAsked, signal: AbortSignal) => Promise<{ rows: Person[]; totalRows: number }>
  /** Whether the list can be searched. */
  isSearched: boolean
}

/** People fetched at a time. */
const step = 100
/** Milliseconds without a change before the list is searched. */
const searchAfter = 300

/** The people whom a rule leaves out. */
export function LeftOutDialog({ opened, onClose, rule, queryKey, load, isSearched }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const format = useFormat()
  const [term, setTerm] = useState('')
  const [textfilter] = useDebouncedValue(term.trim(), searchAfter)
  const query = useInfiniteQuery({
    queryKey: [...queryKey, 'left-out', rule?.rule, textfilter],
    queryFn: ({ pageParam, signal }) =>
      load({ rule: rule?.rule as ExclusionRule, from: pageParam, to: pageParam + step, textfilter }, signal),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((sum, page) => sum + page.rows.length, 0)
      return last.rows.length > 0 && shown < last.totalRows ? shown : undefined
    },
    enabled: opened && rule !== null,
    meta: { quiet: true },
  })
  const columns = useMemo(
    (): PlainColumn<Person>[] => [
      { id: 'respondent', title: t('name'), naming: true, cell: ({ respondent }) => respondent },
      { id: 'email', title: t('address'), cell: ({ email }) => email },
      { id: 'status', title: t('state'), cell: ({ status }) => status },
    ],
    [t],
  )
  return (
    <Modal
      opened={opened && rule !== null}
      onClose={onClose}
      title={rule?.title}
      size={760}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {isSearched && (
        <TextInput
          mb={12}
          aria-label={t('searchPeople')}
          placeholder={t('searchPeople')}
          value={term}
          onChange={(event) => setTerm(event.currentTarget.value)}
        />
      )}
      <DataState
        query={query}
        height={240}
        compact
        isEmpty={({ pages }) => pages[0]?.rows.length === 0}
        empty={<Empty title={t('nobodyFound')} compact />}
      >
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          const total = pages[0]?.totalRows ?? 0
          return (
            <>
              <p role="status" className={classes['help']}>
                {t('shownOf', { shown: format.number(rows.length), total: format.number(total) })}
              </p>
              <PlainTable label={rule?.title ?? ''} columns={columns} rows={rows} keyOf={({ id }) => id} isWide />
              {query.hasNextPage && (
                <Button
                  mt={12}
                  variant="default"
                  size="xs"
                  loading={query.isFetchingNextPage}
                  onClick={() => void query.fetchNextPage()}
                >
                  {t('showMore')}
                </Button>
              )}
            </>
          )
        }}
      </DataState>
    </Modal>
  )
}
