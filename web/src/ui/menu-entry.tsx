import { Menu, Tooltip } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'

interface Props {
  icon?: ReactNode
  /** Why it leads nowhere in this version, or null. */
  closed: string | null
  onClick?: () => void
  children: ReactNode
}

/** An item of a menu. One that leads nowhere stays where it is, can be focused and says why. */
export function MenuEntry({ icon, closed, onClick, children }: Props) {
  const id = useId()
  if (closed === null)
    return (
      <Menu.Item leftSection={icon} onClick={onClick}>
        {children}
      </Menu.Item>
    )
  return (
    <Tooltip label={closed} position="left" events={{ hover: true, focus: true, touch: true }}>
      <Menu.Item
        leftSection={icon}
        closeMenuOnClick={false}
        aria-disabled="true"
        aria-describedby={id}
        data-closed=""
        style={{ color: 'var(--gv-quiet)', cursor: 'not-allowed' }}
      >
        {children}
        <span id={id} hidden>
          {closed}
        </span>
      </Menu.Item>
    </Tooltip>
  )
}
