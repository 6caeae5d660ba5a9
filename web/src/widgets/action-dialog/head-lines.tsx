import { IconInfoCircle } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Action } from '@gensvar/contract/entities/actions'
import { useLocalText } from '#web/lib/local-text.ts'
import classes from './action-dialog.module.css'

/** Where an action is, and whose answers count. */
export function PlaceLine({ action }: { action: Pick<Action, 'place' | 'filterText'> }) {
  const text = useLocalText()
  const parts = [action.place, text(action.filterText)].filter((part) => part !== '')
  if (parts.length === 0) return null
  return <p className={classes['quiet']}>{parts.join(' · ')}</p>
}

/** A sentence that matters: why an action is suggested, or why its figure is missing. */
export function Remark({ icon: Sign = IconInfoCircle, children }: { icon?: Icon; children: ReactNode }) {
  return (
    <p className={classes['remark']}>
      <Sign size={18} stroke={1.75} aria-hidden="true" />
      <span>{children}</span>
    </p>
  )
}
