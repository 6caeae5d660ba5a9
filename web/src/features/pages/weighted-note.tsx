import { useState } from 'react'
import { WeightsDialog } from '#web/features/weights/service.ts'
import { useSession } from '#web/lib/session-store.ts'
import { useSurveyStart } from '#web/lib/survey-start.ts'
import { useTexts } from '#web/widgets/texts.ts'
import classes from './protected-note.module.css'

/** Says once on a page that its figures are weighted to known shares; who can change it is also told that they are not yet. */
export function WeightedNote() {
  const t = useTexts()
  const { survey } = useSurveyStart()
  const mayEdit = useSession((state) => state.identity?.mayEditDashboards === true)
  const [isOpen, setOpen] = useState(false)
  if (survey.weighting === 'none' || (survey.weighting === 'waiting' && !mayEdit)) return null
  return (
    <p className={classes['note']}>
      {t(survey.weighting === 'weighted' ? 'weightedNote' : 'weightsWait')}{' '}
      <button type="button" className={classes['more']} onClick={() => setOpen(true)}>
        {t('weightsMore')}
      </button>
      <WeightsDialog opened={isOpen} onClose={() => setOpen(false)} survey={survey.extName} />
    </p>
  )
}
