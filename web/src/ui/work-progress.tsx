import { Button, Progress } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import classes from './work-progress.module.css'

interface Props {
  /** What is being done, in words. */
  text: ReactNode
  /** Name of the bar, where `text` changes all the time; the text by default. */
  label: string
  done: number
  /** Null while it is not known how much there is to do. */
  total: number | null
  onCancel?: () => void
}

/** How far something is that takes a while: a bar, words, and a button to cancel it. */
export function WorkProgress({ text, label, done, total, onCancel }: Props) {
  const t = useAppTexts()
  const share = total === null || total === 0 ? null : Math.min(100, (100 * done) / total)
  return (
    <div className={classes['work']}>
      <div className={classes['words']} role="status">
        {text}
      </div>
      <Progress
        value={share ?? 100}
        size={6}
        animated={share === null}
        aria-label={label}
        aria-valuenow={share === null ? undefined : Math.round(share)}
        className={classes['bar']}
      />
      {onCancel !== undefined && (
        <Button variant="default" size="xs" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </div>
  )
}
