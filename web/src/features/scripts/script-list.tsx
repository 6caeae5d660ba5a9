import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconPlus } from '@tabler/icons-react'
import type { ListedScript } from '@gensvar/contract/scripts'
import { useCallback, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useFormat } from '#web/lib/format.ts'
import { useGo } from '#web/lib/use-go.ts'
import type { Column } from '#web/ui/data-table/columns.ts'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { scriptListQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './scripts.module.css'

interface Props {
  /** Name of the table on its page. */
  name: string
  title: string
  survey: string
  /** Null for the scripts that belong to no survey. */
  surveyId: number | null
  hrefOf: (script: Pick<ListedScript, 'id'>) => string
  empty: { title: string; text: string }
  /** Beside the button that adds one. */
  more?: ReactNode
}

const keyOf = ({ id }: ListedScript) => id
const ownOrder = { by: null, desc: false }

/** A table of scripts, with the number of all their errors. */
export function ScriptList({ name, title, survey, surveyId, hrefOf, empty, more }: Props) {
  const t = useTexts()
  const format = useFormat()
  const go = useGo()
  const query = useQuery(scriptListQuery(survey, surveyId))
  const columns = useColumns(surveyId === null)
  const list = useLocalList({
    key: ['scripts', survey, String(surveyId)],
    name,
    query,
    rows: query.data?.scripts,
    columns,
    isPaged: false,
  })
  const link = useCallback((script: ListedScript) => hrefOf(script), [hrefOf])
  return (
    <DataTable
      id={name}
      title={title}
      list={list}
      columns={columns}
      ownOrder={ownOrder}
      keyOf={keyOf}
      hrefOf={link}
      tools={
        <>
          {more}
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => go(hrefOf({ id: 0 }))}>
            {t('add')}
          </Button>
        </>
      }
      before={
        query.data !== undefined && (
          <p className={classes['total']} data-some={query.data.errorEvents > 0 || undefined}>
            {t('errorEvents', { n: format.number(query.data.errorEvents) })}
          </p>
        )
      }
      empty={<Empty title={empty.title}>{empty.text}</Empty>}
    />
  )
}

function useColumns(isGlobal: boolean): Column<ListedScript>[] {
  const t = useTexts()
  const format = useFormat()
  return useMemo(() => {
    const matching = ({ matchingMetaInterviews: names }: ListedScript) =>
      names.length === 0 ? t('everySurvey') : names.join(', ')
    const disabled = (script: ListedScript) => t(script.disabled ? 'yes' : 'no')
    const errors = (script: ListedScript) => format.number(script.errorEvents)
    return [
      {
        ...{ id: 'extname', title: t('name'), sortBy: 'extname', naming: true, width: 200 },
        text: ({ extname }) => extname,
        cell: ({ extname }) => extname,
      },
      {
        ...{ id: 'scriptType', title: t('type'), sortBy: 'scriptType', width: 200 },
        text: ({ scriptType }) => scriptType,
        cell: ({ scriptType }) => scriptType,
      },
      {
        ...{ id: 'description', title: t('description'), width: 220, isLong: true },
        text: ({ description }) => description,
        cell: ({ description }) => description,
      },
      ...(isGlobal ? [{ ...{ id: 'matching', title: t('surveys'), width: 160 }, text: matching, cell: matching }] : []),
      { ...{ id: 'disabled', title: t('disabled'), sortBy: 'disabled', width: 104 }, text: disabled, cell: disabled },
      {
        ...{ id: 'updated', title: t('updated'), sortBy: 'updated', width: 136, descFirst: true },
        text: ({ updated }) => format.moment(updated),
        cell: ({ updated }) => <RelativeTime moment={updated} />,
        compare: (a, b) => Date.parse(a.updated) - Date.parse(b.updated),
      },
      {
        ...{ id: 'errorEvents', title: t('errors'), sortBy: 'errorEvents', width: 88, align: 'right', descFirst: true },
        text: errors,
        fileCell: (script) => ({ figure: errors(script) }),
        cell: (script) => (
          <span data-some={script.errorEvents > 0 || undefined} className={classes['errors']}>
            {errors(script)}
          </span>
        ),
      },
    ]
  }, [t, format, isGlobal])
}
