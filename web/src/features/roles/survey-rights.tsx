import { NativeSelect, Textarea } from '@mantine/core'
import type { getRole, getRoleMatrix } from '@gensvar/contract/roles'
import type { Answer } from '#web/api.ts'
import { useLocalText } from '#web/lib/local-text.ts'
import type { RoleForm } from './role-body.ts'
import { RightSwitch } from './right-switch.tsx'
import { SurveyNotices } from './survey-notices.tsx'
import { SurveyAnchors, SurveyViews } from './survey-views.tsx'
import { useTexts } from './texts.ts'
import classes from './roles.module.css'

/** A survey that a role can have rights in. */
export type RoleSurvey = Answer<typeof getRole>['surveys'][number]

export interface SurveyPart {
  form: RoleForm
  /** Where the survey stands in the form's list. */
  index: number
  options: RoleSurvey
}

interface Props extends SurveyPart {
  /** The rights as they are stored. */
  stored: Answer<typeof getRole>['surveyAccessList'][number] | undefined
  parent: string
  /** What the parent can do in the survey. */
  parentRights: Answer<typeof getRoleMatrix>['surveys'][number] | undefined
}

const groups = [
  {
    title: 'samples',
    rights: [
      'canViewSamples',
      'canEditOpenPeriods',
      'canEditClosedPeriods',
      'canChangeStateOpenPeriods',
      'canChangeStateClosedPeriods',
      'canCancelSamples',
      'canPostponeSamples',
    ],
  },
  { title: 'work', rights: ['canHandleAlerts', 'canEditActions', 'canAccessStatusPage', 'modifyUserFilters'] },
] as const

/** A role's rights in one survey. */
export function SurveyRights(props: Props) {
  const { form, index, options, stored, parent, parentRights } = props
  const t = useTexts()
  const words = useLocalText()
  const values = form.values.surveyAccessList[index]
  if (values === undefined) return null
  const cellOf = (right: string) => parentRights?.rights.find((one) => one.right === right)?.cell
  const page = form.field(`surveyAccessList.${index}.startPage`, { empty: null })
  const isGivenNow = values.canViewAnon && !(stored?.access === true && stored.canViewAnon)
  return (
    <div className={classes['rights']}>
      <RightSwitch
        label={t('access')}
        help={t('accessHelp')}
        cell={parentRights?.access}
        parent={parent}
        {...form.field(`surveyAccessList.${index}.access`)}
      />
      {values.access && (
        <>
          <div className={classes['columns']}>
            {groups.map(({ title, rights }) => (
              <fieldset key={title} className={classes['group']}>
                <legend>{t(title)}</legend>
                {rights.map((right) => (
                  <RightSwitch
                    key={right}
                    label={t(right)}
                    cell={cellOf(right)}
                    parent={parent}
                    {...form.field(`surveyAccessList.${index}.${right}`)}
                  />
                ))}
              </fieldset>
            ))}
            <fieldset className={classes['group']}>
              <legend>{t('anonymity')}</legend>
              <RightSwitch
                label={t('canViewAnon')}
                help={t('canViewAnonHelp')}
                cell={cellOf('canViewAnon')}
                parent={parent}
                {...form.field(`surveyAccessList.${index}.canViewAnon`)}
              />
              {isGivenNow && (
                <Textarea
                  label={t('anonReason')}
                  description={t('anonReasonHelp')}
                  required
                  autosize
                  minRows={2}
                  {...form.field(`surveyAccessList.${index}.anonReason`)}
                />
              )}
            </fieldset>
          </div>
          <fieldset className={classes['group']}>
            <legend>{t('pagesAndViews')}</legend>
            <NativeSelect
              className={classes['narrow']}
              label={t('startPage')}
              data={[
                { value: '', label: t('defaultPage') },
                ...options.pages.map(({ extName, title }) => ({ value: extName, label: words(title) })),
              ]}
              {...page}
            />
          </fieldset>
          <SurveyViews form={form} index={index} options={options} />
          <SurveyAnchors form={form} index={index} options={options} />
          <SurveyNotices form={form} index={index} stored={stored} />
        </>
      )}
    </div>
  )
}
