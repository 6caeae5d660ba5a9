import { IconAlarm, IconAlertCircle, IconCircleCheck, IconProgress, IconUser } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import type { AlertList } from './alert-source.ts'
import classes from './filter-bar.module.css'
import { useTexts } from './texts.ts'
import { stateNames, stateNumbers } from './use-alert-filters.ts'
import type { AlertFilters, StateName } from './use-alert-filters.ts'

const icons: Record<StateName, Icon> = { open: IconAlertCircle, processing: IconProgress, closed: IconCircleCheck }

interface Props {
  filters: AlertFilters
  onChange: (change: Partial<AlertFilters>) => void
  /** How many alerts each filter would show; undefined until the list has loaded. */
  counts: AlertList['counts'] | undefined
}

/** The states, and whose and how late the alerts are: each a switch with the number of alerts it would show. */
export function FilterBar({ filters, onChange, counts }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const { states, mine, overdue } = filters
  const toggled = (state: StateName) =>
    stateNames.filter((one) => (one === state ? !states.includes(one) : states.includes(one)))
  return (
    <div className={classes['bar']} role="group" aria-label={t('filters')}>
      {stateNames.map((state) => (
        <Switch
          key={state}
          icon={icons[state]}
          tone={state}
          text={app(`alertState${stateNumbers[state]}`)}
          count={counts?.[state]}
          isOn={states.includes(state)}
          onClick={() => onChange({ states: toggled(state) })}
        />
      ))}
      <span className={classes['gap']} aria-hidden="true" />
      <Switch
        icon={IconUser}
        text={t('mine')}
        count={counts?.mine}
        isOn={mine}
        onClick={() => onChange({ mine: !mine })}
      />
      <Switch
        icon={IconAlarm}
        tone={(counts?.overdue ?? 0) > 0 ? 'open' : undefined}
        text={t('overdue')}
        count={counts?.overdue}
        isOn={overdue}
        onClick={() => onChange({ overdue: !overdue })}
      />
    </div>
  )
}

interface SwitchProps {
  icon: Icon
  /** Colour of the sign, as that of a state. */
  tone?: StateName
  text: string
  count: number | undefined
  isOn: boolean
  onClick: () => void
}

function Switch({ icon: Sign, tone, text, count, isOn, onClick }: SwitchProps) {
  const format = useFormat()
  return (
    <button type="button" className={classes['switch']} aria-pressed={isOn} data-tone={tone} onClick={onClick}>
      <Sign size={16} stroke={1.75} aria-hidden="true" />
      {text}
      {count !== undefined && <span className={classes['count']}>{format.number(count)}</span>}
    </button>
  )
}
