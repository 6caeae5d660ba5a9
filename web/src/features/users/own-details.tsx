import { Button } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getUserDetails } from '@gensvar/contract/users'
import { Suspense } from 'react'
import type { ReactNode } from 'react'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { NoticeChoices } from '#web/features/notices/service.ts'
import { OwnSubscriptions } from '#web/features/subscriptions/service.ts'
import { changeLocale } from '#web/lib/i18n.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { homeAddress, useSurveyStartIfAny } from '#web/lib/survey-start.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { LanguageForm } from './language-form.tsx'
import { useTexts } from './texts.ts'
import classes from './own-details.module.css'

type Details = Answer<typeof getUserDetails>

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={classes['line']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function Facts({ details }: { details: Details }) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const { username, universe, universes, isRoot } = useIdentity()
  const { userDTO, lastLogin, roleNames } = details
  const organisation = text(universes.find(({ name }) => name === universe)?.title) || universe
  return (
    <dl className={classes['lines']}>
      <Line label={t('name')}>{userDTO.name}</Line>
      <Line label={t('username')}>{username}</Line>
      <Line label={t('email')}>{userDTO.email || t('none')}</Line>
      <Line label={t('organisation')}>{organisation ?? t('none')}</Line>
      <Line label={t('role')}>{isRoot ? t('root') : roleNames.join(', ')}</Line>
      <Line label={t('lastLogin')}>{lastLogin === null ? t('none') : format.moment(lastLogin)}</Line>
    </dl>
  )
}

/** A user's own details, of which the language can be changed. Restricted users go on to the default page afterwards. */
export function OwnDetails({ survey, userId }: { survey: string; userId: number }) {
  const t = useTexts()
  const go = useGo()
  const { data: start } = useSurveyStartIfAny()
  const queryClient = useQueryClient()
  const queryKey = ['user-details', survey, userId]
  const params = { survey, userId }
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getUserDetails, { params }, { signal }),
    meta: { quiet: true },
  })
  const leave = () => go(start === undefined ? paths.login() : homeAddress(start))
  async function take(saved: Details): Promise<void> {
    queryClient.setQueryData(queryKey, saved)
    await changeLocale(saved.userDTO.locale, true)
    if (saved.restricted) leave()
  }
  return (
    <DataState query={query} height={320}>
      {(details) => (
        <>
          <h1 className={classes['title']}>{t('title')}</h1>
          <div className={classes['columns']}>
            <Card>
              <Facts details={details} />
              <p className={classes['note']}>{t('readOnly')}</p>
            </Card>
            <Card>
              <LanguageForm {...params} locales={details.locales} saved={details.userDTO.locale} onSaved={take} />
            </Card>
          </div>
          <div className={classes['notices']}>
            <Suspense fallback={<Loading height={320} />}>
              <NoticeChoices />
            </Suspense>
          </div>
          {survey !== '-' && (
            <div className={classes['notices']}>
              <Suspense fallback={<Loading height={160} />}>
                <OwnSubscriptions survey={survey} />
              </Suspense>
            </div>
          )}
          <div className={classes['buttons']}>
            <Button variant="default" onClick={leave}>
              {t('leave')}
            </Button>
          </div>
        </>
      )}
    </DataState>
  )
}
