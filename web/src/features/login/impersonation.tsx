import { Select, Stack, Title } from '@mantine/core'
import { impersonate } from '@gensvar/contract/identity'
import type { SignInResult } from '@gensvar/contract/identity'
import { tokensToActAs } from '#web/features/session/session.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'

interface Props {
  choices: SignInResult['universeAdminUserList']
  preselected: string | undefined
  onCancel: () => void
}

/** The failed call's own message; a general one if it has none. */
function answerOf(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  return error.message || error.body || errorText(error)
}

/** Picks a universe and one of its users to act as. */
export function Impersonation({ choices, preselected, onCancel }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const known = choices.find((choice) => choice.universe === preselected)?.universe ?? null
  const form = useContractForm(impersonate, {
    initial: { token: '', universe: known, user: null },
    complete: async (values) => ({ ...values, ...(await tokensToActAs(String(values.universe))) }),
    onSaved: ({ profileURL }) => window.location.assign(profileURL),
    words: answerOf,
    warns: false,
  })
  const { universe, user } = form.values
  const users = choices.find((choice) => choice.universe === universe)?.users ?? []
  const universeField = form.field('universe')
  return (
    <Stack gap="md">
      <Title order={2}>{t('actAs')}</Title>
      <Form
        form={form}
        save={t('impersonate')}
        saveDisabled={universe === null || user === null}
        cancel={t('backToStart')}
        onCancel={onCancel}
      >
        <Select
          label={t('universe')}
          data={choices.map((choice) => ({ value: choice.universe, label: text(choice.title) || choice.universe }))}
          allowDeselect={false}
          searchable
          {...universeField}
          onChange={(chosen) => {
            universeField.onChange(chosen)
            form.set('user', null)
          }}
        />
        <Select
          label={t('user')}
          data={users.map((one) => ({
            value: one.username,
            label: one.name === '' ? one.username : `${one.name} (${one.username})`,
          }))}
          allowDeselect={false}
          disabled={universe === null}
          limit={200}
          searchable
          nothingFoundMessage={t('noUser')}
          {...form.field('user')}
        />
      </Form>
    </Stack>
  )
}
