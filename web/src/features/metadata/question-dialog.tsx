import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { questionTypes } from '@gensvar/contract/entities/metadata'
import { saveQuestion } from '@gensvar/contract/metadata'
import type { MetadataQuestion } from '@gensvar/contract/metadata'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { helpBelow } from '#web/ui/form/help-below.ts'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { loadMetadata } from './query.ts'
import { textFields } from './edited.ts'
import type { EditorProps } from './edited.ts'
import { SettingsFields } from './settings-fields.tsx'
import { TextFields } from './text-fields.tsx'
import classes from './metadata.module.css'
import { useTexts } from './texts.ts'
import { useTitle } from './use-title.ts'
import { useRename } from './use-rename.ts'

/** The form of a question, without its choices. Another variable asks first, with what it touches. */
export function QuestionDialog(props: EditorProps & { question: MetadataQuestion }) {
  const { survey, metadata, question, opened, onClose, onSaved } = props
  const t = useTexts()
  const titleOf = useTitle()
  const { locales, groups } = metadata
  const rename = useRename({ survey, question: question.id, field: 'variable' })
  const draft = (stored: MetadataQuestion) => {
    const { choices: _, nChoices: __, ...of } = stored
    return {
      ...of,
      title: textFields(of.title, locales),
      question: textFields(of.question, locales),
      features: JSON.stringify(of.features, null, 2),
      format: JSON.stringify(of.format, null, 2),
      renameSeen: null,
    }
  }
  const form = useContractForm(saveQuestion, {
    params: { survey },
    initial: draft(question),
    fieldOf: (name) => (name === 'name' ? 'variable' : name),
    complete: async (values, stored) => {
      const [from, to] = [String(stored.variable), String(values.variable).trim()]
      if (from === to || to === '') return values
      return { ...values, renameSeen: await rename.ask(from, to) }
    },
    latest: async () => {
      const { questions } = await loadMetadata(survey, { text: question.variable })
      return draft(questions.find(({ id }) => id === question.id) ?? question)
    },
    onSaved: async () => {
      await onSaved()
      onClose()
    },
    done: ({ title, variable }) => t('saved', { name: titleOf(title, variable) }),
  })
  const isScale = form.values.type === 'scale'
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('editQuestion', { name: titleOf(question.title, question.variable) })}
      size={880}
      save={t('saveQuestion')}
      footer={<ConfirmDialog {...rename.dialog} />}
    >
      <TextFields legend={t('title')} locales={locales} field={(one) => form.field(`title.${one}`)} />
      <TextFields legend={t('wording')} locales={locales} isLong field={(one) => form.field(`question.${one}`)} />
      <div className={classes['fields']}>
        <TextInput
          label={t('variable')}
          description={t('variableHelp')}
          inputWrapperOrder={helpBelow}
          {...form.field('variable')}
        />
        <TextInput
          label={t('foreignName')}
          description={t('foreignNameHelp')}
          inputWrapperOrder={helpBelow}
          {...form.field('foreignName')}
        />
        <NativeSelect
          label={t('type')}
          description={t('typeHelp')}
          inputWrapperOrder={helpBelow}
          data={questionTypes.map((value) => ({ value, label: t(typeTexts[value]) }))}
          {...form.field('type')}
        />
        {isScale && (
          <>
            <NumberInput label={t('scaleMin')} {...form.field('scaleMin', { empty: null })} />
            <NumberInput label={t('scaleMax')} {...form.field('scaleMax', { empty: null })} />
          </>
        )}
        <NativeSelect
          label={t('group')}
          data={[
            { value: '', label: t('noGroup') },
            ...groups.map(({ extName, name }) => ({ value: extName, label: titleOf(name, extName) })),
          ]}
          {...form.field('group')}
        />
        <NumberInput label={t('order')} allowDecimal={false} {...form.field('sorder')} />
        <TextInput label={t('diffmode')} {...form.field('diffmode')} />
        <TextInput
          label={t('answerLanguage')}
          description={t('answerLanguageHelp')}
          inputWrapperOrder={helpBelow}
          {...form.field('language')}
        />
      </div>
      <div className={classes['checks']}>
        <Checkbox label={t('filterable')} {...form.field('filterable')} />
        <Checkbox label={t('weighted')} {...form.field('weighted')} />
        <Checkbox label={t('anonymizable')} {...form.field('anonymizable')} />
      </div>
      <SettingsFields features={form.field('features')} format={form.field('format')} />
    </FormDialog>
  )
}

/** Names of the types of questions. */
export const typeTexts = {
  scale: 'typeScale',
  single: 'typeSingle',
  multiple: 'typeMultiple',
  numeric: 'typeNumeric',
  date: 'typeDate',
  text: 'typeText',
} as const
