import { Popover } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useEffect, useState } from 'react'
import { loadWatch, NoticePanel, noticeStore } from '#web/features/notices/service.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { personOf, useIdentity, useSession } from '#web/lib/session-store.ts'
import { useStore } from '#web/lib/store.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import { WidgetBoundary } from '#web/widgets/widget-boundary.tsx'
import { IconButton } from './icon-button.tsx'
import { useTexts } from './texts.ts'
import classes from './top-bar.module.css'

/** Follows the notices of the person in the session; the code for it comes after the page. */
function useWatch(): void {
  const queryClient = useQueryClient()
  const person = useSession(personOf)
  useEffect(() => {
    let isOver = false
    let stop = () => {}
    const start = async () => {
      const { watchNotices } = await loadWatch()
      if (!isOver) stop = watchNotices(queryClient)
    }
    // Without the code for it, the list is still fetched when it is opened.
    start().catch(() => {})
    return () => {
      isOver = true
      stop()
    }
  }, [queryClient, person])
}

/** The bell with the number of the user's unread notices, which opens the list of them; a new one is read out. */
function Bell() {
  const t = useTexts()
  const text = useLocalText()
  const format = useFormat()
  const [isOpen, setOpen] = useState(false)
  const unread = useStore(noticeStore, (state) => state.unread) ?? 0
  const latest = useStore(noticeStore, (state) => state.latest)
  useWatch()
  return (
    <>
      <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={420} withinPortal trapFocus returnFocus>
        <Popover.Target>
          <IconButton
            icon={IconBell}
            label={unread === 0 ? t('notices') : t('noticesUnread', { count: unread, n: format.number(unread) })}
            count={unread}
            onClick={() => setOpen(!isOpen)}
          />
        </Popover.Target>
        <Popover.Dropdown className={classes['notices']}>
          <WidgetBoundary>
            <Suspense fallback={<Loading height={240} />}>
              <NoticePanel onClose={() => setOpen(false)} />
            </Suspense>
          </WidgetBoundary>
        </Popover.Dropdown>
      </Popover>
      <span role="status" className={classes['unseen']}>
        {latest !== null && `${text(latest.title)}. ${text(latest.text)}`}
      </span>
    </>
  )
}

/** The bell; not while acting as somebody else, because what is read then would be read for them. */
export function NoticeBell() {
  const { impersonator, universe } = useIdentity()
  return impersonator === null && universe !== null ? <Bell /> : null
}
