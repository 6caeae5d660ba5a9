import { maxWays, weekdays } from '@gensvar/contract/entities/campaigns'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import type { StoredReminder, StoredSchedule, StoredWay } from '#server/platform/db-campaign-types.ts'
import { AppError } from '#server/platform/errors.ts'
import { callerNumber } from '#server/platform/phone-settings.ts'
import { smsSender } from '#server/platform/sms-settings.ts'
import type { Campaign } from './campaign.ts'
import { hashedAddresses } from './rules/addresses.ts'

/** What a campaign is made of, and what its editor saves. Texts that are not given are empty. */
export interface CampaignContent extends Pick<
  Campaign,
  'title' | 'extName' | 'sendingType' | 'campaignType' | 'templateId' | 'sendFrom' | 'sendTo'
> {
  fromName: string
  fromEmail: string
  bcc: string
  replyTo: string
  fixedRecipient: string
  voice: string | null
  locale: string | null
  scheduledPeriod: Campaign['scheduledPeriod']
  scheduleParams: StoredSchedule | null
  reminders: readonly StoredReminder[]
  /** The further ways, in order. */
  ways: readonly StoredWay[]
  /** Whether its text messages go to devices first. */
  toDevices: boolean
}

/** The fields of a form that some of it is told at. */
export interface FieldNames {
  title: string
  extName: string
  template: string
  /** The form asks for voice and language of a call. */
  hasVoice: boolean
}

/** Languages that calls can be in. */
export const callLocales = ['da', 'nl', 'en', 'en-US', 'en-GB', 'fi', 'fr', 'de', 'it', 'es', 'no', 'sv'] as const

type Wrong = Record<string, Words>

const nameRequired = say`Name is required`
const fieldMandatory = say`field is mandatory`
const choiceMandatory = say`selection is mandatory`
const noAddress = say`Invalid Email address`

/**
 * Throws `validation` with what is wrong at each field, `forbidden` for a kind of campaign that only root may choose.
 * `before` is the campaign that is saved; null for a new one.
 */
export async function checkContent(
  ctx: Ctx,
  access: SurveyAccess,
  content: CampaignContent,
  fields: FieldNames,
  before: Campaign | null,
): Promise<void> {
  const { model } = access
  if (content.campaignType === 'PUSH' && before?.campaignType !== 'PUSH' && !ctx.identity.isRoot)
    throw new AppError('forbidden', say`Only root users may make campaigns that push.`)
  const wrong: Wrong = {
    ...checkBasics(content, fields, model.config.campaigns.channels, before),
    ...(content.campaignType === 'PULL' ? checkSchedule(content) : {}),
    ...checkHours(content),
    ...(await checkTemplates(ctx, model.universeId, content, fields)),
    ...checkSender(content, model.config.campaigns.fromEmails, fields, ctx.identity.isRoot),
    ...(await checkAddresses(ctx, model.universeId, content)),
    ...(await checkWays(ctx, access, content, before)),
  }
  const isFixed = content.fixedRecipient !== '' && content.fixedRecipient !== (before?.fixedRecipient ?? '')
  if (isFixed && !model.config.campaigns.editFixedRecipient && content.campaignType !== 'PUSH')
    wrong['fixedRecipient'] = say`In this survey only a push campaign can send everything to one address.`
  if (Object.keys(wrong).length > 0) throw new AppError('validation', say`Some fields are not right yet.`, wrong)
}

function checkBasics(
  { title, sendingType, campaignType }: CampaignContent,
  fields: FieldNames,
  channels: readonly string[],
  before: Campaign | null,
): Wrong {
  const isSingle = campaignType === 'PULL_SINGLE'
  return {
    ...(title === '' && { [fields.title]: nameRequired }),
    ...(before === null &&
      !channels.includes(sendingType) && { sendingType: say`This survey does not send in this way.` }),
    ...(isSingle !== (before?.campaignType === 'PULL_SINGLE') && {
      campaignType: say`A campaign of single people is made by a button, and stays one.`,
    }),
  }
}

/** The days and the period of a campaign that adds people by itself. */
function checkSchedule({ scheduledPeriod, scheduleParams }: CampaignContent): Wrong {
  const period: Wrong = scheduledPeriod === null ? { scheduledPeriod: choiceMandatory } : {}
  if (scheduleParams === null)
    return { ...period, 'scheduleParams.fromDays': fieldMandatory, 'scheduleParams.toDays': fieldMandatory }
  const { fromDays, toDays, weekdays: chosen } = scheduleParams
  return {
    ...period,
    ...(fromDays >= toDays && {
      'scheduleParams.fromDays': say`must be less than ${toDays}`,
      'scheduleParams.toDays': say`must be larger than ${fromDays}`,
    }),
    ...(!weekdays.some((day) => chosen.includes(day)) && { 'scheduleParams.weekdays': choiceMandatory }),
  }
}

function checkHours({ sendFrom, sendTo }: CampaignContent): Wrong {
  return sendFrom !== null && sendTo !== null && sendFrom >= sendTo
    ? { sendTo: say`must be later than ${sendFrom}` }
    : {}
}

