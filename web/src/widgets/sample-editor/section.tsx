import type { ReactNode } from 'react'
import { useId } from 'react'
import classes from './sample-editor.module.css'

/** A titled piece of the editor, set apart from what is above it. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className={classes['section']}>
      <h3 id={id} className={classes['heading']}>
        {title}
      </h3>
      {children}
    </div>
  )
}
