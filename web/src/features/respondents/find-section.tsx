import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import type { Key } from 'react'
import { minRespondentText } from '@gensvar/contract/respondents'
import type { FoundResponse } from '@gensvar/contract/respondents'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { Card } from '#web/ui/card.tsx'
import { DataTable } from '#web/ui/data-table/data-table.tsx'
import { useLocalList } from '#web/ui/data-table/use-local-list.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { foundQuery, keyOf } from './queries.ts'
import classes from './respondents.module.css'
import { useTexts } from './texts.ts'
import { useFoundColumns } from './use-found-columns.tsx'

const HeldDialog = whenOpened(() => import('./held-dialog.tsx').then((file) => file.HeldDialog))

const ownOrder = { by: null, desc: false }

/** Finds the responses of a respondent, and opens what is held of those chosen. */
export function FindSection({ survey }: { survey: string }) {
  const t = useTexts()
  const [typed, setTyped] = useState('')
  const [text, setText] = useState('')
  const [keys, setKeys] = useState<ReadonlySet<Key>>(new Set())
  const [opened, setOpened] = useState<readonly string[]>([])
  const query = useQuery(foundQuery(survey, text))
  const columns = useFoundColumns(useCallback((row: FoundResponse) => setOpened([keyOf(row)]), []))
  const list = useLocalList({
    key: ['respondents', survey, text],
    query,
    rows: query.data?.responses,
    columns,
    isPaged: true,
  })
  const selection = useMemo(
    () => ({
      keys,
      onChange: setKeys,
      actions: (
        <Button variant="default" size="xs" onClick={() => setOpened([...keys].map(String))}>
          {t('showHeld')}
        </Button>
      ),
    }),
    [keys, t],
  )
  const isShort = typed.trim().length < minRespondentText
  return (
    <>
      <Card title={t('findTitle')} subtitle={t('findText')}>
        <form
          className={classes['search']}
          onSubmit={(event) => {
            event.preventDefault()
            if (isShort) return
            setKeys(new Set())
            // Asked again also for the same text: somebody may have answered since.
            if (text === typed.trim()) void query.refetch()
            setText(typed.trim())
          }}
        >
          <TextInput
            label={t('findLabel')}
            value={typed}
            autoComplete="off"
            maxLength={200}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" disabled={isShort} loading={query.isFetching}>
            {t('find')}
          </Button>
        </form>
        <LeftOut leftOut={query.data?.leftOut ?? []} />
      </Card>
      {text !== '' && (
        <DataTable
          id="respondents"
          title={t('foundTitle')}
          list={list}
          columns={columns}
          ownOrder={ownOrder}
          selection={selection}
          reports="none"
          keyOf={keyOf}
          before={query.data?.hasMore === true && <p className={classes['above']}>{t('hasMore')}</p>}
          empty={<Empty title={t('nobody')}>{t('nobodyText')}</Empty>}
        />
      )}
      <HeldDialog
        opened={opened.length > 0}
        survey={survey}
        keys={opened}
        onClose={() => setOpened([])}
        onErased={() => {
          setOpened([])
          setKeys(new Set())
        }}
      />
    </>
  )
}

/** Surveys that were not searched, and why. */
function LeftOut({
  leftOut,
}: {
  leftOut: readonly { survey: string; title: string; reason: 'anonymous' | 'limited' }[]
}) {
  const t = useTexts()
  return (['anonymous', 'limited'] as const).map((reason) => {
    const titles = leftOut.filter((one) => one.reason === reason).map(({ title }) => title)
    return (
      titles.length > 0 && (
        <p key={reason} className={classes['note']}>
          {t(reason === 'anonymous' ? 'leftOutAnonymous' : 'leftOutLimited', { surveys: titles.join(', ') })}
        </p>
      )
    )
  })
}
