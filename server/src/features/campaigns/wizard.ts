import type {
  createCampaign as createRoute,
  getCampaignInfo as infoRoute,
  listExcluded as excludedRoute,
  listNewRecipients as recipientsRoute,
  renderNewMail as renderRoute,
} from '@gensvar/contract/campaigns'
import { maxDeletedRecipients } from '@gensvar/contract/campaigns'
import type { renderNewLetter as letterRoute } from '@gensvar/contract/letters'
import { sendingTypes } from '@gensvar/contract/configuration/campaigns'
import { say } from '@gensvar/contract/say'
import type { z } from 'zod'
import { audienceOrders } from '#server/domain/campaigns/audience/asked-audience.ts'
import type { AudienceRow } from '#server/domain/campaigns/audience/asked-audience.ts'
import { countAudience } from '#server/domain/campaigns/audience/count-audience.ts'
import { listAudience, listExcludedPeople } from '#server/domain/campaigns/audience/list-audience.ts'
import { chosenFilters, mailFiltersOf } from '#server/domain/campaigns/audience/mail-filters.ts'
import { demandChannel, isOutbox } from '#server/domain/campaigns/channels/open-channel.ts'
import { createCampaign as create } from '#server/domain/campaigns/lifecycle.ts'
import { exclusionWords } from '#server/domain/campaigns/lists/exclusion-words.ts'
import { pathWords } from '#server/domain/campaigns/lists/link-words.ts'
import { isUntoldFilter } from '#server/domain/campaigns/lists/told-conditions.ts'
import type { RenderedMessage } from '#server/domain/campaigns/message/prepared-template.ts'
import { renderFor } from '#server/domain/campaigns/message/render-for.ts'
import { sendingRulesOf } from '#server/domain/campaigns/rules/sending-rules.ts'
import { reachesDevices } from '#server/domain/campaigns/ways.ts'
import { listCases } from '#server/domain/cases/list-cases.ts'
import { caseStateText } from '#server/domain/cases/state-text.ts'
import type { Ctx } from '#server/domain/context.ts'
import { printForReader } from '#server/domain/letters/print-letter.ts'
import { listTemplateRows } from '#server/domain/messages/template-store.ts'
import type { ListedTemplate } from '#server/domain/messages/template-store.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import type { SendingType } from '#server/platform/db-campaign-types.ts'
import { todayIn } from '#server/platform/clock.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { actionAtPlace, audienceAt } from './mail-action.ts'
import type { AskedAction, ChosenPeople } from './mail-action.ts'

type Info = z.input<typeof infoRoute.response>

/** Most rows of a page. */
const maxPageRows = 1000

/** What a new campaign of a mail action can be made of at a place, and how many it reaches. */
export async function getCampaignInfo(
  ctx: Ctx,
  asked: AskedAction,
  query: z.output<typeof infoRoute.query>,
): Promise<Info> {
  const at = await actionAtPlace(ctx, asked)
  const { model } = at.access
  const { sendingType } = query
  const ways = waysIn(query.ways, sendingType)
  const { channels, fromName, editFixedRecipient } = model.config.campaigns
  const offered = offeredFilters(ctx, model)
  const usual = offered.flatMap((one) => (one.defaultEnabled ? one.extname : []))
  const chosen = query.initial ? { mailFilters: usual, removed: removedIn(query) } : peopleIn(ctx, model, query)
  const [counted, allTemplates, { rules }] = await Promise.all([
    countAudience(
      ctx,
      audienceAt(at, chosen, { sendingType, ways, toDevices: reachesDevices(ctx.config, model), fixedRecipient: '' }),
    ),
    listTemplateRows(ctx.db, model.universeId),
    sendingRulesOf(ctx.db, model.universeId),
  ])
  const templates = allTemplates.filter((one) => one.sending_type === sendingType)
  const own = templates.find(({ ext_name }) => ext_name !== '' && ext_name === at.template)
  const ordered = own ? [own, ...templates.filter((one) => one !== own)] : templates
  const { place, filters } = pathWords(ctx, at.access, at.requested)
  const has = (type: (typeof sendingTypes)[number]): boolean => channels.includes(type)
  return {
    numberCustomers: counted.recipients,
    pathName: place,
    filters,
    fromEmails: sendersOf(ctx, model, sendingType),
    fromName: fromName ?? model.organisationName,
    mailFilters: offered.map(({ extname, title, help, defaultEnabled }) => ({
      extname,
      title: title ?? extname,
      nInterviews: counted.byFilter.get(extname) ?? 0,
      help: help ?? null,
      defaultEnabled,
    })),
    editFixedRecipient,
    mailCampaigns: has('EMAIL'),
    smsCampaigns: has('SMS'),
    letterCampaigns: has('LETTER'),
    phoneCampaigns: has('PHONE'),
    templates: ordered.map(({ id, name }) => ({ id, title: name })),
    templateId: own?.id ?? null,
    excluded: counted.excluded.map(({ rule, count }) => ({
      rule,
      count,
      title: translate(exclusionWords(rule, rules), ctx.locale),
    })),
    isOutbox: [sendingType, ...ways].some((type) => isOutbox(ctx, type)),
    byWay: counted.byWay,
    otherWays: waysOffered(ctx, model, sendingType, allTemplates),
  }
}

