import { infiniteQueryOptions } from '@tanstack/react-query'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'
import { listNotices } from '@gensvar/contract/notices'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { noticeStore } from './notice-store.ts'

type Page = Answer<typeof listNotices>

/** Key of the list of notices. */
export const noticesKey = ['notices']

/** The user's notices, the newest first, page by page; opening the list fetches it again. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: noticesKey,
  queryFn: async ({ pageParam, signal }) => {
    const page = await call(listNotices, { query: { before: pageParam } }, { signal })
    noticeStore.set({ unread: page.unread })
    return page
  },
  initialPageParam: undefined as number | undefined,
  getNextPageParam: ({ notices, hasMore }: Page) => (hasMore ? notices.at(-1)?.id : undefined),
  staleTime: 0,
  meta: { quiet: true },
})

/** Shows notices as read; all of them where none is named. */
export function showAsRead(queryClient: QueryClient, ids: readonly number[]): void {
  queryClient.setQueryData<InfiniteData<Page, number | undefined>>(
    noticesKey,
    (known) =>
      known && {
        ...known,
        pages: known.pages.map((page) => ({
          ...page,
          notices: page.notices.map((one) =>
            ids.length === 0 || ids.includes(one.id) ? { ...one, isRead: true } : one,
          ),
        })),
      },
  )
}
