import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { changeUsername, checkEmailAvailability } from '@gensvar/contract/user-editor'
import { call } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { emailPattern } from '#web/ui/form/check-field.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'

/** Pause in typing before the server is asked whether a name is free, in ms. */
const pause = 500

interface Props {
  opened: boolean
  survey: string
  username: string
  onClose: () => void
  onRenamed: () => void
}

/** Changes a user name, which is an e-mail address; the user signs in anew afterwards. */
export function UsernameDialog({ opened, survey, username, onClose, onRenamed }: Props) {
  const t = useTexts()
  const form = useContractForm(changeUsername, {
    params: { survey },
    initial: { oldUsername: username, newUsername: '' },
    done: () => t('usernameChanged'),
    words: (error) => (error instanceof ApiError && error.message !== '' ? error.message : t('usernameError')),
    fieldOf: (name) => (name === 'username' ? 'newUsername' : name),
    onSaved() {
      onClose()
      onRenamed()
    },
  })
  const entered = form.values.newUsername.trim()
  const isSame = entered === username
  const isTaken = useIsTaken(survey, isSame ? '' : entered)
  const { error, ...field } = form.field('newUsername')
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('changeUsername')}
      save={t('saveUsername')}
      saveDisabled={isSame || isTaken}
    >
      <TextInput label={t('oldUsername')} value={username} readOnly />
      <TextInput
        type="email"
        required
        data-autofocus
        autoComplete="off"
        label={t('newUsername')}
        description={t('newUsernameHelp')}
        error={isSame ? t('sameUsername') : isTaken ? t('takenUsername') : error}
        {...field}
      />
    </FormDialog>
  )
}

/** Whether somebody has a name. A name counts as free until the server says otherwise, also where it cannot. */
function useIsTaken(survey: string, name: string): boolean {
  const [asked] = useDebouncedValue(name, pause)
  const found = useQuery({
    queryKey: ['user-name-free', survey, asked],
    queryFn: ({ signal }) => call(checkEmailAvailability, { params: { survey, email: asked } }, { signal }),
    enabled: emailPattern.test(asked),
    retry: false,
    gcTime: 0,
    meta: { quiet: true },
  })
  return asked === name && found.data?.available === false
}
