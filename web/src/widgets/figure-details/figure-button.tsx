import { Popover } from '@mantine/core'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useTexts } from '#web/widgets/texts.ts'
import { FigureDetails } from './figure-details.tsx'
import type { ShownFigure } from './figure-details.tsx'
import classes from './figure-details.module.css'

/** A figure that opens what it is, beside it. */
export function FigureButton({ children, title, ...figure }: ShownFigure & { children: ReactNode }) {
  const t = useTexts()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" width={300} trapFocus returnFocus>
      <Popover.Target>
        <button
          type="button"
          className={classes['figure']}
          title={t('figureDetails')}
          onClick={() => setOpened(!opened)}
        >
          {children}
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={title}>
        <div className={classes['details']} tabIndex={-1} data-autofocus>
          <strong>{title}</strong>
          <FigureDetails {...figure} />
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}
