import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { sendTrialMail } from '@gensvar/contract/server-settings'
import { useMemo, useState } from 'react'
import { call } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import type { PlainColumn } from '#web/ui/data-table/columns.ts'
import { PlainTable } from '#web/ui/data-table/plain-table.tsx'
import { NoValue } from '#web/ui/no-value.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import type { ServerSettings } from './queries.ts'
import classes from './server.module.css'
import { useTexts } from './texts.ts'

type Variable = ServerSettings['environment'][number]

/** What the server was started with: of secrets only whether they are set. */
export function EnvironmentCard({ settings, survey }: { settings: ServerSettings; survey: string }) {
  const t = useTexts()
  const [isWhole, setWhole] = useState(false)
  const { environment, email, sendsMail } = settings
  const set = environment.filter(({ source }) => source !== 'default')
  const columns = useColumns()
  const trial = useMutation({
    mutationFn: () => call(sendTrialMail, { body: {} }),
    onSuccess: () => notifyDone(t(sendsMail ? 'trialSent' : 'trialKept')),
    onError: notifyError,
  })
  return (
    <>
      <div className={classes['lead']}>
        <p className={classes['quiet']}>{t('howToChange')}</p>
        <div className={classes['buttons']}>
          <Button
            variant="default"
            size="sm"
            disabled={email === ''}
            loading={trial.isPending}
            onClick={() => trial.mutate()}
          >
            {t('trial')}
          </Button>
          <span className={classes['quiet']}>{email === '' ? t('trialNoAddress') : t('trialTo', { email })}</span>
          <AppLink href={paths.mails(survey)}>{t('mails')}</AppLink>
        </div>
      </div>
      <PlainTable
        isWide
        label={t('environment')}
        columns={columns}
        rows={isWhole ? environment : set}
        keyOf={({ name }) => name}
      />
      <div className={classes['foot']}>
        <Button variant="subtle" size="xs" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('onlySet') : t('allVariables', { count: environment.length })}
        </Button>
      </div>
    </>
  )
}

function useColumns(): PlainColumn<Variable>[] {
  const t = useTexts()
  return useMemo(
    () => [
      { id: 'name', title: t('variable'), naming: true, width: 260, cell: ({ name }) => <code>{name}</code> },
      {
        id: 'value',
        title: t('value'),
        width: 220,
        cell: ({ value, isSecret, source }) => {
          if (isSecret) return source === 'default' ? <NoValue /> : t('secretSet')
          return value === null ? <NoValue /> : <span className={classes['value']}>{value}</span>
        },
      },
      { id: 'source', title: t('source'), width: 140, cell: ({ source }) => t(`source_${source}`) },
    ],
    [t],
  )
}
