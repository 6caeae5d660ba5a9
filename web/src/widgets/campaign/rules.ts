import type { campaignDraft } from '@gensvar/contract/entities/campaigns'
import type { z } from 'zod'
import { emailPattern } from '#web/ui/form/check-field.ts'

type Draft = z.input<typeof campaignDraft>

/** What is wrong with fields, by their path; those that are only empty are told once somebody has been there. */
export type Problems = Readonly<Record<string, { words: string; isEmpty: boolean }>>

/** Words of the rules. */
export interface RuleWords {
  nameRequired: string
  mandatory: string
  wholeNumber: string
  email: string
  lessThan: (other: number) => string
  largerThan: (other: number) => string
  oneDay: string
  bothTimes: string
  earlier: string
  days: string
}

type Found = Record<string, { words: string; isEmpty: boolean }>

const isBlank = (value: unknown): boolean => value === null || value === undefined || String(value).trim() === ''

function empty(words: string): { words: string; isEmpty: boolean } {
  return { words, isEmpty: true }
}

function wrong(words: string): { words: string; isEmpty: boolean } {
  return { words, isEmpty: false }
}

/** The window of days of a recurring campaign. Fields being typed hold anything: what is no number is not compared. */
function windowProblems({ fromDays, toDays }: { fromDays: unknown; toDays: unknown }, words: RuleWords): Found {
  const found: Found = {}
  for (const [name, value] of Object.entries({ fromDays, toDays })) {
    if (isBlank(value)) found[`scheduleParams.${name}`] = empty(words.mandatory)
    else if (!Number.isInteger(value)) found[`scheduleParams.${name}`] = wrong(words.wholeNumber)
  }
  if (typeof fromDays === 'number' && typeof toDays === 'number' && fromDays >= toDays) {
    found['scheduleParams.fromDays'] = wrong(words.lessThan(toDays))
    found['scheduleParams.toDays'] = wrong(words.largerThan(fromDays))
  }
  return found
}

/** What the sendings of a campaign are checked by; its name stands in `nameField`. */
type Sendings = Pick<
  Draft,
  'campaignType' | 'scheduledPeriod' | 'scheduleParams' | 'sendFrom' | 'sendTo' | 'reminders'
> & { name: string }

/** What is wrong with name, schedule, hours and reminders. */
export function sendingProblems(values: Sendings, nameField: 'campaignName' | 'title', words: RuleWords): Problems {
  const found: Found = {}
  if (isBlank(values.name)) found[nameField] = empty(words.nameRequired)
  if (values.campaignType === 'PULL') {
    if (isBlank(values.scheduledPeriod)) found['scheduledPeriod'] = empty(words.mandatory)
    const params = values.scheduleParams
    Object.assign(found, windowProblems({ fromDays: params?.fromDays, toDays: params?.toDays }, words))
    if ((params?.weekdays.length ?? 0) === 0) found['scheduleParams.weekdays'] = wrong(words.oneDay)
  }
  const { sendFrom = null, sendTo = null } = values
  if (isBlank(sendFrom) !== isBlank(sendTo)) found[isBlank(sendFrom) ? 'sendFrom' : 'sendTo'] = wrong(words.bothTimes)
  else if (!isBlank(sendFrom) && String(sendFrom) >= String(sendTo)) found['sendTo'] = wrong(words.earlier)
  for (const [at, { afterDays }] of (values.reminders ?? []).entries()) {
    const days: unknown = afterDays
    const isRight = typeof days === 'number' && Number.isInteger(days) && days >= 1 && days <= 365
    if (!isRight) found[`reminders.${at}.afterDays`] = wrong(words.days)
  }
  return found
}

/** What template and sender of a campaign are checked by. */
type Template = Pick<
  Draft,
  'templateId' | 'fromName' | 'fromEmail' | 'bcc' | 'replyTo' | 'selectedVoice' | 'selectedLocale'
> & { sendingType: Draft['sendingType'] }

/** What is wrong with the further ways; nothing where everything goes to one address, as there are none then. */
export function wayProblems(
  { ways = [], fixedRecipient }: Pick<Draft, 'ways' | 'fixedRecipient'>,
  words: RuleWords,
): Problems {
  if (!isBlank(fixedRecipient)) return {}
  const found: Found = {}
  for (const [at, way] of ways.entries()) {
    const wrongFields = templateProblems(way, { templateField: 'templateId', asksVoice: true }, words)
    for (const [name, problem] of Object.entries(wrongFields)) found[`ways.${at}.${name}`] = problem
  }
  return found
}

/** What is wrong with template and sender. The editor has neither voice nor language to ask for (`asksVoice`). */
export function templateProblems(
  values: Template,
  { templateField, asksVoice }: { templateField: 'templateId' | 'callTemplate'; asksVoice: boolean },
  words: RuleWords,
): Problems {
  const found: Found = {}
  const { sendingType } = values
  if (isBlank(values.templateId)) found[templateField] = empty(words.mandatory)
  if (sendingType === 'EMAIL' && isBlank(values.fromName)) found['fromName'] = empty(words.mandatory)
  if (sendingType !== 'LETTER' && isBlank(values.fromEmail)) found['fromEmail'] = empty(words.mandatory)
  if (sendingType === 'PHONE' && asksVoice)
    for (const name of ['selectedVoice', 'selectedLocale'] as const)
      if (isBlank(values[name])) found[name] = empty(words.mandatory)
  if (sendingType === 'EMAIL')
    for (const name of ['fromEmail', 'bcc', 'replyTo'] as const)
      if (!isBlank(values[name]) && !emailPattern.test(String(values[name]).trim())) found[name] = wrong(words.email)
  return found
}
