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
  const share = total === null || total === 0 ? null : Math.min(100, Math.round((100 * done) / total))
  return (
    <div className={classes['work']}>
      <div className={classes['words']} role="status">
        {text}
      </div>
      <Progress.Root size={6} className={classes['bar']}>
        {/* While the end is not known, screen readers are not told a value. */}
        <Progress.Section
          role="progressbar"
          aria-label={label}
          value={share ?? 100}
          withAria={share !== null}
          animated={share === null}
        />
      </Progress.Root>
      {onCancel !== undefined && (
        <Button variant="default" size="xs" onClick={onCancel}>
          {t('cancel')}
        </Button>
      )}
    </div>
  )
}
