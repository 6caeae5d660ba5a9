import { Select, Textarea } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { assignAlerts, listAlertOwners } from '@gensvar/contract/alerts'
import { call } from '#web/api.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { useTexts } from './texts.ts'

interface Props {
  opened: boolean
  survey: string
  alertIds: readonly number[]
  onClose: () => void
  /** Called when the alerts have somebody else. */
  onAssigned: () => unknown
}

/** Pause in typing after which people are searched for, in milliseconds. */
const pause = 200

/** Gives alerts to somebody who may handle all of them. */
export function AssignDialog({ opened, survey, alertIds, onClose, onAssigned }: Props) {
  const t = useTexts()
  const [term, setTerm] = useState('')
  const form = useContractForm(assignAlerts, {
    params: { survey },
    initial: { alertIds: [...alertIds], userId: null, comment: '' },
    done: ({ assigned }) => t('assigned', { count: assigned }),
    async onSaved() {
      onClose()
      await onAssigned()
    },
  })
  const { userId } = form.values
  // The name of whoever is chosen is no search.
  const [searched] = useDebouncedValue(term, pause)
  const owners = useQuery({
    queryKey: ['alert-owners', survey, alertIds, searched],
    queryFn: ({ signal }) =>
      call(listAlertOwners, { params: { survey }, body: { alertIds: [...alertIds], term: searched } }, { signal }),
    enabled: opened && alertIds.length > 0,
    placeholderData: keepPreviousData,
  })
  const { onChange, value: _, ...input } = form.field('userId', { empty: null })
  return (
    <FormDialog
      form={form}
      opened={opened}
      onClose={onClose}
      title={t('assignTitle', { count: alertIds.length })}
      save={t('assign')}
      saveDisabled={typeof userId !== 'number'}
    >
      <Select
        {...input}
        data-autofocus
        label={t('assignTo')}
        placeholder={t('searchPeople')}
        searchable
        data={(owners.data?.owners ?? []).map((owner) => ({ value: String(owner.userId), label: owner.name }))}
        // The server has searched already.
        filter={({ options }) => options}
        nothingFoundMessage={owners.isFetching ? t('searching') : t('nobodyFound')}
        value={typeof userId === 'number' ? String(userId) : null}
        onChange={(chosen) => onChange(chosen === null ? null : Number(chosen))}
        onSearchChange={(typed) => {
          const isChosen = owners.data?.owners.some(({ name }) => name === typed)
          setTerm(isChosen === true ? '' : typed)
        }}
      />
      <Textarea label={t('commentOptional')} autosize minRows={2} maxRows={6} {...form.field('comment')} />
    </FormDialog>
  )
}
