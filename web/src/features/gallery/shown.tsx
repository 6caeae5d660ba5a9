import type { ReactNode } from 'react'
import classes from './gallery.module.css'

interface Props {
  /** What the code calls the part. */
  name: string
  /** Side by side, for small parts; else each takes the width. */
  isBlock?: boolean
  children: ReactNode
}

/** A part of the interface under its name. */
export function Shown({ name, isBlock = false, children }: Props) {
  return (
    <section aria-label={name} className={classes['frame']}>
      <p className={classes['caption']}>{name}</p>
      <div className={classes[isBlock ? 'stack' : 'row']}>{children}</div>
    </section>
  )
}
