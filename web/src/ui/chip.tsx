import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import classes from './chip.module.css'
import { titleWhenCut } from './title-when-cut.ts'

/** The meaning of a chip's colour; its text says it too. */
export type ChipTone = 'quiet' | 'accent' | 'positive' | 'negative' | 'amber'

interface Props {
  children: ReactNode
  tone?: ChipTone
  icon?: ReactNode
  /** Shows a button that removes the chip; `label` says for screen readers what is removed. */
  onRemove?: () => void
  label?: string
}

/** A short piece of information that may be removable, such as an active filter. */
export function Chip({ children, tone = 'quiet', icon, onRemove, label }: Props) {
  const t = useAppTexts()
  return (
    <span className={classes['chip']} data-tone={tone}>
      {icon}
      <span className={classes['text']} onPointerEnter={titleWhenCut}>
        {children}
      </span>
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
