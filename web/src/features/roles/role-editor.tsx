import { NativeSelect, Switch, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRole, roleFlagFields, saveRole } from '@gensvar/contract/roles'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import { useGo } from '#web/lib/use-go.ts'
import { paths } from '#web/paths.ts'
import { Card } from '#web/ui/card.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { matrixQuery, roleQuery, rolesKey } from './queries.ts'
import { bodyOf } from './role-body.ts'
import type { RoleBody, RoleDetails, RoleForm } from './role-body.ts'
import { RightSwitch } from './right-switch.tsx'
import { SurveyRights } from './survey-rights.tsx'
import { text, useTexts } from './texts.ts'
import classes from './roles.module.css'

interface Props {
  survey: string
  role: RoleDetails
}

/** The form of a role, for all its surveys; one survey is shown at a time. */
export function RoleEditor({ survey, role }: Props) {
  const t = useTexts()
  const go = useGo()
  const queryClient = useQueryClient()
  const form = useContractForm(saveRole, {
    params: { survey },
    initial: bodyOf(role),
    // The rights in surveys that were not touched need not be sent, and stay as they are.
    complete: async (values, stored) => ({
      ...values,
      surveyAccessList: values.surveyAccessList.filter(
        (access, index) => JSON.stringify(access) !== JSON.stringify(stored.surveyAccessList[index]),
      ),
    }),
    latest: async () => bodyOf(await call(getRole, { params: { survey, roleId: role.id } })),
    onSaved: async (saved) => {
      queryClient.setQueryData(roleQuery(survey, saved.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: [...rolesKey, 'list'] })
      void queryClient.invalidateQueries({ queryKey: [...rolesKey, 'matrix'] })
      if (role.id === 0) go(paths.role(survey, saved.id), { replace: true })
    },
    done: () => text('saved'),
  })
  return (
    <Form form={form} save={role.mayEdit ? t('saveRole') : null}>
      <fieldset className={classes['group']} disabled={!role.mayEdit}>
        <div className={classes['screen']}>
          <General survey={survey} role={role} form={form} />
          <InSurveys survey={survey} role={role} form={form} />
        </div>
      </fieldset>
    </Form>
  )
}

/** What the chosen parent can do; undefined without one, or until it is known. */
function useParentMatrix(survey: string, form: RoleForm) {
  const { parentId } = form.values
  const { data } = useQuery({ ...matrixQuery(survey, parentId ?? 0), enabled: parentId !== null && parentId > 0 })
  return parentId === null ? undefined : data
}

function General({ survey, role, form }: Props & { form: RoleForm }) {
  const t = useTexts()
  const parents = useParentMatrix(survey, form)
  const parent = form.field('parentId')
  const nameOf = (id: number | null) => role.parents.find((one) => one.id === id)?.name ?? ''
  return (
    <Card title={t('general')}>
      <div className={classes['columns']}>
        <div className={classes['group']}>
          <TextInput label={t('name')} required {...form.field('name')} />
          <NativeSelect
            label={t('parent')}
            description={t('parentHelp')}
            data={[
              ...(role.mayBeTop ? [{ value: '', label: t('noParent') }] : []),
              ...role.parents.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            {...parent}
            value={form.values.parentId === null ? '' : String(form.values.parentId)}
            onChange={({ currentTarget: { value } }) => form.set('parentId', value === '' ? null : Number(value))}
          />
          <Switch label={t('restricted')} {...form.field('restricted')} />
        </div>
        <div className={classes['group']}>
          {roleFlagFields.map((flag) => (
            <RightSwitch
              key={flag}
              label={t(`roleFlag-${flag}`)}
              cell={parents?.flags.find((one) => one.right === flag)?.cell}
              parent={nameOf(form.values.parentId)}
              {...(flag === 'canseealldata' && { help: t('canseealldataHelp') })}
              {...form.field(flag)}
            />
          ))}
        </div>
      </div>
    </Card>
  )
}

function InSurveys({ survey, role, form }: Props & { form: RoleForm }) {
  const t = useTexts()
  const words = useLocalText()
  const parents = useParentMatrix(survey, form)
  const list: RoleBody['surveyAccessList'] = form.values.surveyAccessList
  const first = role.surveys.findIndex(({ extName }) => extName === survey)
  const [chosen, setChosen] = useState(Math.max(0, first))
  const options = role.surveys[chosen]
  const { error } = form.field('surveyAccessList')
  const parentName = role.parents.find(({ id }) => id === form.values.parentId)?.name ?? ''
  return (
    <Card title={t('inSurvey')}>
      {options === undefined ? (
        <p className={classes['help']}>{t('noSurveys')}</p>
      ) : (
        <>
          <NativeSelect
            className={classes['narrow']}
            label={t('survey')}
            // Errors of surveys that are not shown are told here.
            data-path="surveyAccessList"
            error={error}
            value={String(chosen)}
            onChange={({ currentTarget }) => setChosen(Number(currentTarget.value))}
            data={role.surveys.map(({ title }, index) => ({
              value: String(index),
              label: list[index]?.access === true ? t('withAccess', { title: words(title) }) : words(title),
            }))}
          />
          <SurveyRights
            key={options.extName}
            form={form}
            index={chosen}
            options={options}
            stored={role.surveyAccessList[chosen]}
            parent={parentName}
            parentRights={parents?.surveys.find(({ extName }) => extName === options.extName)}
          />
        </>
      )}
    </Card>
  )
}
