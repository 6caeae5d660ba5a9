import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getKeycloakData } from '@gensvar/contract/user-editor'
import { call } from '#web/api.ts'
import { errorText } from '#web/lib/error-text.ts'
import { Card } from '#web/ui/card.tsx'
import { useTexts } from './texts.ts'
import classes from './user-editor.module.css'

/** What the identity provider knows of the user, which root fetches with a button. */
export function ProviderRecord({ survey, userId }: { survey: string; userId: number }) {
  const t = useTexts()
  const record = useQuery({
    queryKey: ['identity-provider-record', survey, userId],
    queryFn: ({ signal }) => call(getKeycloakData, { params: { survey, id: userId } }, { signal }),
    enabled: false,
    retry: false,
    gcTime: 0,
    meta: { quiet: true },
  })
  const { data, error } = record
  return (
    <Card
      title={t('provider')}
      subtitle={t('providerHelp')}
      actions={
        <Button variant="default" size="compact-sm" loading={record.isFetching} onClick={() => void record.refetch()}>
          {t('fetch')}
        </Button>
      }
    >
      {error !== null && (
        <p role="alert" className={classes['error']}>
          {errorText(error)}
        </p>
      )}
      {data === undefined || error !== null ? (
        error === null && <p className={classes['note']}>{t('notFetched')}</p>
      ) : (
        <dl className={classes['lines']}>
          {(
            [
              [t('providerId'), data.userId],
              [t('email'), data.email],
              [t('firstName'), data.firstName],
              [t('lastName'), data.lastName],
              [t('enabled'), data.enabled ? t('yes') : t('no')],
            ] as const
          ).map(([label, value]) => (
            <div key={label} className={classes['line']}>
              <dt>{label}</dt>
              <dd>{value || t('none')}</dd>
            </div>
          ))}
        </dl>
      )}
    </Card>
  )
}
