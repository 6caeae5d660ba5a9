import { Alert, Button, Select, Stack, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { SignInResult } from '@gensvar/contract/identity'
import { profileLink } from '#web/features/session/session.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { errorText } from '#web/lib/error-text.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useTexts } from './texts.ts'

interface Props {
  choices: SignInResult['universeAdminUserList']
  preselected: string | undefined
  onCancel: () => void
}

/** The failed call's answer in its own words; the general ones where it had none. */
function answerOf(error: unknown): string {
  if (!(error instanceof ApiError)) return errorText(error)
  return error.message || error.body || errorText(error)
}

/** Picks a universe and one of its users to act as. */
export function Impersonation({ choices, preselected, onCancel }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const known = choices.some((choice) => choice.universe === preselected)
  const [universe, setUniverse] = useState<string | null>(known ? (preselected ?? null) : null)
  const [user, setUser] = useState<string | null>(null)
  const users = choices.find((choice) => choice.universe === universe)?.users ?? []
  const start = useMutation({
    mutationFn: (chosen: { universe: string; user: string }) => profileLink(chosen.universe, chosen.user),
    onSuccess: (link) => window.location.assign(link),
    meta: { quiet: true },
  })
  return (
    <Stack gap="md">
      <Title order={2}>{t('actAs')}</Title>
      <Select
        label={t('universe')}
        data={choices.map((choice) => ({ value: choice.universe, label: text(choice.title) || choice.universe }))}
        value={universe}
        allowDeselect={false}
        onChange={(value) => {
          setUniverse(value)
          setUser(null)
        }}
        searchable
      />
      <Select
        label={t('user')}
        data={users.map((one) => ({
          value: one.username,
          label: one.name === '' ? one.username : `${one.name} (${one.username})`,
        }))}
        value={user}
        allowDeselect={false}
        onChange={setUser}
        disabled={universe === null}
        limit={200}
        searchable
        nothingFoundMessage={t('noUser')}
      />
      {start.isError && (
        <Alert color="red" variant="light" role="alert" data-impersonation-error="">
          {answerOf(start.error)}
        </Alert>
      )}
      <Button
        disabled={universe === null || user === null}
        loading={start.isPending}
        onClick={() => universe !== null && user !== null && start.mutate({ universe, user })}
      >
        {t('impersonate')}
      </Button>
      <Button variant="subtle" onClick={onCancel}>
        {t('backToStart')}
      </Button>
    </Stack>
  )
}