/** What further ways of a campaign can be made of: every other one of the survey. */
export function waysOffered(
  ctx: Ctx,
  model: SurveyModel,
  own: SendingType,
  templates: readonly ListedTemplate[],
): Info['otherWays'] {
  return model.config.campaigns.channels
    .filter((type) => type !== own)
    .map((type) => ({
      sendingType: type,
      templates: templates.flatMap(({ id, name, sending_type: kind }) => (kind === type ? { id, title: name } : [])),
      fromEmails: sendersOf(ctx, model, type),
      isOutbox: isOutbox(ctx, type),
    }))
}

/** What messages of a way can be from: neither text messages nor calls are from an e-mail address. */
function sendersOf({ config }: Ctx, model: SurveyModel, type: SendingType): string[] {
  if (type === 'SMS') return [config.sms?.from ?? []].flat()
  return type === 'PHONE' ? [config.phone?.from ?? []].flat() : model.config.campaigns.fromEmails
}

/** The further ways that are asked for. Throws `validation` for a way there is not, and for one that is taken twice. */
function waysIn(asked: string, own: SendingType): SendingType[] {
  const names = asked.split(',').filter((name) => name !== '')
  const types = names.flatMap((name) => sendingTypes.find((type) => type === name) ?? [])
  if (types.length < names.length || new Set([own, ...types]).size <= types.length)
    throw new AppError('validation', say`Each way can be taken once.`, { ways: say`unknown or taken twice` })
  return types
}

/** A page of the people whom a new campaign writes to. Throws `validation` for an order there is not. */
export async function listNewRecipients(
  ctx: Ctx,
  asked: AskedAction,
  query: z.output<typeof recipientsRoute.query>,
): Promise<z.input<typeof recipientsRoute.response>> {
  const { from, to, sortBy, sortDesc, sendingtype: sendingType, textfilter: text, fixedrecipient } = query
  const order = audienceOrders.find((one) => one === sortBy)
  if (!order)
    throw new AppError('validation', say`The recipients cannot be sorted by "${sortBy}".`, {
      sortBy: say`unknown column`,
    })
  const at = await actionAtPlace(ctx, asked)
  const audience = audienceAt(at, peopleIn(ctx, at.access.model, query), {
    sendingType,
    ways: waysIn(query.ways, sendingType),
    toDevices: reachesDevices(ctx.config, at.access.model),
    fixedRecipient: fixedrecipient,
  })
  const page = { from, to: Math.min(to, from + maxPageRows), sortBy: order, sortDesc, text }
  const { rows, totalRows } = await listAudience(ctx, audience, page)
  return { rows: rows.map((row) => personOf(ctx, row)), totalRows }
}

/** A page of the people at the place whom a new campaign leaves out, each with the rule. */
export async function listExcluded(
  ctx: Ctx,
  asked: AskedAction,
  query: z.output<typeof excludedRoute.query>,
): Promise<z.input<typeof excludedRoute.response>> {
  const { from, to, rule, sendingtype: sendingType, textfilter: text } = query
  const at = await actionAtPlace(ctx, asked)
  const ways = waysIn(query.ways, sendingType)
  const toDevices = reachesDevices(ctx.config, at.access.model)
  const asWays = { sendingType, ways, toDevices, fixedRecipient: '' }
  const audience = audienceAt(at, peopleIn(ctx, at.access.model, query), asWays)
  const page = { from, to: Math.min(to, from + maxPageRows), rule, text }
  const { rows, totalRows } = await listExcludedPeople(ctx, audience, page)
  return { rows: rows.map((row) => ({ ...personOf(ctx, row), rule: row.rule ?? '' })), totalRows }
}

