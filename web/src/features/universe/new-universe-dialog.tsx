import { MultiSelect, NativeSelect, TextInput } from '@mantine/core'
import type { Locale } from '@gensvar/contract/local-text'
import { locales } from '@gensvar/contract/local-text'
import { createUniverse } from '@gensvar/contract/universes'
import { useEnterNewUniverse } from '#web/features/session/enter-universe.ts'
import { localeNames } from '#web/lib/locale.ts'
import { useFormat } from '#web/lib/format.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'
import { useTimeZones } from './use-time-zones.ts'

interface Props {
  opened: boolean
  onClose: () => void
}

const zone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'

/** Makes an organisation and enters it. */
export function NewUniverseDialog({ opened, onClose }: Props) {
  const t = useTexts()
  const enter = useEnterNewUniverse()
  const { locale } = useFormat()
  const [own, ...others] = [locale, ...locales.filter((one) => one !== locale)]
  const form = useContractForm(createUniverse, {
    initial: {
      name: '',
      title: { [own]: '' },
      locales: [own, ...others] as Locale[],
      defaultLocale: own,
      timeZone: zone(),
    },
    adds: true,
    done: () => t('made'),
    async onSaved({ name }) {
      await enter(name)
      onClose()
    },
  })
  const zones = useTimeZones(zone())
  const data = locales.map((value) => ({ value, label: localeNames[value] }))
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={t('addTitle')} save={t('make')} size={480}>
      <TextInput data-autofocus label={t('name')} {...form.field(`title.${own}`)} />
      <TextInput label={t('shortName')} description={t('shortNameHelp')} {...form.field('name')} />
      <MultiSelect
        label={t('locales')}
        data={data}
        {...form.field('locales')}
        onChange={(chosen) => form.set('locales', chosen as Locale[])}
      />
      <NativeSelect label={t('defaultLocale')} data={data} {...form.field('defaultLocale')} />
      <NativeSelect label={t('timeZone')} data={zones} {...form.field('timeZone')} />
    </FormDialog>
  )
}
