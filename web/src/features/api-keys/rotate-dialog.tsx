import { NativeSelect } from '@mantine/core'
import { rotateApiKey } from '@gensvar/contract/api-keys'
import type { StoredApiKey } from '@gensvar/contract/api-keys'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'
import type { MadeKey } from './token-dialog.tsx'
import classes from './api-keys.module.css'

interface Props {
  opened: boolean
  shown: StoredApiKey
  onClose: () => void
  onMade: (made: MadeKey) => Promise<unknown>
}

/** How long the old token works on, in hours. */
const graces = [0, 1, 24, 168] as const

/** Gives a key a new token. */
export function RotateDialog({ opened, shown, onClose, onMade }: Props) {
  const t = useTexts()
  const form = useContractForm(rotateApiKey, {
    params: { keyId: shown.id },
    initial: { graceHours: 24 },
    warns: false,
    async onSaved(made) {
      await onMade(made)
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('rotateTitle', { name: shown.extname })}
      save={t('rotate')}
    >
      <p className={classes['note']}>{t('rotateText')}</p>
      <NativeSelect
        label={t('grace')}
        data={graces.map((hours) => ({ value: String(hours), label: t(`grace${hours}`) }))}
        {...form.field('graceHours')}
        onChange={({ currentTarget }) => form.set('graceHours', Number(currentTarget.value))}
      />
    </FormDialog>
  )
}
