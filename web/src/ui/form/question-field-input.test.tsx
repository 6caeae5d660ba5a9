import { screen, waitFor, within } from '@testing-library/dom'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { questionFieldExample } from '@gensvar/contract/entities/samples'
import { MantineProvider } from '@mantine/core'
import '../styles.ts'
import { changeLocale, i18n, startI18n } from '#web/lib/i18n.ts'
import { accessibilityProblems, useScheme } from '#web/testing/render-app.tsx'
import { cleanup, render } from '#web/testing/render.tsx'
import { emailPattern, fieldError } from './check-field.ts'
import type { FieldValue, QuestionField } from './check-field.ts'
import { QuestionFieldInput } from './question-field-input.tsx'

const choices = [
  { extName: 'north', title: { en: 'North', sv: 'Norr' } },
  { extName: 'south', title: { en: 'South', sv: 'Söder' } },
]

const fieldOf = (change: Partial<QuestionField>): QuestionField => ({
  ...questionFieldExample,
  questionId: 'region',
  title: { en: 'Region', sv: 'Region' },
  value: null,
  choices,
  ...change,
})

let last: FieldValue = null

function Stage({ field, readOnly }: { field: QuestionField; readOnly?: boolean }) {
  const [value, setValue] = useState(field.value)
  const change = (next: FieldValue) => {
    last = next
    setValue(next)
  }
  return <QuestionFieldInput field={field} value={value} onChange={change} readOnly={readOnly} />
}

function show(change: Partial<QuestionField>, readOnly?: boolean): void {
  render(
    <MantineProvider>
      <main>
        <Stage field={fieldOf(change)} readOnly={readOnly} />
      </main>
    </MantineProvider>,
  )
}

beforeEach(async () => {
  if (i18n.isInitialized) await changeLocale('en')
  else await startI18n('en')
})

afterEach(() => {
  useScheme('light')
  cleanup()
})

describe('a question as an input', () => {
  test('SingleChoice offers the choices by their titles and gives the name of one (SAMPLE-34a)', async () => {
    show({ type: 'SingleChoice' })
    await userEvent.click(screen.getByRole('combobox', { name: /Region/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'South' }))
    expect(last).toBe('south')
  })

  test('MultiChoice2 gives the names of several, and none where all are taken away (SAMPLE-34b)', async () => {
    show({ type: 'MultiChoice2' })
    const box = screen.getByRole('combobox', { name: /Region/ })
    await userEvent.click(box)
    await userEvent.click(await screen.findByRole('option', { name: 'North' }))
    await userEvent.click(await screen.findByRole('option', { name: 'South' }))
    expect(last).toEqual(['north', 'south'])
    box.focus()
    await userEvent.keyboard('{Backspace}{Backspace}')
    expect(last).toBeNull()
  })

  test.each(['Date (SAMPLE-34c)', 'EventDate (SAMPLE-34d)'])('%s is typed or chosen from a calendar', async (named) => {
    show({ type: named.startsWith('Date') ? 'Date' : 'EventDate', value: '2026-03-02' })
    const box = screen.getByRole('textbox', { name: /Region/ })
    expect(box).toHaveValue('02/03/2026')
    await userEvent.clear(box)
    expect(last).toBeNull()
    await userEvent.type(box, '1.4.2026')
    expect(last).toBe('2026-04-01')
    expect(box).toHaveValue('1.4.2026')
    await userEvent.tab()
    expect(box).toHaveValue('01/04/2026')
    await userEvent.click(screen.getByRole('button', { name: 'Open the calendar of Region' }))
    const calendar = within(await screen.findByRole('dialog', { name: 'Open the calendar of Region' }))
    await userEvent.click(await calendar.findByRole('button', { name: '9 April 2026' }))
    expect(last).toBe('2026-04-09')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(box).toHaveValue('09/04/2026')
  })

  test('Email and text give what is written, and null where nothing is (SAMPLE-34e) (SAMPLE-34f)', async () => {
    for (const type of ['Email', 'text'] as const) {
      show({ type, value: 'x' })
      const box = screen.getByRole('textbox', { name: /Region/ })
      expect(box.getAttribute('type')).toBe(type === 'Email' ? 'email' : null)
      await userEvent.clear(box)
      expect(last).toBeNull()
      await userEvent.type(box, 'eva@example.org')
      expect(last).toBe('eva@example.org')
      cleanup()
    }
  })

  test('keeps its place while a short text grows long', async () => {
    show({ type: 'text' })
    const long = 'word '.repeat(15)
    await userEvent.type(screen.getByRole('textbox'), long)
    expect(screen.getByRole('textbox')).toHaveValue(long)
  })

  test('marks what is mandatory', () => {
    show({ type: 'text' })
    expect(screen.getByRole('textbox')).toBeRequired()
    cleanup()
    show({ type: 'text', optional: true })
    expect(screen.getByRole('textbox')).not.toBeRequired()
  })

  test('is words alone where it is read-only, for the form or by itself', async () => {
    show({ type: 'MultiChoice2', value: ['north', 'south'] }, true)
    expect(screen.getByRole('group', { name: 'Region' })).toHaveTextContent('RegionNorth, South')
    expect(screen.queryByRole('combobox')).toBeNull()
    cleanup()
    show({ type: 'Date', value: '2026-03-02', readOnly: true })
    expect(screen.getByRole('group', { name: 'Region' })).toHaveTextContent('Region2 Mar 2026')
    cleanup()
    show({ type: 'text', readOnly: true })
    expect(within(screen.getByRole('group', { name: 'Region' })).getByRole('img', { name: 'No value' })).toBeVisible()
    for (const scheme of ['light', 'dark'] as const) {
      useScheme(scheme)
      expect(await accessibilityProblems()).toEqual([])
    }
  })
})

describe('the check of a field', () => {
  test('finds a missing answer unless it is optional (SAMPLE-32)', async () => {
    for (const value of [null, '', '  ', []])
      for (const type of ['text', 'SingleChoice', 'MultiChoice2', 'Date', 'Email'] as const) {
        expect(fieldError({ type, optional: false }, value)).toBe(i18n.t('VALIDATE_ERROR_MANDATORY', { ns: 'form' }))
        expect(fieldError({ type, optional: true }, value)).toBeNull()
      }
    await changeLocale('sv')
    expect(fieldError({ type: 'text', optional: false }, null)).toBe('Fyll i det här')
  })

  test('finds what is no e-mail address (SAMPLE-33), with the pattern of the server', () => {
    const wrong = i18n.t('VALIDATE_ERROR_EMAIL', { ns: 'form' })
    for (const address of ['eva', 'eva@', 'eva@example', 'a b@example.org', '@example.org'])
      expect(fieldError({ type: 'Email', optional: true }, address)).toBe(wrong)
    expect(fieldError({ type: 'Email', optional: false }, ' eva.lind+1@mail.example.org ')).toBeNull()
    expect(fieldError({ type: 'text', optional: false }, 'eva')).toBeNull()
    for (const address of ['eva@example.org', 'eva..lind@example.org', 'å@example.org', "o'neil@a-b.example"])
      expect(emailPattern.test(address)).toBe(z.email().safeParse(address).success)
  })

  test('finds what is no date', () => {
    expect(fieldError({ type: 'Date', optional: true }, '31.2.2026')).toBe('Write the date like 31/12/2026')
    expect(fieldError({ type: 'EventDate', optional: true }, '2026-02-28')).toBeNull()
  })
})
