import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { removeChoice, saveChoice } from '@gensvar/contract/metadata'
import type { MetadataChoice, MetadataQuestion } from '@gensvar/contract/metadata'
import { useState } from 'react'
import { call } from '#web/api.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { notifyDone, notifyError } from '#web/ui/notify.tsx'
import { loadMetadata } from './query.ts'
import { textFields } from './edited.ts'
import type { EditorProps } from './edited.ts'
import { SettingsFields } from './settings-fields.tsx'
import { TextFields } from './text-fields.tsx'
import { useTexts } from './texts.ts'
import { useTitle } from './use-title.ts'
import { useRename } from './use-rename.ts'

type Props = EditorProps & { question: MetadataQuestion; choice: MetadataChoice | null }

/** The form of a choice; an empty one adds a choice. Another name asks first, with what it touches. */
export function ChoiceDialog(props: Props) {
  const { survey, metadata, question, choice, opened, onClose, onSaved } = props
  const t = useTexts()
  const titleOf = useTitle()
  const { locales } = metadata
  const named = { survey, question: question.id, field: 'extname', ...(choice !== null && { choice: choice.id }) }
  const rename = useRename(named)
  const remove = useRemoveChoice(props)
  const draft = (of: MetadataChoice | null) => ({
    id: of?.id ?? null,
    questionId: question.id,
    version: of?.version ?? 0,
    extname: of?.extname ?? '',
    title: textFields(of?.title ?? {}, locales),
    features: JSON.stringify(of?.features ?? {}, null, 2),
    renameSeen: null,
  })
  const form = useContractForm(saveChoice, {
    params: { survey },
    initial: draft(choice),
    fieldOf: (name) => (name === 'name' ? 'extname' : name),
    complete: async (values, stored) => {
      const [from, to] = [String(stored.extname), String(values.extname).trim()]
      if (choice === null || from === to || to === '') return values
      return { ...values, renameSeen: await rename.ask(from, to) }
    },
    latest: async () => {
      const { questions } = await loadMetadata(survey, { text: question.variable })
      const stored = questions.find(({ id }) => id === question.id)?.choices.find(({ id }) => id === choice?.id)
      return draft(stored ?? choice)
    },
    onSaved: async () => {
      await onSaved()
      onClose()
    },
    done: ({ title, extname }) => t('saved', { name: titleOf(title, extname) }),
  })
  const of = titleOf(question.title, question.variable)
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={
        choice === null ? t('addChoiceTo', { question: of }) : t('editChoice', { name: choice.extname, question: of })
      }
      size={880}
      save={t('saveChoice')}
      actions={
        choice !== null && (
          <Button variant="default" onClick={remove.ask}>
            {t('deleteChoice')}
          </Button>
        )
      }
      footer={
        <>
          <ConfirmDialog {...rename.dialog} />
          <ConfirmDialog {...remove.dialog} />
        </>
      }
    >
      <TextInput
        label={t('name')}
        description={choice?.isStep === true ? t('stepHelp') : t('choiceNameHelp')}
        readOnly={choice?.isStep === true}
        data-autofocus
        {...form.field('extname')}
      />
      <TextFields legend={t('title')} locales={locales} field={(one) => form.field(`title.${one}`)} />
      <SettingsFields features={form.field('features')} />
    </FormDialog>
  )
}

/** Deletes a choice after a question; the server says where it is used. */
function useRemoveChoice({ survey, choice, onSaved, onClose }: Props) {
  const t = useTexts()
  const [isAsked, setIsAsked] = useState(false)
  const name = choice?.extname ?? ''
  const removal = useMutation({
    mutationFn: () => call(removeChoice, { params: { survey, choiceId: choice?.id ?? 0 } }),
    onSuccess: async () => {
      await onSaved()
      onClose()
      notifyDone(t('deleted', { name }))
    },
    onError: notifyError,
    onSettled: () => setIsAsked(false),
  })
  return {
    ask: () => setIsAsked(true),
    dialog: {
      opened: isAsked,
      busy: removal.isPending,
      danger: true,
      title: t('deleteTitle', { name }),
      message: t('deleteText'),
      okText: t('deleteChoice'),
      onOk: () => removal.mutate(),
      onCancel: () => setIsAsked(false),
    },
  }
}
