import { expect, test } from 'vitest'
import { fillMail } from './compile-mail.ts'
import { BrokenTemplate, checkTemplate, compileTemplate, fillText } from './compile-template.ts'
import type { TemplateSource } from './compile-template.ts'
import { baseLanguage } from './recipient-language.ts'

const setting = { origin: 'https://feedback.example.org', known: new Set(['contact.name', 'unsubscribe.link']) }

function mailIn(locale: string, text: string, subject = `Subject ${locale}`) {
  const mjml = `<mjml><mj-body><mj-section><mj-column><mj-text>${text} {{contact.name}}
    <a href="{{unsubscribe.link}}">x</a></mj-text></mj-column></mj-section></mj-body></mjml>`
  return { locale, subject, design: JSON.stringify({ mjml, preheader: '' }), code: '', contents: '' }
}

const mails = (
  ...[main, ...languages]: [ReturnType<typeof mailIn>, ...ReturnType<typeof mailIn>[]]
): TemplateSource => ({
  ...main,
  sending_type: 'EMAIL',
  languages,
})

const values = (name: string): string => (name === 'contact.name' ? 'Kim' : 'https://feedback.example.org/u/1')

test('recipients get their language: exactly it, else that of another region, else the main one', async () => {
  const template = await compileTemplate(
    mails(mailIn('en', 'Hello'), mailIn('sv', 'Hej'), mailIn('pt-BR', 'Oi'), mailIn('pt', 'Olá'), mailIn('no', 'Hei')),
    setting,
  )
  if (template.kind !== 'EMAIL') throw new Error('It is no mail')
  const shown = (language: string): string => fillMail(template.inLanguage(language), values).text.split(' ')[0] ?? ''
  const wanted = ['en', 'sv', 'sv-FI', 'SV_se', 'pt-br', 'pt-PT', 'nb-NO', 'nn', 'de', '', 'x']
  expect(wanted.map(shown)).toEqual([
    'Hello',
    'Hej',
    'Hej',
    'Hej',
    'Oi',
    'Olá',
    'Hei',
    'Hei',
    'Hello',
    'Hello',
    'Hello',
  ])
  const swedish = template.inLanguage('sv')
  expect(fillMail(swedish, values)).toMatchObject({ subject: 'Subject sv', html: expect.stringContaining('lang="sv"') })
  // Compiled once: everybody gets the same one.
  expect(template.inLanguage('sv-SE')).toBe(swedish)
  expect(baseLanguage('nb_NO')).toBe('no')
})

test('what is wrong names its language; nobody is sent a template that is wrong in any of them', async () => {
  const source = mails(mailIn('en', 'Hello'), mailIn('fi', 'Hei', '{{who}}'))
  const { template, problems } = await checkTemplate(source, setting)
  expect(template).toBeNull()
  expect(problems).toMatchObject([{ at: 1, language: 'fi', part: 'subject', isError: true }])
  await expect(compileTemplate(source, setting)).rejects.toThrow(BrokenTemplate)
  await expect(compileTemplate(source, setting)).rejects.toMatchObject({ language: 'fi', line: 1 })
  const foreign = { ...mailIn('en', ''), design: '{"blocks":[]}' }
  await expect(compileTemplate(mails(foreign), setting)).rejects.toMatchObject({ language: 'en' })
})

test('text messages are in the language of their recipients, too', async () => {
  const text = (locale: string, contents: string) => ({ locale, contents, subject: '', design: contents, code: '' })
  const template = await compileTemplate(
    {
      ...text('en', 'Hello {{contact.name}}'),
      sending_type: 'SMS',
      languages: [text('sv', 'Hej {{contact.name}} & co')],
    },
    setting,
  )
  if (template.kind !== 'TEXT') throw new Error('It is no text')
  expect(fillText(template.inLanguage('sv-SE'), values)).toEqual({ subject: '', text: 'Hej Kim & co' })
  expect(fillText(template.inLanguage('da'), values).text).toBe('Hello Kim')
})
