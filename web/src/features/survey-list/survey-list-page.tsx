import { Suspense } from 'react'
import { ApiKeysSection } from '#web/features/api-keys/service.ts'
import { RolesSection } from '#web/features/roles/service.ts'
import { GlobalScriptsSection } from '#web/features/scripts/service.ts'
import { NewUniverse, UniverseEditor } from '#web/features/universe/service.ts'
import { WebhooksSection } from '#web/features/webhooks/service.ts'
import { useIdentity, useSession } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { SurveyListSection } from './survey-list-section.tsx'
import { useTexts } from './texts.ts'
import classes from './survey-list.module.css'

/** Root's page of the administration: the universe with its roles, scripts and API keys, and the surveys of all universes. */
export function SurveyListPage() {
  const t = useTexts()
  const { universe } = useIdentity()
  const survey = useSession((state) => state.survey) ?? '-'
  return (
    <>
      <div className={classes['head']}>
        <h1 className={classes['title']}>{t('pageTitle')}</h1>
        <div className={classes['tools']}>
          <AppLink href={paths.server(survey)}>{t('server')}</AppLink>
          <AppLink href={paths.auditLog(survey)}>{t('auditLog')}</AppLink>
          <NewUniverse />
        </div>
      </div>
      <div className={classes['sections']}>
        {/* Keeps the card as high as its rows: on its own it would fill the screen. */}
        <div>
          <SurveyListSection />
        </div>
        {universe !== null && (
          <Suspense fallback={<Loading height={640} />}>
            <UniverseEditor />
            <div>
              <RolesSection survey={survey} />
            </div>
            <div>
              <GlobalScriptsSection survey={survey} />
            </div>
            <div>
              <ApiKeysSection />
            </div>
            <WebhooksSection />
          </Suspense>
        )}
      </div>
    </>
  )
}
