import type { ReactNode } from 'react'
import classes from './stacked-bar.module.css'

/** A part of a bar. */
export interface BarPart {
  name: string
  /** How much of the bar it takes, in whatever unit all parts have; nothing is drawn of 0. */
  share: number
  /** A colour of CSS. */
  colour: string
  /** What stands on it, such as a link over it; nothing where left out. */
  content?: ReactNode
}

/** Shares of a whole as one stacked bar. Its figures stand beside it, so it is nothing to who cannot see it. */
export function StackedBar({ parts, isTall = false }: { parts: readonly BarPart[]; isTall?: boolean }) {
  return (
    <span className={classes['bar']} data-tall={isTall || undefined} aria-hidden="true">
      {parts.map(({ name, share, colour, content }) =>
        share > 0 ? (
          <span key={name} className={classes['part']} style={{ flexGrow: share, background: colour }}>
            {content}
          </span>
        ) : null,
      )}
    </span>
  )
}
