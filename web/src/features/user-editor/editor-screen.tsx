import { Button, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { getUserEditorData, saveUserEditorData } from '@gensvar/contract/user-editor'
import { useState } from 'react'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { whenOpened } from '#web/lib/on-demand.tsx'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { InvitationDialog, peopleText } from '#web/features/users/service.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { missingFields, valuesOf } from './editor-values.ts'
import type { EditorData, EditorForm } from './editor-values.ts'
import { ProviderRecord } from './provider-record.tsx'
import { useTexts } from './texts.ts'
import { UniverseCards } from './universe-cards.tsx'
import classes from './user-editor.module.css'

const UsernameDialog = whenOpened(() => import('./username-dialog.tsx').then((file) => file.UsernameDialog))

/** The form of a user with their universes. Saving and cancelling both lead back to the user list. */
export function EditorScreen({ survey, data: given }: { survey: string; data: EditorData }) {
  const t = useTexts()
  const go = useGo()
  const queryClient = useQueryClient()
  const [data, setData] = useState(given)
  const [link, setLink] = useState<string | null>(null)
  const [isRenaming, setRenaming] = useState(false)
  const params = { survey, id: data.id }
  const leave = () => go(paths.userList(survey))
  async function saved({ invitation }: Answer<typeof saveUserEditorData>): Promise<void> {
    await queryClient.invalidateQueries({ queryKey: ['users'] })
    if (invitation?.link) return setLink(invitation.link)
    if (invitation && !invitation.mailed) notifyError(t('notInvited', { reason: invitation.problem }))
    else notifyDone(invitation ? t('savedAndInvited') : t('saved'))
    leave()
  }
  async function latest() {
    const now = await call(getUserEditorData, { params })
    setData(now)
    return valuesOf(now)
  }
  const form = useContractForm(saveUserEditorData, {
    params,
    initial: valuesOf(data),
    onSaved: saved,
    latest,
    keepsLetters: true,
    complete(values) {
      const wrong = missingFields(values, data, {
        universe: t('universeRequired'),
        role: t('roleRequired'),
        filter: peopleText('valueIsRequired'),
      })
      const [first] = Object.values(wrong)
      if (first !== undefined) return Promise.reject(new ApiError('validation', first, { fields: wrong }))
      return Promise.resolve(values)
    },
    fieldOf: (name) => (name === 'username' ? 'keyCloakData.email' : name),
  })
  const { firstName, lastName } = data.keyCloakData
  const name = `${firstName} ${lastName}`.trim() || data.username
  return (
    <>
      <h1 className={classes['title']}>{data.id === 0 ? t('titleNew') : t('title', { name })}</h1>
      {data.id !== 0 && (
        <div className={classes['account']}>
          <span>{t('username', { name: data.username })}</span>
          {data.status === 2 && <span className={classes['badge']}>{t('invited')}</span>}
          {data.fullAccess && (
            <Button variant="default" size="compact-sm" onClick={() => form.leave(() => setRenaming(true))}>
              {t('changeUsername')}
            </Button>
          )}
        </div>
      )}
      <Form form={form} save={t('save')} onCancel={leave}>
        <PersonFields form={form} data={data} />
        <UniverseCards form={form} data={data} survey={survey} />
      </Form>
      {data.fullAccess && data.id !== 0 && (
        <div className={classes['provider']}>
          <ProviderRecord survey={survey} userId={data.id} />
        </div>
      )}
      <InvitationDialog link={link} onClose={leave} />
      <UsernameDialog
        opened={isRenaming}
        survey={survey}
        username={data.username}
        onClose={() => setRenaming(false)}
        onRenamed={() => void queryClient.invalidateQueries({ queryKey: ['user-editor'] }).then(leave)}
      />
    </>
  )
}

function PersonFields({ form, data }: { form: EditorForm; data: EditorData }) {
  const t = useTexts()
  const isLocked = !data.ownPerson
  return (
    <Card title={t('person')} subtitle={isLocked ? t('personLocked') : undefined}>
      <div className={classes['fields']}>
        <TextInput
          type="email"
          required
          label={t('email')}
          description={data.id === 0 ? t('emailHelp') : undefined}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          readOnly={isLocked}
          {...form.field('keyCloakData.email')}
        />
        <TextInput
          required
          label={t('firstName')}
          readOnly={isLocked}
          autoComplete="off"
          {...form.field('keyCloakData.firstName')}
        />
        <TextInput
          required
          label={t('lastName')}
          readOnly={isLocked}
          autoComplete="off"
          {...form.field('keyCloakData.lastName')}
        />
      </div>
      <div className={classes['switches']}>
        {data.fullAccess && (
          <Switch label={t('enabled')} description={t('enabledHelp')} {...form.field('keyCloakData.enabled')} />
        )}
        <Switch label={t('indicators')} {...form.field('indicators')} />
        {data.ownPerson && <Switch label={t('invite')} description={t('inviteHelp')} {...form.field('invite')} />}
      </div>
    </Card>
  )
}
