import { Menu } from '@mantine/core'
import { IconCalendarRepeat } from '@tabler/icons-react'
import { useIdentity } from '#web/lib/session-store.ts'
import { useTexts } from './texts.ts'

/** The entry of a menu that opens the dialog to subscribe; disabled for whoever acts as another user, with the reason. */
export function SubscribeItem({ onClick }: { onClick: () => void }) {
  const t = useTexts()
  const isActing = useIdentity().impersonator !== null
  return (
    <Menu.Item leftSection={<IconCalendarRepeat size={16} aria-hidden="true" />} disabled={isActing} onClick={onClick}>
      {t(isActing ? 'menuActing' : 'menu')}
    </Menu.Item>
  )
}
