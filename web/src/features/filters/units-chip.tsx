import { Popover } from '@mantine/core'
import { IconChevronDown, IconSitemap, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { UNITS_NAME } from '@gensvar/contract/drill-path'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import classes from './period-chip.module.css'
import { useTexts } from './texts.ts'
import { UnitsField } from './units-field.tsx'
import { useFilters } from './use-filters.ts'

/**
 * How units are read: as they were, or as they are now. It opens the choice; the chosen one can be removed. `isOffered` where
 * units have moved; elsewhere it is shown only while an address asks for it.
 */
export function UnitsChip({ isOffered }: { isOffered: boolean }) {
  const t = useTexts()
  const app = useAppTexts()
  const [opened, setOpened] = useState(false)
  const filters = useFilters()
  const isNow = filters.find(UNITS_NAME) !== undefined
  if (!isOffered && !isNow) return null
  return (
    <span className={classes['chip']} data-chosen={isNow || undefined} data-quiet={!isNow || undefined} data-whole="">
      <Popover opened={opened} onChange={setOpened} position="bottom-end" shadow="md" trapFocus returnFocus width={344}>
        <Popover.Target>
          <button type="button" className={classes['open']} title={t('unitsHelp')} onClick={() => setOpened(!opened)}>
            <IconSitemap size={14} aria-hidden="true" className={classes['icon']} />
            <span className={classes['words']}>
              <span className={classes['name']}>{t('units')}:</span> {t(isNow ? 'unitsNow' : 'unitsWere')}
            </span>
            <IconChevronDown size={14} aria-hidden="true" className={classes['icon']} />
          </button>
        </Popover.Target>
        <Popover.Dropdown>
          <UnitsField filters={filters} />
        </Popover.Dropdown>
      </Popover>
      {isNow && (
        <button
          type="button"
          className={classes['remove']}
          onClick={() => filters.remove(UNITS_NAME)}
          aria-label={app('removeNamed', { name: t('units') })}
        >
          <IconX size={14} aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
