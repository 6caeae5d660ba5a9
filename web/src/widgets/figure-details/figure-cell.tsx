import { IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { CellButton } from '#web/ui/data-table/cell-button.tsx'
import classes from './figure-cell.module.css'

interface Props {
  /** Name of the button. */
  label: string
  onOpen: () => void
  /** Tab stops at it, because the arrow keys do not reach its row. */
  isStop?: boolean
  /** The figure. */
  children: ReactNode
}

/** A figure of a table with the button that opens what it is. */
export function FigureCell({ label, onOpen, isStop = false, children }: Props) {
  return (
    <span className={classes['explained']}>
      <CellButton isBeside isStop={isStop} label={label} onClick={onOpen}>
        <IconInfoCircle size={16} stroke={1.75} aria-hidden="true" />
      </CellButton>
      {children}
    </span>
  )
}
