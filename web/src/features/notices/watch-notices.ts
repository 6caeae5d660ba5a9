import type { QueryClient } from '@tanstack/react-query'
import { systemMessageStore } from '#web/features/system-message/service.ts'
import { liveFigures } from '#web/lib/live-figures.ts'
import { refreshBeside } from '#web/lib/refresh-around.ts'
import { sessionStore } from '#web/lib/session-store.ts'
import { followNotices } from './follow-notices.ts'
import { noticeStore } from './notice-store.ts'
import { noticesKey } from './queries.ts'

/** Pause between two refreshes, in milliseconds, so that an import of many answers does not cause as many. */
const pause = 3_000

/** Longest pause after a lost connection, in milliseconds, so that all windows of a server that starts do not ask at once. */
const spread = 5_000

/** Has what is shown of a survey fetched again after a notice: at once, then at most once in a while. */
function refresher(queryClient: QueryClient) {
  const waiting = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  function run(): void {
    timer = waiting.size > 0 ? setTimeout(run, pause) : undefined
    // An alert that is being handled is left alone: what is new then is told on saving.
    for (const survey of waiting) void refreshBeside(queryClient, survey, 'alert')
    waiting.clear()
  }
  return {
    refresh(survey: string) {
      waiting.add(survey)
      if (timer === undefined) run()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Follows the user's notices, and brings what is shown up to date with them, until the returned function is called. */
export function watchNotices(queryClient: QueryClient): () => void {
  const { refresh, stop } = refresher(queryClient)
  const figures = liveFigures(queryClient)
  let returning: ReturnType<typeof setTimeout> | undefined
  let versions: Promise<{ offer: (data: unknown) => void; stop: () => void }> | undefined
  const leave = followNotices({
    onUnread: (unread) => noticeStore.set({ unread }),
    onNotice(notice) {
      noticeStore.set({ latest: notice })
      void queryClient.invalidateQueries({ queryKey: noticesKey })
      refresh(notice.survey.extname)
      figures.moved(notice.survey.extname)
    },
    onMessage: ({ message }) => systemMessageStore.set({ told: message }),
    onFigures: ({ survey }) => figures.moved(survey),
    onReturn(wasHidden) {
      clearTimeout(returning)
      returning = setTimeout(
        () => {
          const { survey } = sessionStore.get()
          if (survey !== null) figures.moved(survey)
        },
        wasHidden ? 0 : Math.random() * spread,
      )
    },
    onConfiguration(data) {
      versions ??= import('./new-versions.ts').then(({ newVersions }) => newVersions(queryClient))
      // Without the code for it, the next status has the version fetched.
      versions.then(({ offer }) => offer(data)).catch(() => undefined)
    },
  })
  return () => {
    leave()
    clearTimeout(returning)
    versions?.then(({ stop: end }) => end()).catch(() => undefined)
    stop()
    noticeStore.set({ unread: null, latest: null })
    systemMessageStore.set({ told: undefined })
    queryClient.removeQueries({ queryKey: noticesKey })
  }
}
