import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Picture } from './picture.tsx'
import type { PictureName } from './picture.tsx'
import classes from './notice.module.css'

/** What a reader can do about a state. */
export interface NoticeAction {
  text: string
  run: () => void
}

interface Props {
  picture: PictureName
  title: string
  children?: ReactNode
  action?: NoticeAction
  /** Screen readers announce it at once; for failures. */
  alert?: boolean
  /** Without the picture's room, for small cards. */
  compact?: boolean
}

/** One picture, one sentence, one action: shown in place of data. */
export function Notice({ picture, title, children, action, alert = false, compact = false }: Props) {
  return (
    <div
      className={classes['notice']}
      role={alert ? 'alert' : undefined}
      data-compact={compact || undefined}
      data-state={picture}
    >
      <Picture name={picture} size={compact ? 48 : 88} />
      <p className={classes['title']}>{title}</p>
      {children !== undefined && <div className={classes['text']}>{children}</div>}
      {action !== undefined && (
        <Button variant="default" size={compact ? 'xs' : 'sm'} onClick={action.run}>
          {action.text}
        </Button>
      )}
    </div>
  )
}
