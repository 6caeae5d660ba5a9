import { Switch, TextInput } from '@mantine/core'
import { printPath } from '@gensvar/contract/drill-path'
import { createSavedFilter } from '@gensvar/contract/filters'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'
import type { Filters } from './use-filters.ts'

interface Props {
  opened: boolean
  filters: Filters
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Asks for the name under which the active filters are saved. */
export function SaveFilterDialog({ opened, filters, onClose, onSaved }: Props) {
  const t = useTexts()
  const form = useContractForm(createSavedFilter, {
    params: { survey: filters.survey },
    initial: { name: '', path: printPath(filters.active), shared: false },
    adds: true,
    onSaved: async () => {
      onClose()
      await onSaved()
    },
    done: (saved) => t('saved', { name: saved.name }),
  })
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('saveTitle')}
      save={t('save')}
      saveDisabled={form.values.name.trim() === ''}
    >
      <TextInput label={t('name')} data-autofocus {...form.field('name')} />
      <Switch label={t('share')} description={t('shareHelp')} {...form.field('shared')} />
    </FormDialog>
  )
}
