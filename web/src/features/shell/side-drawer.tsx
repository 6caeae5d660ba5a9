import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { closeOnEscape } from '#web/ui/close-on-escape.ts'
import classes from './side-drawer.module.css'

interface Props {
  opened: boolean
  onClose: () => void
  side: 'left' | 'right'
  /** Width in pixels, or as a part of the window. */
  size: number | string
  title: string
  children: ReactNode
  /** Stays at the bottom while the rest scrolls. */
  foot?: ReactNode
}

/** A sidebar beside the content; a drawer over it on narrow screens. */
export function SideDrawer({ opened, onClose, side, size, title, children, foot }: Props) {
  const app = useAppTexts()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      {...closeOnEscape(onClose)}
      position={side}
      size={size}
      title={title}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      {children}
      {foot !== undefined && <div className={classes['foot']}>{foot}</div>}
    </Drawer>
  )
}
