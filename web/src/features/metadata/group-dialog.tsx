import { NumberInput, TextInput } from '@mantine/core'
import { saveQuestionGroup } from '@gensvar/contract/metadata'
import type { MetadataGroup } from '@gensvar/contract/metadata'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { helpBelow } from '#web/ui/form/help-below.ts'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { loadMetadata } from './query.ts'
import { SettingsFields } from './settings-fields.tsx'
import { TextFields } from './text-fields.tsx'
import { textFields } from './edited.ts'
import type { EditorProps } from './edited.ts'
import classes from './metadata.module.css'
import { useTexts } from './texts.ts'

/** The form of a question group; an empty one adds a group. */
export function GroupDialog(props: EditorProps & { group: MetadataGroup | null }) {
  const { survey, metadata, group, opened, onClose, onSaved } = props
  const t = useTexts()
  const { locales } = metadata
  const draft = (of: MetadataGroup | null) => ({
    id: of?.id ?? null,
    version: of?.version ?? 0,
    extName: of?.extName ?? '',
    type: of?.type ?? '',
    name: textFields(of?.name ?? {}, locales),
    sorder: of?.sorder ?? metadata.groups.length,
    features: JSON.stringify(of?.features ?? {}, null, 2),
    format: JSON.stringify(of?.format ?? {}, null, 2),
  })
  const form = useContractForm(saveQuestionGroup, {
    params: { survey },
    initial: draft(group),
    latest: async () => {
      const { groups } = await loadMetadata(survey, {})
      return draft(groups.find(({ id }) => id === group?.id) ?? group)
    },
    onSaved: async () => {
      await onSaved()
      onClose()
    },
    done: ({ extName }) => t('saved', { name: extName }),
  })
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={group === null ? t('addGroup') : t('editGroup', { name: group.extName })}
      size={880}
      save={t('saveGroup')}
    >
      <div className={classes['fields']}>
        <TextInput label={t('name')} data-autofocus {...form.field('extName')} />
        <TextInput
          label={t('groupType')}
          description={t('groupTypeHelp')}
          inputWrapperOrder={helpBelow}
          {...form.field('type')}
        />
        <NumberInput label={t('order')} allowDecimal={false} {...form.field('sorder')} />
      </div>
      <TextFields legend={t('title')} locales={locales} field={(locale) => form.field(`name.${locale}`)} />
      <SettingsFields features={form.field('features')} format={form.field('format')} />
    </FormDialog>
  )
}
