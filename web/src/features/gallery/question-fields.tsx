import { Stack } from '@mantine/core'
import { useState } from 'react'
import { questionFieldExample, questionFieldTypes } from '@gensvar/contract/entities/samples'
import { longNames, longTitle } from '@gensvar/contract/widgets/example-states/words'
import { CalendarOfRange } from '#web/ui/calendar/calendar.tsx'
import { fieldError } from '#web/ui/form/check-field.ts'
import type { FieldValue, QuestionField } from '#web/ui/form/check-field.ts'
import { DateField } from '#web/ui/form/date-field.tsx'
import { QuestionFieldInput } from '#web/ui/form/question-field-input.tsx'
import { Shown } from './shown.tsx'

const choices = ['North', 'South', ...longNames].map((name) => ({ extName: name, title: name }))

const values: Record<QuestionField['type'], FieldValue> = {
  SingleChoice: 'North',
  MultiChoice2: ['North', longNames[0]],
  Date: '2026-03-02',
  EventDate: '2026-03-02',
  Email: 'eva@example.org',
  text: longNames[1],
}

const titles: Record<QuestionField['type'], string> = {
  SingleChoice: 'Region',
  MultiChoice2: 'Regions',
  Date: 'Delivered on',
  EventDate: 'Visited on',
  Email: 'E-mail',
  text: longTitle,
}

function fieldOf(type: QuestionField['type'], value: FieldValue): QuestionField {
  return { ...questionFieldExample, questionId: type, type, title: titles[type], value, choices }
}

function Field({ field, readOnly = false }: { field: QuestionField; readOnly?: boolean }) {
  const [value, setValue] = useState(field.value)
  const error = readOnly ? null : fieldError(field, value)
  return <QuestionFieldInput field={field} value={value} onChange={setValue} error={error} readOnly={readOnly} />
}

function Deadline() {
  const [value, setValue] = useState<string | null>('2026-03-02')
  return <DateField label="Deadline" value={value} onChange={setValue} min="2026-03-01" maw={420} />
}

/** Every kind of field of a sample: answered, not answered and read-only. */
export function QuestionFields() {
  return (
    <>
      <Shown name="QuestionFieldInput" isBlock>
        <Stack maw={420}>
          {questionFieldTypes.map((type) => (
            <Field key={type} field={fieldOf(type, values[type])} />
          ))}
        </Stack>
      </Shown>
      <Shown name="DateField">
        <Deadline />
      </Shown>
      <Shown name="QuestionFieldInput: not answered" isBlock>
        <Stack maw={420}>
          {questionFieldTypes.map((type) => (
            <Field key={type} field={fieldOf(type, null)} />
          ))}
        </Stack>
      </Shown>
      <Shown name="QuestionFieldInput: read-only" isBlock>
        <Stack maw={420}>
          {questionFieldTypes.map((type) => (
            <Field key={type} field={fieldOf(type, type === 'Email' ? null : values[type])} readOnly />
          ))}
        </Stack>
      </Shown>
      <Shown name="CalendarOfRange" isBlock>
        <CalendarOfRange value={['2026-03-02', '2026-03-09']} defaultDate="2026-03-02" />
      </Shown>
    </>
  )
}
