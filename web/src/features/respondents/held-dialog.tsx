import { Button, Group, Modal } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadHeldData } from '@gensvar/contract/respondents'
import type { HeldResponse } from '@gensvar/contract/respondents'
import { errorText } from '#web/lib/error-text.ts'
import { useFormat } from '#web/lib/format.ts'
import { openFile } from '#web/lib/open-file.ts'
import { useAppTexts } from '#web/lib/use-app-texts.ts'
import { notifyError } from '#web/ui/notify.tsx'
import { DataState } from '#web/ui/states/data-state.tsx'
import { Loading } from '#web/ui/states/loading.tsx'
import { EraseForm } from './erase-form.tsx'
import { heldQuery } from './queries.ts'
import classes from './respondents.module.css'
import { useTexts } from './texts.ts'

/** Texts of the fields of a contact. */
const contactKeys = {
  name: 'name',
  email: 'email',
  phone: 'phone',
  language: 'language',
  street: 'street',
  postcode: 'postcode',
  city: 'city',
  country: 'country',
} as const

interface Props {
  opened: boolean
  survey: string
  /** The responses, as `keyOf` names them. */
  keys: readonly string[]
  onClose: () => void
  onErased: () => void
}

/** All that is held of some responses, to be read, handed out or erased. */
export function HeldDialog({ opened, survey, keys, onClose, onErased }: Props) {
  const t = useTexts()
  const app = useAppTexts()
  const [isErasing, setErasing] = useState(false)
  const query = useQuery(heldQuery(survey, keys))
  const close = () => {
    setErasing(false)
    onClose()
  }
  return (
    <Modal
      opened={opened}
      onClose={close}
      size={760}
      title={isErasing ? t('eraseTitle') : t('heldTitle')}
      closeButtonProps={{ 'aria-label': app('close') }}
    >
      <DataState query={query} loading={<Loading height={280} />}>
        {({ responses, counts, withoutKey }) =>
          isErasing ? (
            <EraseForm
              survey={survey}
              keys={keys}
              counts={counts}
              withoutKey={withoutKey}
              onCancel={() => setErasing(false)}
              onErased={() => {
                setErasing(false)
                onErased()
              }}
            />
          ) : (
            <>
              <div className={classes['held']}>
                {responses.map((one) => (
                  <Held key={`${one.survey}:${one.responseId}`} response={one} />
                ))}
              </div>
              <Group justify="flex-end" gap="xs" mt="lg">
                <Button
                  variant="default"
                  onClick={() => {
                    const input = { params: { survey }, query: { responses: keys.join(',') } }
                    openFile(downloadHeldData, input).catch((error: unknown) => notifyError(errorText(error)))
                  }}
                >
                  {t('download')}
                </Button>
                <Button color="var(--gv-negative-fill)" onClick={() => setErasing(true)}>
                  {t('eraseOpen')}
                </Button>
              </Group>
            </>
          )
        }
      </DataState>
    </Modal>
  )
}

/** What is held of one response. */
function Held({ response }: { response: HeldResponse }) {
  const t = useTexts()
  const format = useFormat()
  const { surveyTitle, eventDate, state, unit, foreignId } = response
  const moment = (at: string | null) => (at === null ? '' : format.moment(at))
  const contact = response.contact.map(({ field, text }) => [t(contactKeys[field]), text] as const)
  const parts: [title: string, rows: (readonly [string, string])[]][] = [
    [t('contact'), foreignId === '' ? contact : [...contact, [t('foreignId'), foreignId]]],
    [t('answers'), response.answers.map(({ title, text }) => [title, text])],
    [t('comments'), response.comments.map(({ at, author, text }) => [`${moment(at)}, ${author}`, text])],
    [t('alerts'), response.alerts.map(({ at, title, state: alert }) => [moment(at), `${title}: ${alert}`])],
    [
      t('sendings'),
      response.sendings.map(({ at, title, state: sent }) => [moment(at), `${title}: ${t(`sent${sent as 'SENT'}`)}`]),
    ],
    [t('changes'), response.changes.map(({ at, author, fields }) => [`${moment(at)}, ${author}`, fields.join(', ')])],
  ]
  return (
    <section className={classes['response']}>
      <h3 className={classes['heading']}>
        {surveyTitle}, {format.date(eventDate)}
      </h3>
      <p className={classes['quiet']}>{[state, unit].filter((one) => one !== '').join(' · ')}</p>
      {parts.map(
        ([title, rows]) =>
          rows.length > 0 && (
            <div key={title}>
              <h4 className={classes['part']}>{title}</h4>
              <dl className={classes['facts']}>
                {rows.map(([name, text], at) => (
                  <div key={at}>
                    <dt>{name}</dt>
                    <dd>{text}</dd>
                  </div>
                ))}
              </dl>
            </div>
          ),
      )}
    </section>
  )
}
