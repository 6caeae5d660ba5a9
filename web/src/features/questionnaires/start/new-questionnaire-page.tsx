import { useQuery } from '@tanstack/react-query'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { NoAccess } from '#web/ui/states/states.tsx'
import { startQuery, templatesQuery } from '../queries.ts'
import { useTexts } from '../texts.ts'
import { NewQuestionnaireForm } from './new-questionnaire-form.tsx'
import classes from './start.module.css'

/** Makes a survey with a questionnaire: choose how it begins, name it, and go on to its questions. */
export function NewQuestionnairePage() {
  const t = useTexts()
  const { locale } = useFormat()
  const { mayCreateSurveys } = useIdentity()
  const templates = useQuery({ ...templatesQuery(locale), enabled: mayCreateSurveys })
  const start = useQuery({ ...startQuery, enabled: mayCreateSurveys })
  useScreenTitle(t('newTitle'))
  if (!mayCreateSurveys) return <NoAccess>{t('noAccess')}</NoAccess>
  return (
    <div className={classes['screen']}>
      <h1 className={classes['title']}>{t('newTitle')}</h1>
      <p className={classes['lead']}>
        {t('newLead')} <AppLink href={paths.newSurvey('-')}>{t('ownDataInstead')}</AppLink>
      </p>
      <DataState query={start} height={480}>
        {({ latest, locales }) => (
          <>
            {latest !== null && (
              <GoOn survey={latest.survey} title={latest.title} isPublished={latest.published !== null} />
            )}
            <DataState query={templates} height={480}>
              {(answer) => <NewQuestionnaireForm templates={answer.templates} locales={locales} />}
            </DataState>
          </>
        )}
      </DataState>
    </div>
  )
}

interface GoOnProps {
  survey: string
  title: Parameters<ReturnType<typeof useLocalText>>[0]
  isPublished: boolean
}

/** The way back to what was begun before. */
function GoOn({ survey, title, isPublished }: GoOnProps) {
  const t = useTexts()
  const text = useLocalText()
  const address = isPublished ? paths.firstAnswer(survey) : paths.questionnaire(survey)
  return (
    <p className={classes['goOn']}>
      {t('goOn')} <AppLink href={address}>{text(title)}</AppLink>
    </p>
  )
}
