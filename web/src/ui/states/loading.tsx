import { Skeleton } from '@mantine/core'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { PageCell, PageGrid } from '../page-grid.tsx'
import classes from './loading.module.css'

interface Props {
  /** Height of what is coming, in pixels, so that nothing jumps when it appears. */
  height?: number
  /** Number of lines; by default one block of the whole height. */
  lines?: number
}

/** A placeholder for data that is loading, in the size the data will have. */
export function Loading({ height = 160, lines }: Props) {
  const t = useAppTexts()
  return (
    <div role="status" aria-label={t('loading')} className={classes['stack']} style={{ minHeight: height }}>
      {lines === undefined ? (
        <Skeleton height={height} />
      ) : (
        Array.from({ length: lines }, (_, index) => (
          <Skeleton key={index} height={20} width={`${94 - ((index * 17) % 40)}%`} />
        ))
      )}
    </div>
  )
}

/** A placeholder for a page that is loading. */
export function PageSkeleton() {
  const t = useAppTexts()
  return (
    <div role="status" aria-label={t('loading')}>
      <PageGrid>
        {[4, 4, 4, 12].map((size, index) => (
          <PageCell key={index} size={size}>
            <Skeleton height={size === 12 ? 320 : 112} />
          </PageCell>
        ))}
      </PageGrid>
    </div>
  )
}
