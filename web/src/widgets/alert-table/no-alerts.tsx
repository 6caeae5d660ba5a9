import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { Empty } from '#web/ui/states/states.tsx'
import { NoData } from '#web/widgets/no-data.tsx'
import { useTexts } from './texts.ts'
import { stateNumbers } from './use-alert-filters.ts'
import type { AlertFilters } from './use-alert-filters.ts'

interface Props {
  filters: AlertFilters
  onChange: (change: Partial<AlertFilters>) => void
}

/** No alerts: says which of them there are none of, and offers to show all. */
export function NoAlerts({ filters, onChange }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const { states, mine, overdue } = filters
  if (states.length === 0 && !mine && !overdue)
    return <NoData words={{ none: t('none'), noneAt: (place) => t('noneAt', { place }) }} />
  const [state] = states
  const parts = [
    ...(states.length === 1 && state !== undefined ? [app(`alertState${stateNumbers[state]}`)] : []),
    ...(states.length > 1 ? [states.map((one) => app(`alertState${stateNumbers[one]}`)).join(', ')] : []),
    ...(mine ? [t('mine')] : []),
    ...(overdue ? [t('overdue')] : []),
  ]
  const title = parts.length > 1 || states.length > 1 ? 'noneLike' : mine ? 'noneMine' : overdue ? 'noneOverdue' : null
  return (
    <Empty
      title={title === null ? t(`none_${state ?? 'open'}`) : t(title)}
      action={{ text: t('showAll'), run: () => onChange({ states: [], mine: false, overdue: false }) }}
    >
      {title === 'noneLike' && t('chosen', { filters: parts.join(', ') })}
    </Empty>
  )
}
