import { Button } from '@mantine/core'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { readNotices } from '@gensvar/contract/notices'
import { call } from '#web/api.ts'
import { useIdentity, useSession } from '#web/lib/session-store.ts'
import { useStore } from '#web/lib/store.ts'
import { paths } from '#web/paths.ts'
import { AppLink } from '#web/ui/app-link.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Empty } from '#web/ui/states/states.tsx'
import { NoticeEntry } from './notice-entry.tsx'
import classes from './notice-panel.module.css'
import { noticeStore } from './notice-store.ts'
import { noticesQuery, showAsRead } from './queries.ts'
import { useTexts } from './texts.ts'

/** The user's notices, the newest first: each leads to what it tells of, and is read then. */
export function NoticePanel({ onClose }: { onClose: () => void }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const survey = useSession((state) => state.survey) ?? '-'
  const { userId } = useIdentity()
  const unread = useStore(noticeStore, (state) => state.unread) ?? 0
  const list = useInfiniteQuery(noticesQuery)
  const read = useMutation({
    mutationFn: (ids: number[]) => call(readNotices, { body: { ids } }),
    onSuccess(answer, ids) {
      noticeStore.set(answer)
      showAsRead(queryClient, ids)
    },
  })
  return (
    <>
      <header className={classes['head']}>
        <h2 className={classes['title']}>{t('title')}</h2>
        {unread > 0 && (
          <Button variant="subtle" size="compact-sm" loading={read.isPending} onClick={() => read.mutate([])}>
            {t('readAll')}
          </Button>
        )}
      </header>
      <DataState
        query={list}
        compact
        height={240}
        isEmpty={({ pages }) => pages.every(({ notices }) => notices.length === 0)}
        empty={
          <Empty compact title={t('none')}>
            {t('noneText')}
          </Empty>
        }
      >
        {({ pages }) => (
          <ul className={classes['list']}>
            {pages
              .flatMap(({ notices }) => notices)
              .map((notice) => (
                <NoticeEntry
                  key={notice.id}
                  notice={notice}
                  onOpen={() => {
                    if (!notice.isRead) read.mutate([notice.id])
                    onClose()
                  }}
                />
              ))}
            {list.hasNextPage && (
              <li className={classes['more']}>
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={list.isFetchingNextPage}
                  onClick={() => void list.fetchNextPage()}
                >
                  {t('older')}
                </Button>
              </li>
            )}
          </ul>
        )}
      </DataState>
      <footer className={classes['foot']}>
        <AppLink href={paths.userDetails(survey, userId ?? 0)} onClick={onClose}>
          {t('choose')}
        </AppLink>
      </footer>
    </>
  )
}
