import { Button } from '@mantine/core'
import { IconScale } from '@tabler/icons-react'
import { useFormat } from '#web/lib/format.ts'
import { WorkProgress } from '#web/ui/work-progress.tsx'
import classes from './evaluate-button.module.css'
import { useTexts } from './texts.ts'
import { useEvaluation } from './use-evaluation.ts'

/** Evaluates the actions of the survey that are due, as the server does each night; how far it is stands in its place. */
export function EvaluateButton() {
  const t = useTexts()
  const format = useFormat()
  const { start, progress } = useEvaluation()
  if (progress === null)
    return (
      <Button
        variant="default"
        size="xs"
        leftSection={<IconScale size={16} aria-hidden="true" />}
        title={t('evaluateHelp')}
        onClick={start}
      >
        {t('evaluate')}
      </Button>
    )
  const { done, total } = progress
  return (
    <div className={classes['progress']}>
      <WorkProgress
        label={t('evaluating')}
        text={
          total === 0 ? t('evaluating') : t('evaluatingOf', { done: format.number(done), total: format.number(total) })
        }
        done={done}
        total={total === 0 ? null : total}
      />
    </div>
  )
}
