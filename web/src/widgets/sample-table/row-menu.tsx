import { ActionIcon, Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { MenuEntry } from '#web/ui/menu-entry.tsx'
import { useTexts } from './texts.ts'

/** What can be done with a row. */
export interface RowAction {
  key: string
  icon: Icon
  label: string
  /** Why it cannot be done, or null. */
  closed: string | null
  run: () => void
}

/** The button with what can be done with a row, reached by the arrow keys; nothing where nothing can. */
export function RowMenu({ name, actions }: { name: string; actions: readonly RowAction[] }) {
  const t = useTexts()
  if (actions.length === 0) return null
  return (
    <Menu position="bottom-start" width={220} withinPortal>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={28} tabIndex={-1} aria-label={t('actionsOf', { name })}>
          <IconDotsVertical size={16} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ key, icon: Shown, label, closed, run }) => (
          <MenuEntry key={key} icon={<Shown size={16} aria-hidden="true" />} closed={closed} onClick={run}>
            {label}
          </MenuEntry>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
