import { Autocomplete, NumberInput, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { ApiKeyType, createApiKey } from '@gensvar/contract/api-keys'
import { listUniverseUsers } from '@gensvar/contract/users'
import { call } from '#web/api.ts'
import { PlaceField } from '#web/features/effects/service.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import type { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'
import classes from './api-keys.module.css'

type NewKeyForm = ReturnType<typeof useContractForm<typeof createApiKey>>

/** A form with the settings that every key has. */
export type KeyForm = Pick<NewKeyForm, 'field' | 'set' | 'values'>

interface Props {
  form: KeyForm
  type: ApiKeyType
  survey: string
  /** Name of the place that is stored. */
  storedPlace: string | null
}

/** Pause in typing after which users are searched for, in milliseconds. */
const pause = 200

/** The settings that every key has. */
export function KeyFields({ form, type, survey, storedPlace }: Props) {
  const t = useTexts()
  return (
    <>
      <TextInput label={t('name')} description={t('nameHelp')} {...form.field('extname')} />
      {survey !== '' && (
        <PlaceField
          key={survey}
          survey={survey}
          input={form.field('path')}
          value={form.values.path}
          storedTitle={storedPlace}
          onChoose={(path) => form.set('path', path)}
        />
      )}
      {type === 3 && <UserField form={form} />}
      <div className={classes['pair']}>
        <NumberInput
          label={t('perMinute')}
          description={t('perMinuteHelp')}
          hideControls
          allowDecimal={false}
          allowNegative={false}
          {...form.field('perMinute')}
        />
        <DateField
          label={t('lastDay')}
          description={t('lastDayHelp')}
          {...form.field('lastDay')}
          onChange={(day) => form.set('lastDay', day)}
        />
      </div>
    </>
  )
}

/** The user whose rights a key has, by a part of their name. */
function UserField({ form }: { form: KeyForm }) {
  const t = useTexts()
  const { universe } = useIdentity()
  const { value, ...field } = form.field('user', { empty: null })
  const [term] = useDebouncedValue((value ?? '').trim(), pause)
  const query = useQuery({
    queryKey: ['api-key-users', universe, term],
    queryFn: ({ signal }) =>
      call(listUniverseUsers, { params: { universe: universe ?? '-' }, query: { term } }, { signal }),
    meta: { quiet: true },
  })
  return (
    <Autocomplete
      label={t('user')}
      description={t('userHelp')}
      // The server has searched already.
      filter={({ options }) => options}
      data={[...new Set(query.data?.users.map(({ username }) => username))]}
      {...field}
      value={value ?? ''}
    />
  )
}
