import { Button, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import { createSavedFilter } from '@gensvar/contract/filters'
import { longNames } from '@gensvar/contract/widgets/example-states/words'
import { ApiError } from '#web/lib/api-error.ts'
import { FormDialog } from '#web/ui/form/form-dialog.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { MentionArea } from '#web/ui/form/mention-area.tsx'
import { useContractForm } from '#web/ui/form/use-contract-form.ts'
import { QuestionFields } from './question-fields.tsx'
import { Shown } from './shown.tsx'

const initial = { name: 'North', path: 'root', shared: false }

/** What the server would say to each of the forms: none is sent. */
const refusals = {
  'one wrong field': new ApiError('conflict', 'This name is in use.', { fields: { name: 'in use' } }),
  'several wrong fields': new ApiError('validation', '', {
    fields: { name: `is longer than the name of ${longNames[0]}`, shared: 'only administrators share filters' },
  }),
  'a failure': new ApiError('unavailable', 'The filters cannot be saved right now. Try again in a moment.'),
  'somebody else has saved': new ApiError('conflict', 'Somebody else has saved.', { fields: { version: 'stale' } }),
} as const

type Case = keyof typeof refusals

function useExampleForm(name: Case) {
  return useContractForm(createSavedFilter, {
    params: { survey: '-' },
    initial,
    complete: () => Promise.reject(refusals[name]),
    latest: () => Promise.resolve({ ...initial, name: longNames[1] }),
    warns: false,
  })
}

function Fields({ form }: { form: ReturnType<typeof useExampleForm> }) {
  return (
    <>
      <TextInput label="Name" {...form.field('name')} />
      <Switch label="Share with everybody" {...form.field('shared')} />
    </>
  )
}

function ExampleForm({ name }: { name: Case }) {
  const form = useExampleForm(name)
  return (
    <Shown name={`Form: ${name}`} isBlock>
      <Form form={form} save="Save filters">
        <Fields form={form} />
      </Form>
    </Shown>
  )
}

function Mentions() {
  const [text, setText] = useState('Can @')
  return (
    <MentionArea
      label="New comment"
      placeholder="Type @ to mention somebody."
      listLabel="People to mention"
      value={text}
      onChange={setText}
      searchKey={['gallery']}
      find={() => Promise.resolve(longNames.slice(0, 3).map((name, at) => ({ name, username: `user-${at + 1}` })))}
    />
  )
}

/** Forms, each with another answer to Save. */
export function FormsSection() {
  const [opened, setOpened] = useState(false)
  const form = useExampleForm('somebody else has saved')
  return (
    <>
      {(Object.keys(refusals) as Case[]).map((name) => (
        <ExampleForm key={name} name={name} />
      ))}
      <QuestionFields />
      <Shown name="MentionArea" isBlock>
        <Mentions />
      </Shown>
      <Shown name="FormDialog">
        <Button variant="default" aria-haspopup="dialog" onClick={() => setOpened(true)}>
          Save filters
        </Button>
      </Shown>
      <FormDialog form={form} opened={opened} onClose={() => setOpened(false)} title="Save filters" save="Save filters">
        <Fields form={form} />
      </FormDialog>
    </>
  )
}
