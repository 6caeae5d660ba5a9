import { SurveyListSection } from './survey-list-section.tsx'
import { useTexts } from './texts.ts'
import classes from './survey-list.module.css'

/** Root's page of the administration: the universe, its roles, and the surveys of all universes. */
export function SurveyListPage() {
  const t = useTexts()
  return (
    <>
      <h1 className={classes['title']}>{t('pageTitle')}</h1>
      {/* Keeps the card as high as its rows: on its own it would fill the screen. */}
      <div>
        <SurveyListSection />
      </div>
    </>
  )
}
