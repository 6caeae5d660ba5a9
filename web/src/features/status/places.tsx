import { Anchor, Breadcrumbs } from '@mantine/core'
import { useTexts } from './texts.ts'
import classes from './status.module.css'

/** A place on the way down; without a title it is where the reader starts. */
export interface Step {
  path: string
  title: string | null
}

/** The way down to the place shown; each step leads back to it. */
export function Places({ steps, onGo }: { steps: readonly Step[]; onGo: (count: number) => void }) {
  const t = useTexts()
  if (steps.length < 2) return null
  return (
    <nav aria-label={t('place')} className={classes['places']}>
      <Breadcrumbs>
        {steps.map(({ path, title }, at) =>
          at === steps.length - 1 ? (
            <span key={path} aria-current="page">
              {title}
            </span>
          ) : (
            <Anchor key={path} component="button" type="button" onClick={() => onGo(at + 1)}>
              {title ?? t('everything')}
            </Anchor>
          ),
        )}
      </Breadcrumbs>
    </nav>
  )
}
