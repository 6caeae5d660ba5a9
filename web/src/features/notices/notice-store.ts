import type { Notice } from '@gensvar/contract/entities/notices'
import { createStore } from '#web/lib/store.ts'

/** What is known of the user's notices while they are followed. */
interface NoticeState {
  /** How many are not read; null until the server has told. */
  unread: number | null
  /** The one that came last while this window was open. */
  latest: Notice | null
}

/** The notices of the user of this window. */
export const noticeStore = createStore<NoticeState>({ unread: null, latest: null })
