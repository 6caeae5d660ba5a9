import type { ReactNode } from 'react'
import classes from './card.module.css'
import { usePending } from './pending.ts'
import type { Underway } from './pending.ts'

interface Props {
  title?: ReactNode
  /** Secondary line under the title. */
  subtitle?: ReactNode
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode
  /** Level of the heading in the page's outline. */
  level?: 2 | 3
  /** Without padding, for tables that reach the edges. */
  flush?: boolean
  /** The request for what the card shows; while it is under way the card looks pending. */
  query?: Underway
  children: ReactNode
}

/** A surface with an optional heading, used by every widget. */
export function Card({ title, subtitle, actions, level = 2, flush = false, query, children }: Props) {
  const pending = usePending(query ?? null)
  const Heading = level === 2 ? 'h2' : 'h3'
  const headed = title !== undefined || actions !== undefined
  return (
    <section className={classes['card']} data-flush={flush || undefined} {...pending}>
      {headed && (
        <header className={classes['head']}>
          <div className={classes['titles']}>
            {title !== undefined && <Heading className={classes['title']}>{title}</Heading>}
            {subtitle !== undefined && <p className={classes['subtitle']}>{subtitle}</p>}
          </div>
          {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
        </header>
      )}
      <div className={classes['body']}>{children}</div>
    </section>
  )
}
