import { Skeleton } from '@mantine/core'
import { useMatches } from '@tanstack/react-router'
import { PageSkeleton } from '#web/ui/states/loading.tsx'
import classes from './shell.module.css'

/** The frame of the screens behind sign-in while the session and the screen are loading: the same bars, still empty. */
export function ShellSkeleton() {
  const flags = useMatches({ select: (matches) => matches.at(-1)?.staticData.screen ?? {} })
  return (
    <div className={classes['shell']} data-skeleton="">
      <div className={classes['head']}>
        <div className={classes['skeletonBar']}>
          <Skeleton width={160} height={20} />
          <Skeleton width={220} height={20} />
        </div>
      </div>
      <div className={classes['columns']}>
        <div className={classes['skeletonSidebar']}>
          {[70, 55, 62, 48].map((width) => (
            <Skeleton key={width} width={`${width}%`} height={16} />
          ))}
        </div>
        <main className={classes['main']}>
          <div className={classes['content']}>
            <PageSkeleton />
          </div>
        </main>
        {flags.hideFilters !== true && (
          <div className={classes['skeletonFilters']}>
            {[40, 80, 80, 80].map((width, at) => (
              <Skeleton key={at} width={`${width}%`} height={at === 0 ? 16 : 32} />
            ))}
          </div>
        )}
      </div>
    </div>
  )
}
