import { filtersOnly } from '@gensvar/contract/path-steps'
import { useLocalText } from '#web/lib/local-text.ts'
import { useChangePath, usePlace } from '#web/lib/place.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import classes from './top-bar.module.css'
import { useTexts } from './texts.ts'

/** Switches between the survey's hierarchies, in the order the role gives them; the filters stay, the place becomes the new one's top. */
export function ViewTabs() {
  const t = useTexts()
  const text = useLocalText()
  const { survey, viewOrder } = useSurveyStart()
  const views = viewOrder.flatMap((extName) => survey.views.find((view) => view.extName === extName) ?? [])
  const place = usePlace()
  const change = useChangePath()
  if (views.length < 2) return null
  return (
    <nav className={classes['views']} aria-label={t('views')}>
      {views.map((view) => (
        <button
          key={view.extName}
          type="button"
          className={classes['view']}
          aria-current={view.extName === place.view ? 'true' : undefined}
          onClick={() => void change({ ...filtersOnly(place), view: view.extName })}
        >
          {text(view.title)}
        </button>
      ))}
    </nav>
  )
}
