import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { joinPool, leavePool, removePool } from '@gensvar/contract/pools'
import type { BenchmarkPool } from '@gensvar/contract/pools'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { poolsQuery } from './queries.ts'
import { useTexts } from './texts.ts'
import classes from './pools.module.css'

const ConfirmDialog = whenOpened(() => import('#web/ui/confirm-dialog.tsx').then((file) => file.ConfirmDialog))

type Act = 'join' | 'leave' | 'remove'

const routes = { join: joinPool, leave: leavePool, remove: removePool }

interface Props {
  pool: BenchmarkPool
  isRoot: boolean
  onEdit: () => void
}

/** A pool: what it compares, how the organisation takes part, and what can be done with it. */
export function PoolCard({ pool, isRoot, onEdit }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const client = useQueryClient()
  const [asked, setAsked] = useState<Act>('join')
  const [isOpen, setOpen] = useState(false)
  const { name, title, indicators, joinedAt, members } = pool
  const acting = useMutation({
    mutationFn: (act: Act) =>
      act === 'remove'
        ? call(routes.remove, { params: { pool: name } })
        : call(routes[act], { params: { pool: name }, body: {} }),
    onSuccess(answer, act) {
      client.setQueryData(poolsQuery.queryKey, answer)
      // What components show of other organisations comes or goes with it.
      void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== poolsQuery.queryKey[0] })
      notifyDone(t(`done_${act}`, { title }))
    },
    onError: notifyError,
    onSettled: () => setOpen(false),
  })
  const ask = (act: Act): void => {
    setAsked(act)
    setOpen(true)
  }
  return (
    <li className={classes['pool']}>
      <div className={classes['what']}>
        <h2 className={classes['name']}>{title}</h2>
        <p className={classes['about']}>
          {[
            joinedAt === null ? t('notJoined') : t('joined', { day: format.date(joinedAt.slice(0, 10)) }),
            ...(members === null ? [] : [t('members', { count: members, n: format.number(members) })]),
            t('named', { name }),
          ].join(' · ')}
        </p>
        <dl className={classes['figures']}>
          {indicators.map(({ name: indicator, scale, state }) => (
            <div key={indicator}>
              <dt>
                {indicator} <span className={classes['scale']}>{t(`scale_${scale}`)}</span>
              </dt>
              {state !== null && <dd>{text(state)}</dd>}
            </div>
          ))}
        </dl>
      </div>
      <div className={classes['buttons']}>
        {joinedAt === null ? (
          <Button size="xs" aria-label={t('joinNamed', { title })} onClick={() => ask('join')}>
            {t('join')}
          </Button>
        ) : (
          <Button size="xs" variant="default" aria-label={t('leaveNamed', { title })} onClick={() => ask('leave')}>
            {t('leave')}
          </Button>
        )}
        {isRoot && (
          <>
            <Button size="xs" variant="default" aria-label={t('editNamed', { title })} onClick={onEdit}>
              {t('edit')}
            </Button>
            <Button size="xs" variant="default" aria-label={t('removeNamed', { title })} onClick={() => ask('remove')}>
              {t('remove')}
            </Button>
          </>
        )}
      </div>
      <ConfirmDialog
        opened={isOpen}
        title={t(`ask_${asked}`, { title })}
        message={t(`text_${asked}`)}
        okText={t(asked)}
        danger={asked !== 'join'}
        busy={acting.isPending}
        width={asked === 'join' ? 560 : undefined}
        onOk={() => acting.mutate(asked)}
        onCancel={() => setOpen(false)}
      />
    </li>
  )
}
