import { NativeSelect } from '@mantine/core'
import { createApiKey, publicKeyTypes, usualPerMinute } from '@gensvar/contract/api-keys'
import type { ApiKeyType } from '@gensvar/contract/api-keys'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { KeyFields } from './key-fields.tsx'
import type { ApiKeys } from './queries.ts'
import { useTexts } from './texts.ts'
import type { MadeKey } from './token-dialog.tsx'

interface Props {
  opened: boolean
  surveys: ApiKeys['surveys']
  onClose: () => void
  onMade: (made: MadeKey) => Promise<unknown>
}

const types: readonly ApiKeyType[] = [1, 2, 3, 4]

/** Makes a key. */
export function NewKeyDialog({ opened, surveys, onClose, onMade }: Props) {
  const t = useTexts()
  const form = useContractForm(createApiKey, {
    initial: {
      ...{ extname: '', type: 4, survey: surveys.find(({ isPublic }) => isPublic)?.extName ?? '', path: 'root' },
      ...{ user: null, perMinute: usualPerMinute[4], lastDay: null },
    },
    adds: true,
    async onSaved(made) {
      await onMade(made)
      onClose()
    },
  })
  const { type, survey } = form.values
  const mayChoose = surveys.filter(({ isPublic }) => isPublic || type === null || !publicKeyTypes.includes(type))
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={t('addTitle')} save={t('make')} size={560}>
      <NativeSelect
        label={t('type')}
        description={t(`typeHelp${type ?? 4}`)}
        data={types.map((one) => ({ value: String(one), label: t(`type${one}`) }))}
        {...form.field('type')}
        onChange={({ currentTarget }) => {
          const chosen = types.find((one) => String(one) === currentTarget.value) ?? 4
          form.set('type', chosen)
          form.set('perMinute', usualPerMinute[chosen])
        }}
      />
      <NativeSelect
        label={t('survey')}
        description={mayChoose.length < surveys.length ? t('surveyHelp') : undefined}
        data={[
          { value: '', label: t('chooseSurvey'), disabled: true },
          ...surveys.map(({ extName, title }) => ({
            value: extName,
            label: title,
            disabled: !mayChoose.some((one) => one.extName === extName),
          })),
        ]}
        {...form.field('survey')}
        onChange={({ currentTarget }) => {
          form.set('survey', currentTarget.value)
          form.set('path', 'root')
        }}
      />
      <KeyFields form={form} type={type ?? 4} survey={survey} storedPlace={null} />
    </FormDialog>
  )
}