/** What somebody at the place would get of a new campaign. Throws `not_found` for who is not there. */
export async function renderNewMail(
  ctx: Ctx,
  asked: AskedAction,
  query: z.output<typeof renderRoute.query>,
): Promise<z.input<typeof renderRoute.response>> {
  const isCall = query.sendingType === 'PHONE' && query.language !== undefined
  const { subject, html, text } = await renderNew(ctx, asked, query, isCall ? query.language : undefined)
  return { subject, html, text }
}

/** The letter of a new campaign to somebody at the place, as PDF in base64. Throws besides `unavailable` where it cannot be printed. */
export async function renderNewLetter(
  ctx: Ctx,
  asked: AskedAction,
  query: z.output<typeof letterRoute.query>,
): Promise<z.input<typeof letterRoute.response>> {
  const { letter } = await renderNew(ctx, asked, query)
  if (letter === undefined) throw new AppError('validation', say`This template is none of a letter.`)
  return printForReader(ctx, letter)
}

async function renderNew(
  ctx: Ctx,
  asked: AskedAction,
  { template, sampleId }: { template: number; sampleId: number },
  language?: string,
): Promise<RenderedMessage> {
  const { access, conditions } = await actionAtPlace(ctx, asked)
  const one = { conditions, id: sampleId, from: 0, to: 1, isCounted: false }
  const { rows } = await listCases(ctx, access.model, access.caseScope, one)
  const [row] = rows
  if (!row) throw new AppError('not_found', say`There is no such sample at this place.`)
  return renderFor(ctx, access.model, template, { row, ...(language !== undefined && { language }) })
}

/**
 * Creates a campaign, which starts at once or at its time. Throws as the domain's `createCampaign` does, and `unavailable`
 * where messages of its kind cannot be sent.
 */
export async function createCampaign(
  ctx: Ctx,
  asked: AskedAction,
  query: z.output<typeof createRoute.query>,
  draft: z.output<typeof createRoute.body>,
): Promise<z.input<typeof createRoute.response>> {
  const at = await actionAtPlace(ctx, asked)
  const { access, conditions, mailAction } = at
  for (const { sendingType } of [draft, ...draft.ways]) demandChannel(ctx, sendingType)
  // A campaign that adds people by itself chooses the days on its own.
  const link = draft.campaignType === 'PULL_ONCE' ? at.link : asked.drillPath
  const people = { conditions, link, mailAction, ...peopleIn(ctx, access.model, query) }
  const { campaign, recipients } = await create(ctx, access, draft, people)
  return { campaignId: campaign.id, recipients, state: campaign.state }
}

/** Voices that can call. */
export function listVoices({ locale }: Pick<Ctx, 'locale'>): { voices: { value: string; text: string }[] } {
  return {
    voices: [
      { value: 'female', text: translate(say`Female voice`, locale) },
      { value: 'male', text: translate(say`Male voice`, locale) },
    ],
  }
}

/** The mail filters that may be chosen: in an anonymous survey none that tells what single people did. */
export function offeredFilters(ctx: Pick<Ctx, 'clock'>, model: SurveyModel) {
  const today = todayIn(ctx.clock, model.timeZone)
  return model.config.campaigns.mailFilters.filter(({ filter }) => !isUntoldFilter(model, filter, today))
}

function peopleIn(ctx: Ctx, model: SurveyModel, query: { filters: string; deletedRecipients: string }): ChosenPeople {
  const names = [...new Set(query.filters.split(',').filter((name) => name !== ''))]
  chosenFilters(mailFiltersOf(ctx, model), names)
  const offered = new Set(offeredFilters(ctx, model).map(({ extname }) => extname))
  return { mailFilters: names.filter((name) => offered.has(name)), removed: removedIn(query) }
}

/** Whom messages of a type can be from: of texts and calls the server's number, of mails the survey's addresses. */
function removedIn({ deletedRecipients }: { deletedRecipients: string }): number[] {
  const ids = [
    ...new Set(
      deletedRecipients
        .split(',')
        .filter((id) => id !== '')
        .map(Number),
    ),
  ]
  if (ids.length > maxDeletedRecipients || ids.some((id) => !Number.isSafeInteger(id)))
    throw new AppError('validation', say`At most ${maxDeletedRecipients} people can be taken out by hand.`, {
      deletedRecipients: say`too many`,
    })
  return ids
}

function personOf({ locale }: Pick<Ctx, 'locale'>, { id, respondent, email, state, sendingType }: AudienceRow) {
  return { id, respondent, email, status: caseStateText(String(state), locale), sendingType }
}
