import { NewQuestionnairePage } from '#web/features/questionnaires/start/new-questionnaire-page.tsx'

/** Makes a survey with a questionnaire, of a template or an empty one. */
export default function NewQuestionnaire() {
  return <NewQuestionnairePage />
}
