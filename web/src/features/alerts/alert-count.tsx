import { useOpenAlerts } from '#web/lib/survey-status.ts'
import { Chip } from '#web/ui/chip.tsx'
import { useTexts } from '#web/widgets/alert-table/texts.ts'
import { IconAlertCircle } from '@tabler/icons-react'

/** The number of open alerts at the place with the filters, in the filter bar of the alert list. */
export function AlertCount() {
  const t = useTexts()
  const count = useOpenAlerts() ?? null
  if (count === null) return null
  return (
    <Chip tone={count > 0 ? 'negative' : 'quiet'} icon={<IconAlertCircle size={14} aria-hidden="true" />}>
      {t('openCount', { count })}
    </Chip>
  )
}
