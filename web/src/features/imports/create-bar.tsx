import { Button } from '@mantine/core'
import { useFormat } from '#web/lib/format.ts'
import { WorkProgress } from '#web/ui/work-progress.tsx'
import classes from './new-survey.module.css'
import { useImportTexts, useTexts } from './texts.ts'
import type { NewSurvey } from './use-new-survey.ts'

interface Props {
  plan: NewSurvey
  /** The survey is made and its first page is being loaded. */
  isOpening: boolean
  hasProblems: boolean
}

/** What is being done, and the button that makes the survey; in view wherever the page is scrolled to. */
export function CreateBar({ plan, isOpening, hasProblems }: Props) {
  const t = useTexts()
  const shared = useImportTexts()
  const format = useFormat()
  const { underway, progress, understood, failure } = plan
  const isCreating = underway === 'create' || isOpening
  const doing = t(isOpening ? 'opening' : underway === 'create' ? 'creating' : 'checking')
  const count =
    progress === null
      ? ''
      : progress.total === null
        ? format.number(progress.done)
        : shared('doneOf', { done: format.number(progress.done), total: format.number(progress.total) })
  const words = [doing, progress?.text, count].filter((part) => part !== undefined && part !== '').join(' · ')
  const isReady = understood?.check != null && !hasProblems
  return (
    <div className={classes['bar']}>
      <div className={classes['state']}>
        {underway !== null || isOpening ? (
          <WorkProgress
            label={doing}
            text={words}
            done={progress?.done ?? 0}
            total={progress?.total ?? null}
            onCancel={isOpening ? undefined : plan.cancel}
          />
        ) : (
          <p role="status">{hasProblems ? t('settleFirst') : isReady ? t('ready') : ''}</p>
        )}
      </div>
      {understood === null && failure !== null && underway === null && (
        <Button variant="default" onClick={plan.retry}>
          {t('checkAgain')}
        </Button>
      )}
      <Button onClick={plan.create} disabled={!isReady || isCreating} loading={isCreating}>
        {t('create')}
      </Button>
    </div>
  )
}
