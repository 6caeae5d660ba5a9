import { Button, Tooltip } from '@mantine/core'
import { useId } from 'react'
import type { ReactNode } from 'react'

interface Props {
  icon: ReactNode
  /** Why it cannot be used now, in words; null where it can. */
  reason: string | null
  variant?: 'default' | 'filled'
  /** It destroys something; its colour says so. */
  danger?: boolean
  size?: 'xs' | 'sm'
  loading?: boolean
  onClick: () => void
  children: ReactNode
}

/** A button that stays in its place and says why while it cannot be used. */
export function ActionButton({ icon, reason, variant = 'default', danger = false, size = 'sm', ...rest }: Props) {
  const id = useId()
  const { loading, onClick, children } = rest
  const isOpen = reason === null
  return (
    <Tooltip
      label={reason}
      disabled={isOpen}
      multiline
      maw={320}
      events={{ hover: true, focus: true, touch: true }}
    >
      <Button
        variant={!isOpen ? 'default' : danger ? 'outline' : variant}
        color={isOpen && danger ? 'var(--gv-negative-text)' : undefined}
        size={size}
        leftSection={icon}
        loading={loading}
        onClick={isOpen ? onClick : undefined}
        aria-disabled={!isOpen || undefined}
        aria-describedby={isOpen ? undefined : id}
        data-disabled={!isOpen || undefined}
      >
        {children}
        {!isOpen && (
          <span id={id} hidden>
            {reason}
          </span>
        )}
      </Button>
    </Tooltip>
  )
}
