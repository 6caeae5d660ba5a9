import { Alert, PasswordInput, Select, Switch, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ChangeEvent } from 'react'
import { getUserDetails, saveUserDetails } from '@gensvar/contract/users'
import { call } from '#web/api.ts'
import type { Answer } from '#web/api.ts'
import { ApiError } from '#web/lib/api-error.ts'
import { useFormat } from '#web/lib/format.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { localeNames } from '#web/lib/locale.ts'
import { useIdentity } from '#web/lib/session-store.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { FilterBlocks } from './filter-blocks.tsx'
import { InvitationDialog } from './invitation-dialog.tsx'
import { peopleText, usePeopleTexts } from './people-texts.ts'
import { text as usersText } from './texts.ts'
import { bodyOf, wrongFields } from './user-body.ts'
import classes from './user-form.module.css'

type Details = Answer<typeof getUserDetails>

interface Props {
  survey: string
  details: Details
  /** Whether an identity provider of its own keeps the passwords. */
  isProviderMode: boolean
}

/** The form of another user, or of a new one. */
export function UserForm({ survey, details, isProviderMode }: Props) {
  const t = usePeopleTexts()
  const go = useGo()
  const text = useLocalText()
  const format = useFormat()
  const queryClient = useQueryClient()
  const { isRoot, isUserAdmin } = useIdentity()
  const [shown, setShown] = useState(details)
  const [invited, setInvited] = useState<string | null>(null)
  const { id: userId } = shown.userDTO
  const isNew = userId === 0
  const params = { survey, userId }
  const leave = () => go(paths.userList(survey))
  const form = useContractForm(saveUserDetails, {
    params,
    initial: bodyOf(shown),
    latest: async () => {
      const latest = await call(getUserDetails, { params })
      setShown(latest)
      return bodyOf(latest)
    },
    keepsLetters: true,
    complete(values) {
      const wrong = wrongFields(
        values,
        isNew,
        {
          name: peopleText('NAME_IS_REQUIRED'),
          role: peopleText('ROLE_IS_REQUIRED'),
          passwords: peopleText('passwordsMatch'),
          value: peopleText('valueIsRequired'),
        },
        shown,
      )
      const [first] = Object.values(wrong)
      if (first !== undefined) return Promise.reject(new ApiError('validation', first, { fields: wrong }))
      return Promise.resolve(values)
    },
    async onSaved(saved) {
      await queryClient.invalidateQueries({ queryKey: ['list', 'users'] })
      // What the server answers takes the place of what was entered.
      setShown(saved)
      if (saved.error !== null) return notifyError(saved.error)
      if (saved.userDTO.errorMessage !== null) return
      notifyDone(usersText('saved'))
      if (saved.invitation?.link) setInvited(saved.invitation.link)
      else leave()
    },
  })
  const roles = shown.roleIDs.map((value, at) => ({ value: String(value), label: shown.roleNames[at] ?? '' }))
  const roleId = form.values.userDTO.selectedRoleId ?? null
  const { errorMessage } = shown.userDTO
  const toggle = (name: 'showIndicators' | 'sendEmail' | 'disabled' | 'actAsAccess') => ({
    'data-path': `userDTO.${name}`,
    error: form.field(`userDTO.${name}`).error,
    checked: form.values.userDTO[name] === true,
    onChange: (event: ChangeEvent<HTMLInputElement>) => form.set(`userDTO.${name}`, event.currentTarget.checked),
  })
  const roleField = form.field('userDTO.selectedRoleId', { empty: null })
  return (
    <>
      <h1 className={classes['title']}>{isNew ? t('newUserTitle') : shown.userDTO.name}</h1>
      {errorMessage !== null && (
        <Alert color="red" role="alert" className={classes['banner']}>
          {errorMessage}
        </Alert>
      )}
      <Form form={form} save={t('saveUser')} onCancel={leave}>
        <Card>
          <div className={classes['fields']}>
            <TextInput
              label={t('name')}
              required={isNew}
              disabled={!isNew}
              autoComplete="off"
              {...form.field('userDTO.name')}
            />
            <TextInput
              label={t('email')}
              type="email"
              required={isNew}
              disabled={!isNew}
              autoComplete="off"
              {...form.field('userDTO.email')}
            />
            <Select
              label={t('role')}
              required
              data={roles}
              allowDeselect={false}
              searchable={roles.length > 8}
              {...roleField}
              value={roleId === null ? null : String(roleId)}
              onChange={(value) => form.set('userDTO.selectedRoleId', value === null ? null : Number(value))}
            />
            <Select
              label={t('language')}
              data={[...new Set([shown.userDTO.locale, ...shown.locales])].map((locale) => ({
                value: locale,
                label: localeNames[locale],
              }))}
              allowDeselect={false}
              {...form.field('userDTO.locale')}
            />
            {shown.canEditPassword && !isProviderMode && (
              <>
                <PasswordInput
                  label={t('password')}
                  description={isNew ? undefined : t('passwordHelp')}
                  inputWrapperOrder={['label', 'input', 'error', 'description']}
                  autoComplete="new-password"
                  {...form.field('userDTO.password')}
                />
                <PasswordInput
                  label={t('passwordRepeat')}
                  autoComplete="new-password"
                  {...form.field('userDTO.passwordRepeat')}
                />
              </>
            )}
          </div>
          {!isNew && (
            <p className={classes['note']}>
              {t('lastLogin')}: {shown.lastLogin === null ? t('never') : format.moment(shown.lastLogin)}
            </p>
          )}
        </Card>
        <Card>
          <div className={classes['switches']}>
            <Switch label={t('showIndicators')} {...toggle('showIndicators')} />
            <Switch label={t('sendEmail')} description={t('sendEmailHelp')} {...toggle('sendEmail')} />
            <Switch
              label={t('notifications')}
              data-path="userDTO.notifyFlags"
              // Stored inverted: 0 means send.
              checked={form.values.userDTO.notifyFlags === 0}
              onChange={(event) => form.set('userDTO.notifyFlags', event.currentTarget.checked ? 0 : 1)}
            />
            {shown.channelDTOs.map(({ channel, title }, at) => (
              <Switch
                key={channel}
                label={t('channel', { name: text(title) })}
                disabled={form.values.userDTO.notifyFlags !== 0}
                data-path={`channelDTOs.${at}.enabled`}
                checked={form.values.channelDTOs?.[at]?.enabled === true}
                onChange={(event) => form.set(`channelDTOs.${at}.enabled`, event.currentTarget.checked)}
              />
            ))}
            {isUserAdmin && !isNew && <Switch label={t('disabled')} {...toggle('disabled')} />}
            {isRoot && <Switch label={t('actAs')} description={t('actAsHelp')} {...toggle('actAsAccess')} />}
          </div>
        </Card>
        <FilterBlocks survey={survey} form={form} stored={shown.userQuestionFilterMap} />
      </Form>
      <InvitationDialog
        link={invited}
        onClose={() => {
          setInvited(null)
          leave()
        }}
      />
    </>
  )
}
