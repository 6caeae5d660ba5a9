import { useQuery } from '@tanstack/react-query'
import { useIdentity } from '#web/lib/session-store.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { NoAccess } from '#web/ui/states/states.tsx'
import { Builder } from './builder.tsx'
import { questionnaireQuery } from './queries.ts'
import { useTexts } from './texts.ts'

/** The questionnaire builder of a survey, once its draft is there; for those who may make surveys. */
export function QuestionnairePage({ survey }: { survey: string }) {
  const t = useTexts()
  const { mayCreateSurveys } = useIdentity()
  const query = useQuery({ ...questionnaireQuery(survey), enabled: mayCreateSurveys })
  if (!mayCreateSurveys) return <NoAccess>{t('noAccess')}</NoAccess>
  return (
    <DataState query={query} height={720}>
      {(saved) => <Builder survey={survey} saved={saved} />}
    </DataState>
  )
}
