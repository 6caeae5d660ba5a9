import { Button, Group } from '@mantine/core'
import { listApiKeys, saveApiKey } from '@gensvar/contract/api-keys'
import type { StoredApiKey } from '@gensvar/contract/api-keys'
import { call } from '#web/api.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { KeyFields } from './key-fields.tsx'
import type { KeyForm } from './key-fields.tsx'
import { useTexts } from './texts.ts'
import classes from './api-keys.module.css'

/** What can be done with a key besides saving it. */
export type KeyAct = 'rotate' | 'revoke' | 'remove'

interface Props {
  opened: boolean
  shown: StoredApiKey
  onClose: () => void
  onSaved: () => Promise<unknown>
  onAct: (act: KeyAct) => void
}

const valuesOf = ({ extname, path, user, perMinute, lastDay, version }: StoredApiKey) => ({
  ...{ extname, path, user, perMinute, lastDay, version },
})

/** Edits a key, and offers what else can be done with it. */
export function EditKeyDialog({ opened, shown, onClose, onSaved, onAct }: Props) {
  const t = useTexts()
  const form = useContractForm(saveApiKey, {
    params: { keyId: shown.id },
    initial: valuesOf(shown),
    latest: async () => valuesOf((await call(listApiKeys, {})).keys.find(({ id }) => id === shown.id) ?? shown),
    done: () => t('saved'),
    async onSaved() {
      await onSaved()
      onClose()
    },
  })
  const act = (one: KeyAct) => () => form.leave(() => onAct(one))
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('editTitle', { name: shown.extname })}
      save={t('save')}
      size={560}
      footer={
        <Group gap="xs" mt="md">
          {shown.state !== 'revoked' && (
            <>
              <Button size="xs" variant="default" onClick={act('rotate')}>
                {t('rotate')}
              </Button>
              <Button size="xs" variant="default" onClick={act('revoke')}>
                {t('revoke')}
              </Button>
            </>
          )}
          <Button size="xs" variant="default" onClick={act('remove')}>
            {t('remove')}
          </Button>
        </Group>
      }
    >
      <p className={classes['note']}>
        {t(`type${shown.type}`)} · {shown.survey}
      </p>
      <KeyFields
        form={form as unknown as KeyForm}
        type={shown.type}
        survey={shown.survey}
        storedPlace={shown.placeTitle}
      />
    </FormDialog>
  )
}
