import { Button, Progress, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { loginStatus } from '@gensvar/contract/entities/identity'
import type { SignInResult } from '@gensvar/contract/identity'
import { logOut } from '#web/features/session/logout.ts'
import { clientConfigQuery } from '#web/features/session/client-config-query.ts'
import { chooseUniverse } from '#web/features/session/session.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import type { LoginSearch } from '#web/paths.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { Notice } from '#web/ui/states/notice.tsx'
import { Failed } from '#web/ui/states/states.tsx'
import { Impersonation } from './impersonation.tsx'
import { LoginFrame } from './login-frame.tsx'
import { useTexts } from './texts.ts'
import { UniverseList } from './universe-list.tsx'
import { useLogin, useNotLoggedIn, useOnwards } from './use-login.ts'

/** The overview of several universes, from which one is chosen. */
export interface OverviewProps {
  identity: SignInResult
  /** Called with the universe and the meta-interview of the tile chosen. */
  onSelect: (universe: string, metaInterview: string) => void
}

interface Props {
  search: LoginSearch
  /** Draws status 6. */
  Overview: ComponentType<OverviewProps>
}

function LogoutButton() {
  const t = useTexts()
  return (
    <Button variant="default" onClick={() => void logOut().catch(notifyError)}>
      {t('logout')}
    </Button>
  )
}

/** A profile link that cannot be used (again): a retry would not help. */
function SpentLink({ error }: { error: unknown }) {
  const t = useTexts()
  const go = useGo()
  return (
    <Notice
      picture="failed"
      title={errorText(error)}
      action={{ text: t('backToStart'), run: () => go(paths.login()) }}
      alert
      compact
    />
  )
}

function Preparing({ percentage }: { percentage: number }) {
  const t = useTexts()
  const format = useFormat()
  return (
    <div role="status">
      <Text mb="xs">{t('almostReady')}</Text>
      <Progress value={percentage} aria-label={t('almostReady')} animated />
      <Text size="sm" c="dimmed" mt={4}>
        {format.percent(percentage, 0)}
      </Text>
    </div>
  )
}

interface StatusProps extends Props {
  session: SignInResult
  nowhere: boolean
}

/** The step for the login status. */
function Status({ session, search, Overview, nowhere }: StatusProps) {
  const t = useTexts()
  const go = useGo()
  const queryClient = useQueryClient()
  const choose = useMutation({
    mutationFn: (universe: string) => chooseUniverse(universe, search),
    onSuccess: (chosen) => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'login' })
      queryClient.setQueryData(['login', search], chosen)
    },
  })
  switch (session.loginStatus) {
    case loginStatus.unknownUser:
      return (
        <>
          <Text>{t('unknownUser')}</Text>
          <LogoutButton />
        </>
      )
    case loginStatus.selectUniverse:
      return (
        <UniverseList
          universes={session.universes}
          preselected={search.preselectedUniverse}
          opening={choose.isPending ? choose.variables : undefined}
          onChoose={(universe) => choose.mutate(universe)}
        />
      )
    case loginStatus.selectByOverview:
      return <Overview identity={session} onSelect={(universe) => choose.mutate(universe)} />
    case loginStatus.impersonate:
      return (
        <Impersonation
          choices={session.universeAdminUserList}
          preselected={search.preselectedUniverse}
          onCancel={() => go(paths.login())}
        />
      )
    case loginStatus.loading:
      return <Preparing percentage={session.loadStatus} />
    case loginStatus.suggestDifferentUser:
      return (
        <>
          <Text fw={600}>{t('differentUser')}</Text>
          <Text>{t('notConfigured')}</Text>
          <LogoutButton />
        </>
      )
    default:
      return nowhere ? (
        <>
          <Text>{session.mayCreateSurveys ? t('noSurveysYet') : t('noSurveys')}</Text>
          {session.mayCreateSurveys && (
            <>
              <Button onClick={() => go(paths.newQuestionnaire('-'))}>{t('newQuestionnaire')}</Button>
              <Button variant="default" onClick={() => go(paths.newSurvey('-'))}>
                {t('ownData')}
              </Button>
            </>
          )}
          {session.isRoot && (
            <Button variant="default" onClick={() => go(paths.surveyList('-'))}>
              {t('administration')}
            </Button>
          )}
          {session.universes.length > 1 && (
            <Button
              variant={session.mayCreateSurveys ? 'default' : undefined}
              onClick={() => go(paths.login({ change: 'universe' }))}
            >
              {t('changeUniverse')}
            </Button>
          )}
          <LogoutButton />
        </>
      ) : (
        <Loading height={80} />
      )
  }
}

/** The login screen: opens the session and shows the step for its status. */
export function LoginScreen({ search, Overview }: Props) {
  const config = useQuery(clientConfigQuery)
  const login = useLogin(search)
  useNotLoggedIn(login.data, search)
  const onwards = useOnwards(login.data, search)
  const error = login.error ?? onwards.error ?? config.error
  const retry = () => {
    if (login.error !== null) void login.refetch()
    else if (config.error !== null) void config.refetch()
    else onwards.retry()
  }
  const session = login.data ?? null
  return (
    <LoginFrame config={config.data} wide={session?.loginStatus === loginStatus.selectByOverview}>
      {login.error !== null && search.profile !== undefined ? (
        <SpentLink error={login.error} />
      ) : error !== null ? (
        <Failed error={error} onRetry={retry} compact />
      ) : session === null ? (
        <Loading height={80} />
      ) : (
        <Status session={session} search={search} Overview={Overview} nowhere={onwards.nowhere} />
      )}
    </LoginFrame>
  )
}
