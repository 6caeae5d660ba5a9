import { mergeUnit } from '@gensvar/contract/units'
import type { ListedUnit, UnitDetails } from '@gensvar/contract/units'
import { call } from '#web/api.ts'
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

/** Merges a unit into another one of its level; it cannot be undone. */
export function MergeDialog({ opened, survey, unit, ...rest }: Props) {
  const { data } = useUnit(survey, opened ? (unit?.id ?? null) : null)
  return data ? <Merged key={data.id} opened={opened} survey={survey} unit={data} {...rest} /> : null
}

function Merged({ opened, survey, unit, onClose, onDone }: Props & { unit: UnitDetails }) {
  const t = useTexts()
  const params = { survey, unitId: unit.id }
  const { version } = unit
  const form = useContractForm(mergeUnit, {
    params,
    initial: { into: null, version, dryRun: false },
    done: ({ task }) => t(task === null ? 'merged' : 'mergeStarted', { name: unit.title }),
    async onSaved() {
      onClose()
      await onDone()
    },
  })
  const { into } = form.values
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('mergeTitle', { name: unit.title })}
      size={520}
      save={t('actMerge')}
    >
      <p className={classes['quiet']}>{t('mergeText', { name: unit.title })}</p>
      <UnitSelect
        survey={survey}
        view={unit.view}
        depth={unit.depth}
        except={unit.id}
        label={t('mergeInto')}
        input={form.field('into')}
        value={into}
        onChoose={(id) => form.set('into', id)}
      />
      <Touches
        asked={!opened || into === null ? null : ['merge', survey, unit.id, version, into]}
        load={(signal) => call(mergeUnit, { params, body: { into, version, dryRun: true } }, { signal })}
      />
    </FormDialog>
  )
}
