import { useState } from 'react'
import type { ReactNode } from 'react'
import type { Action } from '@gensvar/contract/entities/actions'
import { useFormat } from '#web/lib/format.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { useTexts } from '#web/widgets/action-manager/texts.ts'
import classes from './compact-list.module.css'

/** Actions shown until the list is expanded, and then. */
const shownAtFirst = 2
const shownExpanded = 6

interface Props {
  title: string
  actions: readonly Action[]
  /** Said where there are none. */
  none: string
  /** Address of the page with all actions, or null where there is none. */
  manager: string | null
  children: (action: Action) => ReactNode
}

/**
 * A short list of actions: two until it is expanded, then some more and the link to all of them. Without a page that has
 * them, the list itself shows all.
 */
export function CompactList({ title, actions, none, manager, children }: Props) {
  const t = useTexts()
  const format = useFormat()
  const [length, setLength] = useState(shownAtFirst)
  const count = actions.length
  const isExpandable = count > shownAtFirst
  const isExpanded = length > shownAtFirst
  return (
    <section aria-label={title}>
      <h3 className={classes['heading']}>
        {title} <span className={classes['count']}>{format.number(count)}</span>
      </h3>
      {count === 0 ? (
        <p className={classes['none']}>{none}</p>
      ) : (
        <ul className={classes['list']}>{actions.slice(0, length).map(children)}</ul>
      )}
      <div className={classes['more']}>
        {isExpandable && (
          <button
            type="button"
            className={classes['link']}
            aria-expanded={isExpanded}
            onClick={() => setLength(isExpanded ? shownAtFirst : shownExpanded)}
          >
            {isExpanded
              ? t('showFewer')
              : t('showMore', { n: format.number(Math.min(count, shownExpanded) - shownAtFirst) })}
          </button>
        )}
        {count > 0 && (isExpanded || !isExpandable) && manager !== null && (
          <AppLink href={manager} className={classes['link']} aria-label={t('viewAllOf', { title })}>
            {t('viewAll')}
          </AppLink>
        )}
        {isExpanded && manager === null && count > length && (
          <button type="button" className={classes['link']} onClick={() => setLength(count)}>
            {t('viewAll')}
          </button>
        )}
      </div>
    </section>
  )
}
