import { Popover } from '@mantine/core'
import { IconCalendar, IconChevronDown, IconX } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { onDemand } from '#web/lib/on-demand.tsx'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Loading } from '#web/ui/states/loading.tsx'
import classes from './period-chip.module.css'
import { useTexts } from './texts.ts'
import { usePeriod, usePeriodFilters } from './use-period.ts'

// Loaded when it is opened: most visits never open it.
const PeriodChoice = onDemand(async () => (await import('./period-choice.tsx')).PeriodChoice)

interface Props {
  /** The page's own period (`last_3m`), which applies while none is chosen; null for all time. */
  interval: string | null
}

/** The period of the page's figures. It opens the choice of another one; a chosen one can be removed. */
export function PeriodChip({ interval }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const [opened, setOpened] = useState(false)
  const { name, words, token, own, isOwn } = usePeriod(interval)
  const filters = usePeriodFilters()
  return (
    <span className={classes['chip']} data-chosen={token !== null || undefined}>
      <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus width={344}>
        <Popover.Target>
          <button
            type="button"
            className={classes['open']}
            title={isOwn ? t('pagePeriod') : undefined}
            onClick={() => setOpened(!opened)}
          >
            <IconCalendar size={14} aria-hidden="true" className={classes['icon']} />
            <span className={classes['words']}>
              <span className={classes['name']}>{name}:</span> {words}
              {isOwn && <span className={classes['own']}> {t('periodOwn')}</span>}
            </span>
            <IconChevronDown size={14} aria-hidden="true" className={classes['icon']} />
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <Suspense fallback={<Loading height={220} />}>
            <PeriodChoice name={name} own={own} filters={filters} onChosen={() => setOpened(false)} />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
      {token !== null && (
        <button
          type="button"
          className={classes['remove']}
          onClick={() => filters.remove(token.name)}
          aria-label={app('removeNamed', { name })}
        >
          <IconX size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
