import { Checkbox, NativeSelect, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listUserChannels } from '@gensvar/contract/user-editor'
import { call } from '#web/api.ts'
import { QuestionFilters } from '#web/features/users/service.ts'
import { localeNames } from '#web/lib/locale.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { Card } from '#web/ui/card.tsx'
import { isLimitedIn } from './editor-values.ts'
import type { EditorCard, EditorForm } from './editor-values.ts'
import { useTexts } from './texts.ts'
import classes from './user-editor.module.css'

interface Props {
  form: EditorForm
  /** Place of the card in the form's values. */
  at: number
  card: EditorCard
  title: string
  survey: string
  userId: number
  fullAccess: boolean
}

/** A user in one universe: whether they belong to it, and as whom. */
export function UniverseCard(props: Props) {
  const { form, at, card, title, fullAccess } = props
  const t = useTexts()
  const isMember = form.values.universeUsers[at]?.createuser === true
  return (
    <Card
      level={3}
      title={title}
      actions={
        <Switch
          aria-label={t('memberOf', { name: title })}
          label={t('member')}
          {...form.field(`universeUsers.${at}.createuser`)}
        />
      }
    >
      {isMember ? (
        <div className={classes['card']}>
          <RoleAndLocale {...props} />
          <div className={classes['switches']}>
            <Switch
              label={t('disabled')}
              description={t('disabledHelp')}
              {...form.field(`universeUsers.${at}.disabled`)}
            />
            <NotificationSwitch form={form} at={at} />
            {fullAccess && (
              <Switch label={t('admin')} description={t('adminHelp')} {...form.field(`universeUsers.${at}.admin`)} />
            )}
          </div>
          <Channels {...props} />
          <Filters form={form} at={at} card={card} />
        </div>
      ) : (
        <p className={classes['note']}>{t('noMember')}</p>
      )}
    </Card>
  )
}

function RoleAndLocale({ form, at, card }: Props) {
  const t = useTexts()
  const { value: role, onChange, ...field } = form.field(`universeUsers.${at}.selectedrole`, { empty: null })
  return (
    <div className={classes['fields']}>
      <NativeSelect
        required
        label={t('role')}
        value={String(role ?? '')}
        onChange={(event) => onChange(event.currentTarget.value === '' ? null : Number(event.currentTarget.value))}
        data={[
          { value: '', label: t('chooseRole') },
          ...card.roles.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        {...field}
      />
      <NativeSelect
        label={t('locale')}
        data={card.locales.map((code) => ({ value: code, label: localeNames[code] }))}
        {...form.field(`universeUsers.${at}.selectedlocale`)}
      />
    </div>
  )
}

/** Stored inverted: 0 means that notices are sent. */
function NotificationSwitch({ form, at }: Pick<Props, 'form' | 'at'>) {
  const t = useTexts()
  const path = `universeUsers.${at}.notification` as const
  return (
    <Switch
      label={t('notification')}
      description={t('notificationHelp')}
      data-path={path}
      checked={form.values.universeUsers[at]?.notification === 0}
      onChange={(event) => form.set(path, event.currentTarget.checked ? 0 : 1)}
    />
  )
}

/** The ways of notices that the chosen role leaves open. */
function Channels({ form, at, card, survey, userId }: Props) {
  const t = useTexts()
  const text = useLocalText()
  const values = form.values.universeUsers[at]
  const roleid = values?.selectedrole ?? null
  const isStored = roleid === card.selectedrole
  const found = useQuery({
    queryKey: ['user-channels', survey, userId, roleid],
    queryFn: ({ signal }) =>
      call(listUserChannels, { params: { survey, id: userId }, query: { roleid: roleid ?? 0 } }, { signal }),
    enabled: roleid !== null && !isStored,
    meta: { quiet: true },
  })
  const channels = isStored ? card.notificationChannels : (found.data?.channels ?? [])
  if (roleid === null || values?.notification === 1 || channels.length === 0) return null
  return (
    <fieldset className={classes['group']}>
      <legend>{t('channels')}</legend>
      {channels.map(({ channel, title }) => {
        const index = values?.notificationChannels.findIndex((one) => one.channel === channel) ?? -1
        return (
          index >= 0 && (
            <Checkbox
              key={channel}
              label={text(title)}
              {...form.field(`universeUsers.${at}.notificationChannels.${index}.enabled`)}
            />
          )
        )
      })}
    </fieldset>
  )
}

/** The question filters: those that hold everywhere apart from those of each survey. */
function Filters({ form, at, card }: Pick<Props, 'form' | 'at' | 'card'>) {
  const t = useTexts()
  const values = form.values.universeUsers[at]
  const roleId = values?.selectedrole ?? null
  const role = card.roles.find(({ id }) => id === roleId)
  if (role?.seesAllData === true) return <p className={classes['note']}>{t('seesAllData')}</p>
  return (
    <div className={classes['filters']}>
      {card.surveys.map(({ surveyName, extname, userVariables, editable }, place) => {
        const sent = values?.surveys[place]?.userVariables
        return (
          <QuestionFilters
            key={extname}
            title={t('filtersOf', { survey: surveyName })}
            survey={extname}
            readOnly={!editable}
            items={userVariables.map((item, index) => ({
              ...item,
              ...sent?.[index],
              required: item.required && isLimitedIn(card, roleId, extname),
            }))}
            fieldOf={(index) => fieldOf(form, `universeUsers.${at}.surveys.${place}.userVariables.${index}.value`)}
            onChange={(index, value) => {
              form.set(`universeUsers.${at}.surveys.${place}.userVariables.${index}.value`, value)
              form.set(`universeUsers.${at}.surveys.${place}.userVariables.${index}.changed`, true)
            }}
          />
        )
      })}
      {card.globalVariables.length > 0 && (
        <QuestionFilters
          title={t('filtersGlobal')}
          readOnly={!card.globalEditable}
          items={card.globalVariables.map((item, index) => ({ ...item, ...values?.globalVariables[index] }))}
          fieldOf={(index) => fieldOf(form, `universeUsers.${at}.globalVariables.${index}.value`)}
          onChange={(index, value) => {
            form.set(`universeUsers.${at}.globalVariables.${index}.value`, value)
            form.set(`universeUsers.${at}.globalVariables.${index}.changed`, true)
          }}
        />
      )}
    </div>
  )
}

type FilterPath =
  | `universeUsers.${number}.globalVariables.${number}.value`
  | `universeUsers.${number}.surveys.${number}.userVariables.${number}.value`

function fieldOf(form: EditorForm, path: FilterPath) {
  const { 'data-path': place, error } = form.field(path)
  return { 'data-path': place, error }
}
