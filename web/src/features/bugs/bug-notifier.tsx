import { ActionIcon, Button, Group, Popover } from '@mantine/core'
import { IconBug } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { clearBugs, listBugs } from '@gensvar/contract/bugs'
import type en from '#web/locales/en/bugs.json'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { defineTexts } from '#web/lib/texts.ts'
import { RelativeTime } from '#web/ui/relative-time.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import classes from './bug-notifier.module.css'

const useTexts = defineTexts<typeof en>('bugs')

/** Failures of the survey for root users: how often, to whom and when; can be refreshed and cleared. */
export function BugNotifier({ survey }: { survey: string }) {
  const t = useTexts()
  const format = useFormat()
  const queryClient = useQueryClient()
  const queryKey = ['bugs', survey]
  const bugs = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(listBugs, { params: { survey } }, { signal }),
    meta: { quiet: true },
  })
  const clear = useMutation({
    mutationFn: () => call(clearBugs, { params: { survey } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  })
  const count = bugs.data?.bugs.reduce((sum, bug) => sum + bug.count, 0) ?? 0
  return (
    <Popover position="bottom-end" width={420} shadow="md" withinPortal trapFocus>
      <Popover.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          className={classes['button']}
          aria-label={t('title', { count })}
          title={t('title', { count })}
        >
          <IconBug size={18} stroke={1.75} aria-hidden="true" />
          {count > 0 && (
            <span className={classes['count']} aria-hidden="true">
              {format.number(count)}
            </span>
          )}
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Group justify="space-between" mb="xs">
          <strong>{t('heading')}</strong>
          <Group gap={4}>
            <Button size="compact-sm" variant="default" loading={bugs.isFetching} onClick={() => void bugs.refetch()}>
              {t('reload')}
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              loading={clear.isPending}
              disabled={count === 0}
              onClick={() => clear.mutate()}
            >
              {t('clear')}
            </Button>
          </Group>
        </Group>
        <DataState
          query={bugs}
          compact
          height={80}
          isEmpty={(data) => data.bugs.length === 0}
          empty={<Empty compact title={t('none')} />}
        >
          {(data) => (
            <ul className={classes['list']}>
              {data.bugs.map((bug) => (
                <li key={`${bug.message} ${bug.datetime}`} className={classes['bug']}>
                  <span className={classes['message']}>{bug.message}</span>
                  <span className={classes['detail']}>
                    {t('times', { count: bug.count })} · {bug.user} · <RelativeTime moment={bug.datetime} />
                  </span>
                </li>
              ))}
            </ul>
          )}
        </DataState>
      </Popover.Dropdown>
    </Popover>
  )
}
