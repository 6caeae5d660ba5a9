import { ActionIcon, Button, NumberInput, Select } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import { createEffectBlock, listEffectBlocks, maxEffectRows, saveEffectBlock } from '@gensvar/contract/effects'
import type { StoredEffectBlock } from '@gensvar/contract/effects'
import { call } from '#web/api.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { PlaceField } from './place-field.tsx'
import { useTexts } from './texts.ts'
import classes from './effects.module.css'

interface Props {
  opened: boolean
  survey: string
  /** Null for a new one. */
  block: StoredEffectBlock | null
  questions: readonly { variable: string; title: string }[]
  onClose: () => void
  onSaved: () => Promise<unknown>
}

const emptyRow = { questionVariable: '', effectSize: 0 }

const newBlock = {
  ...{ drillPath: 'root', fromDate: null, toDate: null, fromCSI: null, toCSI: null, version: 0 },
  rows: [emptyRow],
}

function valuesOf(block: StoredEffectBlock | null) {
  const { drillPath, fromDate, toDate, fromCSI, toCSI, version, rows } = block ?? newBlock
  return {
    ...{ drillPath, fromDate, toDate, fromCSI, toCSI, version },
    rows: rows.map(({ questionVariable, effectSize }) => ({ questionVariable, effectSize })),
  }
}

/** Makes or edits a block of effects. */
export function EffectDialog(props: Props) {
  return props.block === null ? <NewBlock {...props} /> : <EditedBlock {...props} block={props.block} />
}

function NewBlock({ survey, onClose, onSaved, ...rest }: Props) {
  const t = useTexts()
  const form = useContractForm(createEffectBlock, {
    params: { survey },
    initial: valuesOf(null),
    adds: true,
    done: () => t('saved'),
    async onSaved() {
      await onSaved()
      onClose()
    },
  })
  return <Fields form={form} title={t('addTitle')} survey={survey} storedTitle={null} onClose={onClose} {...rest} />
}

function EditedBlock({ survey, block, onClose, onSaved, ...rest }: Props & { block: StoredEffectBlock }) {
  const t = useTexts()
  const form = useContractForm(saveEffectBlock, {
    params: { survey, effectId: block.id },
    initial: valuesOf(block),
    latest: async () => {
      const { blocks } = await call(listEffectBlocks, { params: { survey } })
      return valuesOf(blocks.find(({ id }) => id === block.id) ?? block)
    },
    done: () => t('saved'),
    async onSaved() {
      await onSaved()
      onClose()
    },
  })
  return (
    <Fields
      form={form}
      title={t('editTitle')}
      survey={survey}
      storedTitle={block.placeTitle}
      onClose={onClose}
      {...rest}
    />
  )
}

type BlockForm = ReturnType<typeof useContractForm<typeof createEffectBlock>>

interface FieldsProps extends Pick<Props, 'survey' | 'opened' | 'questions' | 'onClose'> {
  form: BlockForm
  /** Name of the place that is stored. */
  storedTitle: string | null
  title: string
}

function Fields({ form, survey, storedTitle, title, opened, questions, onClose }: FieldsProps) {
  const t = useTexts()
  const { rows } = form.values
  const named = new Set(rows.map(({ questionVariable }) => questionVariable))
  const number = { hideControls: true, decimalScale: 4 } as const
  return (
    <FormDialog form={form} opened={opened} onClose={onClose} title={title} save={t('save')} size={560}>
      <PlaceField
        survey={survey}
        input={form.field('drillPath')}
        value={form.values.drillPath}
        storedTitle={storedTitle}
        onChoose={(drillPath) => form.set('drillPath', drillPath)}
      />
      <div className={classes['pair']}>
        <DateField label={t('fromDate')} {...form.field('fromDate')} onChange={(date) => form.set('fromDate', date)} />
        <DateField label={t('toDate')} {...form.field('toDate')} onChange={(date) => form.set('toDate', date)} />
      </div>
      <div className={classes['pair']}>
        <NumberInput label={t('fromCSI')} {...number} {...form.field('fromCSI', { empty: null })} />
        <NumberInput label={t('toCSI')} {...number} {...form.field('toCSI', { empty: null })} />
      </div>
      <fieldset className={classes['rows']} data-path="rows">
        <legend>{t('rows')}</legend>
        {rows.map(({ questionVariable }, at) => (
          <div key={at} className={classes['row']}>
            <Select
              label={t('question')}
              searchable
              data={questions.map(({ variable, title: label }) => ({
                value: variable,
                label,
                disabled: variable !== questionVariable && named.has(variable),
              }))}
              {...form.field(`rows.${at}.questionVariable`)}
            />
            <NumberInput label={t('size')} {...number} {...form.field(`rows.${at}.effectSize`)} />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              disabled={rows.length === 1}
              aria-label={t('removeRow', { n: at + 1 })}
              onClick={() =>
                form.set(
                  'rows',
                  rows.filter((_, other) => other !== at),
                )
              }
            >
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
          </div>
        ))}
        <div>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={14} aria-hidden="true" />}
            disabled={rows.length >= Math.min(maxEffectRows, questions.length)}
            onClick={() => form.set('rows', [...rows, emptyRow])}
          >
            {t('addRow')}
          </Button>
        </div>
      </fieldset>
    </FormDialog>
  )
}
