import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import classes from './chip.module.css'

/** What a chip's colour says; the words say it too. */
export type ChipTone = 'quiet' | 'accent' | 'positive' | 'negative' | 'amber'

interface Props {
  children: ReactNode
  tone?: ChipTone
  icon?: ReactNode
  /** Shows a button that takes the chip away; `label` says what goes, for screen readers. */
  onRemove?: () => void
  label?: string
}

/** A short piece of information that may be removable, such as an active filter. */
export function Chip({ children, tone = 'quiet', icon, onRemove, label }: Props) {
  const t = useAppTexts()
  return (
    <span className={classes['chip']} data-tone={tone}>
      {icon}
      <span className={classes['text']}>{children}</span>
      {onRemove !== undefined && (
        <button
          type="button"
          className={classes['remove']}
          onClick={onRemove}
          aria-label={label === undefined ? t('remove') : t('removeNamed', { name: label })}
        >
          <IconX size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
