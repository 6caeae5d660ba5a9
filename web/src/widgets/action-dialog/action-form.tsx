import { Button, NumberInput, Select, Textarea } from '@mantine/core'
import { IconBulb, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useLocalText } from '#web/lib/local-text.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { ActionChart } from './action-chart.tsx'
import type { DialogWidth } from './action-chart.tsx'
import classes from './action-dialog.module.css'
import type { ActionDialogProps } from './action-props.ts'
import { ActionHistory } from './action-history.tsx'
import { placeOf } from './action-query.ts'
import type { ActionData } from './action-query.ts'
import { checkedFields, goalOf, wrongAction } from './check-action.ts'
import type { CheckedField } from './check-action.ts'
import { CurrentValue } from './current-value.tsx'
import { EffectivePeriod } from './effective-period.tsx'
import { PlaceLine, Remark } from './head-lines.tsx'
import { ResponsibleField } from './responsible-field.tsx'
import { useClearButton, useTexts } from './texts.ts'
import type { ActionForm } from './use-action-form.ts'

const labels = {
  extname: 'item',
  goal: 'goal',
  periodStartDate: 'fromDate',
  deadline: 'deadline',
  period: 'period',
} as const satisfies Record<CheckedField, string>

/** Fields whose limits depend on another one: they are checked again when that one has been left. */
const dependsOn: Partial<Record<CheckedField, CheckedField>> = { goal: 'extname', deadline: 'periodStartDate' }

interface Props {
  form: ActionForm
  data: ActionData
  opened: ActionDialogProps
  width: DialogWidth
  onCancel: () => void
  /** Asks whether to delete it; null where it cannot be deleted. */
  onDelete: (() => void) | null
}

/** The fields of an open action that may be changed, and what is known of it. */
export function ActionFields({ form, data, opened, width, onCancel, onDelete }: Props) {
  const t = useTexts()
  const clearButton = useClearButton()
  const text = useLocalText()
  const [left, setLeft] = useState<ReadonlySet<CheckedField>>(new Set())
  const { updateData: action, actionableItems, periods, kinds } = data
  const { values } = form
  const place = placeOf(opened, action)
  const wrong = wrongAction(values, data)
  const missing = checkedFields.filter((field) => wrong[field] !== undefined)
  const item = actionableItems.find(({ extname }) => extname === values.extname)
  const expression = item?.expression ?? ''
  const reason = action.reason ?? (action.id === 0 ? opened.suggestion?.reason : undefined)
  const goal = goalOf(values.goal)

  const leave = (field: CheckedField) => setLeft((before) => new Set([...before, field]))
  const isSaid = (field: CheckedField) => {
    const other = dependsOn[field]
    return left.has(field) || (other !== undefined && left.has(other) && (values[field] ?? '') !== '')
  }
  /** Props of a field that is checked while it is filled in; what is missing is said once it has been left. */
  const checked = <Field extends CheckedField>(field: Field) => {
    const { error, ...input } = form.field(field)
    return {
      ...input,
      label: t(labels[field]),
      required: true,
      error: error ?? (isSaid(field) ? wrong[field] : undefined),
      onBlur: () => {
        input.onBlur()
        leave(field)
      },
    }
  }
  const choose = (extname: string | null) => {
    form.set('extname', extname ?? '')
    form.set('expression', actionableItems.find((one) => one.extname === extname)?.expression ?? '')
  }

  return (
    <Form
      form={form}
      save={t('save')}
      saveDisabled={missing.length > 0}
      onCancel={onCancel}
      actions={
        <>
          {onDelete !== null && (
            <Button
              variant="subtle"
              color="var(--gv-negative-text)"
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              onClick={onDelete}
            >
              {t('delete')}
            </Button>
          )}
          <p className={classes['missing']} aria-live="polite">
            {missing.length > 0 && t('missing', { fields: missing.map((field) => t(labels[field])).join(', ') })}
          </p>
        </>
      }
    >
      <PlaceLine action={action} />
      {reason != null && <Remark icon={IconBulb}>{text(reason)}</Remark>}
      {action.notice !== null && <Remark>{text(action.notice)}</Remark>}
      <Select
        {...checked('extname')}
        data-autofocus
        // The list would lie over what the dialog shows.
        openOnFocus={false}
        placeholder={t('searchItems')}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('noItem')}
        data={actionableItems.map(({ extname, title }) => ({ value: extname, label: text(title) || extname }))}
        value={item?.extname ?? null}
        onChange={choose}
      />
      <div className={classes['pair']}>
        <CurrentValue place={place} expression={expression} period={values.period ?? ''} />
        <NumberInput
          {...checked('goal')}
          {...form.field('goal', { empty: null })}
          error={checked('goal').error}
          onBlur={checked('goal').onBlur}
          description={
            item && item.goalMin !== null && item.goalMax !== null
              ? t('goalRange', { min: item.goalMin, max: item.goalMax })
              : undefined
          }
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          hideControls
        />
      </div>
      <div className={classes['three']}>
        <DateField {...checked('periodStartDate')} onChange={(date) => form.set('periodStartDate', date)} />
        <DateField
          {...checked('deadline')}
          min={values.periodStartDate ?? undefined}
          onChange={(date) => form.set('deadline', date)}
        />
        <Select
          {...checked('period')}
          allowDeselect={false}
          data={periods.map(({ value, title }) => ({ value, label: text(title) }))}
          value={periods.some(({ value }) => value === values.period) ? values.period : null}
          onChange={(period) => form.set('period', period ?? '')}
        />
      </div>
      <EffectivePeriod
        survey={opened.survey}
        period={wrong.period ? '' : values.period}
        deadline={wrong.deadline ? null : values.deadline}
      />
      <div className={classes['pair']}>
        <ResponsibleField form={form} place={place} stored={action} />
        {kinds.length > 0 && (
          <Select
            {...form.field('kind', { empty: null })}
            label={t('kind')}
            placeholder={t('noKind')}
            clearable
            clearButtonProps={clearButton(t('kind'))}
            data={kinds.map(({ extname, title }) => ({ value: extname, label: text(title) || extname }))}
            value={values.kind ?? null}
            onChange={(kind) => form.set('kind', kind)}
          />
        )}
      </div>
      <ActionChart
        place={place}
        expression={expression}
        title={text(item?.title)}
        goal={goal !== null && Number.isFinite(goal) ? goal : null}
        from={values.periodStartDate}
        deadline={values.deadline}
        width={width}
      />
      <Textarea label={t('addComment')} autosize minRows={2} maxRows={8} {...form.field('comments')} />
      {action.id !== 0 && <ActionHistory comments={action.commentsList} />}
    </Form>
  )
}
