import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BenchmarkPool } from '@gensvar/contract/pools'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useScreenTitle } from '#web/lib/screen-title.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataCard } from '#web/ui/data-card.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { PoolCard } from './pool-card.tsx'
import { poolsQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './pools.module.css'

const PoolDialog = whenOpened(() => import('./pool-dialog.tsx').then((file) => file.PoolDialog))

/** The pools of organisations: administrators join and leave them, root makes them. */
export function PoolsPage({ survey }: { survey: string }) {
  const t = useTexts()
  const { isRoot } = useIdentity()
  const query = useQuery(poolsQuery)
  const [edited, setEdited] = useState<BenchmarkPool | null>(null)
  const [isOpen, setOpen] = useState(false)
  useScreenTitle(t('title'))
  const edit = (pool: BenchmarkPool | null): void => {
    setEdited(pool)
    setOpen(true)
  }
  return (
    <div className={classes['page']}>
      <div className={classes['head']}>
        <div>
          {isRoot && <AppLink href={paths.surveyList(survey)}>{t('back')}</AppLink>}
          <h1 className={classes['title']}>{t('title')}</h1>
          <p className={classes['subtitle']}>{t('subtitle')}</p>
        </div>
        {isRoot && (
          <Button leftSection={<IconPlus size={16} aria-hidden="true" />} onClick={() => edit(null)}>
            {t('add')}
          </Button>
        )}
      </div>
      <DataCard
        query={query}
        height={240}
        isEmpty={({ pools }) => pools.length === 0}
        empty={<Empty title={t('none')}>{t(isRoot ? 'noneRoot' : 'noneText')}</Empty>}
      >
        {({ pools }) => (
          <ul className={classes['pools']} aria-label={t('title')}>
            {pools.map((pool) => (
              <PoolCard key={pool.name} pool={pool} isRoot={isRoot} onEdit={() => edit(pool)} />
            ))}
          </ul>
        )}
      </DataCard>
      <PoolDialog
        key={edited === null ? '' : `${edited.name} ${edited.version}`}
        opened={isOpen}
        pool={edited}
        onClose={() => setOpen(false)}
      />
    </div>
  )
}
