import { Modal } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getUnit, saveUnit } from '@gensvar/contract/units'
import type { ListedUnit, UnitDetails } from '@gensvar/contract/units'
import { call } from '#web/api.ts'
import { useFormat } from '#web/lib/format.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { closeOnEscape } from '#web/ui/close-on-escape.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { OwnerField } from './owner-field.tsx'
import { useTexts } from './texts.ts'
import { UnitFields } from './unit-fields.tsx'
import { useUnit } from './unit-query.ts'
import classes from './units.module.css'

interface Props {
  opened: boolean
  survey: string
  unit: ListedUnit | null
  onClose: () => void
  onDone: () => unknown
}

/** A unit with what is known of it: its titles, other names, opening and closing, and its owner. */
export function UnitDialog({ opened, survey, unit, onClose, onDone }: Props) {
  const t = useAppTexts()
  const query = useUnit(survey, opened ? (unit?.id ?? null) : null)
  if (query.data)
    return (
      <Edited key={query.data.id} opened={opened} survey={survey} unit={query.data} onClose={onClose} onDone={onDone} />
    )
  // Before it is known whether the unit can be shown, nothing is: one dialog after the other would take the focus twice.
  return (
    <Modal
      opened={opened && query.isError}
      onClose={onClose}
      {...closeOnEscape(onClose)}
      title={unit?.title ?? ''}
      size={560}
      closeButtonProps={{ 'aria-label': t('close') }}
    >
      <DataState query={query} loading={<Loading height={360} />}>
        {() => null}
      </DataState>
    </Modal>
  )
}

/** The values of the form. */
function valuesOf({ titles, aliases, validFrom, validTo, ownerUser, version }: UnitDetails) {
  return { titles, aliases, validFrom, validTo, ownerUserId: ownerUser?.userId ?? null, version }
}

function Edited({ opened, survey, unit, onClose, onDone }: Props & { unit: UnitDetails }) {
  const t = useTexts()
  const queryClient = useQueryClient()
  const params = { survey, unitId: unit.id }
  const form = useContractForm(saveUnit, {
    params,
    initial: valuesOf(unit),
    latest: async () => valuesOf(await call(getUnit, { params })),
    done: ({ title }) => t('saved', { name: title }),
    async onSaved(saved) {
      onClose()
      queryClient.setQueryData(['unit', survey, unit.id], saved)
      await onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={unit.title}
      size={560}
      save={t('save')}
      footer={<Facts unit={unit} />}
    >
      <p className={classes['quiet']}>{[...unit.above, unit.extName].join(' › ')}</p>
      <UnitFields
        titles={form.values.titles}
        aliases={form.values.aliases}
        onTitles={(titles) => form.set('titles', titles)}
        onAliases={(aliases) => form.set('aliases', aliases)}
        aliasField={form.field('aliases')}
        opens={form.field('validFrom')}
        closes={form.field('validTo')}
      />
      <OwnerField
        survey={survey}
        unitId={unit.id}
        stored={unit.ownerUser}
        input={form.field('ownerUserId')}
        value={form.values.ownerUserId}
        onChoose={(userId) => form.set('ownerUserId', userId)}
      />
    </FormDialog>
  )
}

/** What a unit has, and where it comes from. */
function Facts({ unit }: { unit: UnitDetails }) {
  const t = useTexts()
  const format = useFormat()
  const facts: [string, string][] = [
    [t('responses'), unit.responses === null ? t('notTold') : format.number(unit.responses)],
    [t('alerts'), format.number(unit.alerts)],
    [t('actionsThere'), format.number(unit.actions)],
    [t('savedPaths'), format.number(unit.savedPaths)],
    [t('usersNaming'), format.number(unit.users)],
  ]
  if (unit.succeeds) facts.push([t('succeeds'), unit.succeeds.title])
  if (unit.succeededBy) facts.push([t('succeededBy'), unit.succeededBy.title])
  if (unit.formerPlaces.length > 0) facts.push([t('formerPlaces'), unit.formerPlaces.join('; ')])
  return (
    <dl className={classes['facts']}>
      {facts.map(([name, text]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  )
}