async function checkTemplates(
  { db }: Ctx,
  universeId: number,
  { templateId, reminders, sendingType }: CampaignContent,
  fields: FieldNames,
): Promise<Wrong> {
  const asked = [...new Set([templateId, ...reminders.map((one) => one.templateId)].filter((id) => id !== null))]
  const rows =
    asked.length === 0
      ? []
      : await db
          .selectFrom('template')
          .select('id')
          .where('id', 'in', asked)
          .where('universe_id', '=', universeId)
          .where('sending_type', '=', sendingType)
          .execute()
  const known = new Set(rows.map(({ id }) => id))
  const gone = say`There is no such template.`
  const wrong: Wrong = {}
  if (templateId === null) wrong[fields.template] = choiceMandatory
  else if (!known.has(templateId)) wrong[fields.template] = gone
  for (const [at, { templateId: id }] of reminders.entries())
    if (id !== null && !known.has(id)) wrong[`reminders.${at}.templateId`] = gone
  return wrong
}

/** EMAIL needs address and name, SMS and PHONE the address, PHONE voice and language as well, LETTER nothing. */
function checkSender(
  { sendingType, fromEmail, fromName, voice, locale }: CampaignContent,
  fromEmails: readonly string[],
  { hasVoice }: FieldNames,
  isRoot: boolean,
): Wrong {
  const wrong: Wrong = {}
  // Control characters would end a header.
  if (/\p{Cc}/u.test(fromName)) wrong['fromName'] = say`may not hold line breaks`
  if (sendingType === 'LETTER') return wrong
  if (fromEmail === '') wrong['fromEmail'] = fieldMandatory
  if (sendingType === 'EMAIL') {
    if (fromName === '') wrong['fromName'] = fieldMandatory
    // Nobody writes in the name of somebody else than the configuration of the survey lists.
    if (fromEmail !== '' && !isRoot && !fromEmails.includes(fromEmail))
      wrong['fromEmail'] = say`This survey does not send from this address.`
  } else if (sendingType === 'SMS' && fromEmail !== '' && !smsSender.test(fromEmail))
    wrong['fromEmail'] = say`Write a phone number, or a name of at most 11 letters and digits.`
  else if (sendingType === 'PHONE' && fromEmail !== '' && !callerNumber.test(fromEmail.replaceAll(' ', '')))
    wrong['fromEmail'] = say`Write a phone number, such as +46812345678.`
  if (sendingType === 'PHONE' && hasVoice) {
    if (voice === null || voice === '') wrong['selectedVoice'] = choiceMandatory
    if (locale === null || !callLocales.some((one) => one === locale)) wrong['selectedLocale'] = choiceMandatory
  }
  return wrong
}

/** The further ways: each another sending type of the survey, with what the campaign itself needs to be sent so. */
async function checkWays(
  ctx: Ctx,
  { model }: SurveyAccess,
  content: CampaignContent,
  before: Campaign | null,
): Promise<Wrong> {
  const { ways } = content
  if (ways.length === 0) return {}
  if (content.campaignType === 'PULL_SINGLE' || ways.length > maxWays)
    return { ways: say`This campaign cannot have so many ways.` }
  if (content.fixedRecipient !== '')
    return { ways: say`Everything goes to the fixed recipient: there is no further way.` }
  const { channels, fromEmails } = model.config.campaigns
  const gone: readonly string[] = ways.map(({ sendingType }) => sendingType)
  const wrong: Wrong = {}
  for (const [at, way] of ways.entries()) {
    const { sendingType } = way
    const isKnown = before?.ways.some((one) => one.sendingType === sendingType)
    const field = (name: string): string => `ways.${at}.${name}`
    if (sendingType === content.sendingType || gone.indexOf(sendingType) < at)
      wrong[field('sendingType')] = say`Each way can be taken once.`
    else if (!isKnown && !channels.includes(sendingType))
      wrong[field('sendingType')] = say`This survey does not send in this way.`
    const own = { ...content, ...way, voice: way.selectedVoice, locale: way.selectedLocale, reminders: [] }
    const names = { title: 'title', extName: 'extName', template: 'templateId', hasVoice: true }
    const found = {
      ...(await checkTemplates(ctx, model.universeId, own, names)),
      ...checkSender(own, fromEmails, names, ctx.identity.isRoot),
      ...(await checkAddresses(ctx, model.universeId, { ...own, bcc: '', replyTo: '' })),
    }
    for (const [name, words] of Object.entries(found)) wrong[field(name)] = words
  }
  return wrong
}

/** The addresses that may be left out: those that are given are e-mail addresses, the fixed one of the way it is sent. */
async function checkAddresses(
  { db }: Ctx,
  universeId: number,
  { sendingType, fromEmail, bcc, replyTo, fixedRecipient }: CampaignContent,
): Promise<Wrong> {
  const mails = { bcc, replyTo, ...(sendingType === 'EMAIL' && { fromEmail, fixedRecipient }) }
  const wrong: Wrong = {}
  for (const [field, text] of Object.entries(mails)) if (text !== '' && !text.includes('@')) wrong[field] = noAddress
  const given = Object.entries({ ...mails, fixedRecipient }).filter(([, text]) => text !== '')
  const read = await hashedAddresses(
    db,
    universeId,
    given.map(([, text]) => text),
  )
  for (const [at, [field]] of given.entries())
    if (read[at] === null)
      wrong[field] = field in mails || sendingType === 'LETTER' ? noAddress : say`This is no phone number.`
  if (sendingType === 'LETTER') delete wrong['fixedRecipient']
  return wrong
}
