import { SurveyListPage } from '#web/features/survey-list/survey-list-page.tsx'

/** Root's page of the universe and all surveys. */
export default function SurveyList() {
  return <SurveyListPage />
}
