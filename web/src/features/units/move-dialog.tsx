import { moveUnit } from '@gensvar/contract/units'
import type { ListedUnit, UnitDetails } from '@gensvar/contract/units'
import { isIsoDate } from '@gensvar/contract/dates'
import { call } from '#web/api.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'
import { Touches } from './touches.tsx'
import { useUnit } from './unit-query.ts'
import { UnitSelect } from './unit-select.tsx'
import classes from './units.module.css'

interface Props {
  opened: boolean
  survey: string
  unit: ListedUnit | null
  onClose: () => void
  onDone: () => unknown
}

/** Moves a unit below another one, from a day on or for always. */
export function MoveDialog({ opened, survey, unit, ...rest }: Props) {
  const { data } = useUnit(survey, opened ? (unit?.id ?? null) : null)
  return data ? <Moved key={data.id} opened={opened} survey={survey} unit={data} {...rest} /> : null
}

function Moved({ opened, survey, unit, onClose, onDone }: Props & { unit: UnitDetails }) {
  const t = useTexts()
  const params = { survey, unitId: unit.id }
  const { version } = unit
  const form = useContractForm(moveUnit, {
    params,
    initial: { parentId: null, date: null, version, dryRun: false },
    done: ({ task }) => t(task === null ? 'moved' : 'moveStarted', { name: unit.title }),
    async onSaved() {
      onClose()
      await onDone()
    },
  })
  const { parentId, date } = form.values
  const isReady = parentId !== null && (date === null || isIsoDate(date))
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('moveTitle', { name: unit.title })}
      size={520}
      save={t('actMove')}
    >
      <p className={classes['quiet']}>{t('now', { place: unit.above.join(' › ') })}</p>
      <UnitSelect
        survey={survey}
        view={unit.view}
        depth={unit.depth - 1}
        except={unit.parentId ?? 0}
        label={t('newParent')}
        input={form.field('parentId')}
        value={parentId}
        onChoose={(id) => form.set('parentId', id)}
      />
      <DateField {...form.field('date')} label={t('moveDate')} description={t('moveDateHelp')} />
      <Touches
        asked={opened && isReady ? ['move', survey, unit.id, version, parentId, date] : null}
        load={(signal) => call(moveUnit, { params, body: { parentId, date, version, dryRun: true } }, { signal })}
      />
    </FormDialog>
  )
}
