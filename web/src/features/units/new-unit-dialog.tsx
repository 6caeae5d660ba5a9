import { TextInput } from '@mantine/core'
import { createUnit } from '@gensvar/contract/units'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'
import { UnitFields } from './unit-fields.tsx'

interface Props {
  opened: boolean
  survey: string
  view: string
  /** What the level is called. */
  level: string
  /** The unit that it is below; null at the top. */
  parent: { id: number; title: string } | null
  onClose: () => void
  onDone: () => unknown
}

/** Adds a unit at the place that is shown. */
export function NewUnitDialog({ opened, survey, view, level, parent, onClose, onDone }: Props) {
  const t = useTexts()
  const form = useContractForm(createUnit, {
    params: { survey },
    initial: {
      ...{ view, parentId: parent?.id ?? null, extName: '' },
      ...{ titles: {}, aliases: [], validFrom: null, validTo: null },
    },
    adds: true,
    done: ({ title }) => t('added', { name: title }),
    async onSaved() {
      onClose()
      await onDone()
    },
  })
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={parent === null ? t('addTitle', { level }) : t('addBelow', { level, name: parent.title })}
      size={560}
      save={t('add')}
    >
      <TextInput data-autofocus required label={t('name')} description={t('nameHelp')} {...form.field('extName')} />
      <UnitFields
        titles={form.values.titles}
        aliases={form.values.aliases}
        onTitles={(titles) => form.set('titles', titles)}
        onAliases={(aliases) => form.set('aliases', aliases)}
        aliasField={form.field('aliases')}
        opens={form.field('validFrom')}
        closes={form.field('validTo')}
      />
    </FormDialog>
  )
}
