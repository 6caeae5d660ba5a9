import type { SendingRules } from '@gensvar/contract/sending-rules'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Kysely } from 'kysely'
import type { Deps } from '#server/domain/context.ts'
import { withDocuments } from '#server/domain/letters/document-store.ts'
import { BrokenTemplate } from '#server/domain/messages/compile-template.ts'
import { loadSurveyModelById } from '#server/domain/survey/load-survey-model.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { loadUnitTree } from '#server/domain/survey/unit-tree.ts'
import { configuredAddress } from '#server/platform/addresses.ts'
import type { Database } from '#server/platform/db-types.ts'
import { readMailbox } from '#server/platform/mail/mailbox.ts'
import type { MessageSender } from '../channels/channel.ts'
import type { Campaign } from '../campaign.ts'
import { PreparedTemplate } from '../message/prepared-template.ts'
import type { MessageSetting, StoredTemplate } from '../message/prepared-template.ts'
import { addressSecret } from '../rules/address-secret.ts'
import { sendingRulesOf } from '../rules/sending-rules.ts'
import { callAddress } from '../tracking/links.ts'
import type { CampaignByWay } from '../ways.ts'
import { messageKey } from '../tracking/message-key.ts'
import { verpAddress } from '../tracking/verp.ts'

/** A started campaign, as one of its ways sends it, with what its messages are made of. */
export interface SendingCampaign {
  campaign: CampaignByWay
  model: SurveyModel
  rules: SendingRules
  secret: Buffer
  /** The template of a message: one that was chosen for its recipient, that of a reminder, or the campaign's. */
  templateOf(message: { kind: string; reminder: number | null; templateId: number | null }): SendingTemplate
  /** Whether it has a template that was chosen for a recipient; it is loaded again for one that it has not. */
  knowsTemplate(id: number): boolean
  /** Domain that its messages are from; empty where they have none. */
  fromDomain: string
  /** Names a message at the other end: the same for the same attempt, and of nobody else. */
  keyOf(recipientId: number, attempt: number): string
  /** Where what comes back of a message is sent to; null for its sender. */
  bouncesTo(recipientId: number): string | null
  /** Where the provider of a call asks what to say; null for what is no call. */
  callAt(recipientId: number): string | null
}

/** A template with whom its messages are from. */
export interface SendingTemplate {
  prepared: PreparedTemplate
  sender: MessageSender
}

/** What keeps a campaign from being sent, in words. */
export class CampaignFault extends Error {
  readonly words: Words

  constructor(words: Words) {
    super(String(words))
    this.words = words
  }
}

type TemplateWithSender = StoredTemplate & { from_name: string | null; from_email: string | null }

/** Reads everything that messages of a campaign are made of. Throws `CampaignFault` where they cannot be made. */
export async function loadSendingCampaign(
  deps: Pick<Deps, 'db' | 'config'>,
  campaign: CampaignByWay,
): Promise<SendingCampaign> {
  const { db, config } = deps
  const model = await loadSurveyModelById(deps, campaign.surveyId)
  const secret = await addressSecret(db, campaign.universeId)
  const setting = { model, secret, tree: await loadUnitTree(deps, model), origin: configuredAddress(config) }
  const templates = new Map<number, SendingTemplate>()
  for (const stored of await readTemplates(db, campaign)) {
    const sender = senderOf(campaign, stored, { model, config })
    templates.set(stored.id, {
      prepared: await prepare(setting, await withDocuments(db, campaign.universeId, stored)),
      sender,
    })
  }
  const main = campaign.templateId === null ? undefined : templates.get(campaign.templateId)
  if (!main) throw new CampaignFault(say`The campaign's template is no longer there.`)
  const { rules } = await sendingRulesOf(db, campaign.universeId)
  return {
    ...{ campaign, model, rules, secret },
    templateOf({ kind, reminder, templateId }) {
      const reminding = kind === 'reminder' ? campaign.reminders[reminder ?? 0]?.templateId : null
      return templates.get(templateId ?? reminding ?? campaign.templateId ?? 0) ?? main
    },
    keyOf: (recipientId, attempt) => messageKey(secret, recipientId, attempt),
    bouncesTo: (recipientId) =>
      config.bounces && verpAddress(secret, campaign.universeId, recipientId, config.bounces.domain),
    callAt: (recipientId) =>
      campaign.sendingType === 'PHONE' ? callAddress(secret, campaign.universeId, recipientId, setting.origin) : null,
    knowsTemplate: (id) => templates.has(id),
    fromDomain: campaign.sendingType === 'EMAIL' ? domainOf(main.sender.address) : '',
  }
}

/** The domain of an e-mail address, in lower case; empty for what is none, as a phone number. */
export function domainOf(address: string): string {
  const at = address.lastIndexOf('@')
  return at < 0 ? '' : address.slice(at + 1).toLowerCase()
}

async function prepare(setting: MessageSetting, stored: StoredTemplate): Promise<PreparedTemplate> {
  try {
    return await PreparedTemplate.make(setting, stored)
  } catch (error) {
    if (!(error instanceof BrokenTemplate)) throw error
    throw new CampaignFault(say`The template cannot be sent (${error.language}): ${error.words}`)
  }
}

/** The templates that a campaign may send: its own, those of its reminders, and those chosen for single recipients. */
function readTemplates(db: Kysely<Database>, { id, templateId, reminders }: Campaign): Promise<TemplateWithSender[]> {
  const named = [templateId, ...reminders.map((reminder) => reminder.templateId)].filter((one) => one !== null)
  const chosen = db
    .selectFrom('recipient')
    .select('template_id')
    .where('campaign_id', '=', id)
    .where('template_id', 'is not', null)
    .where('state', 'in', ['PENDING', 'SENDING'])
  return db
    .selectFrom('template')
    .selectAll()
    .where((where) => where.or([where('id', 'in', [0, ...named]), where('id', 'in', chosen)]))
    .execute()
}

function senderOf(
  { sendingType, fromName, fromEmail, replyTo, bcc }: Campaign,
  template: TemplateWithSender,
  { model, config }: { model: SurveyModel; config: Deps['config'] },
): MessageSender {
  // A text message is from a number or a name, never from an e-mail address.
  if (sendingType === 'SMS')
    return { name: '', address: fromEmail || (config.sms?.from ?? ''), replyTo: null, bcc: null }
  if (sendingType === 'PHONE')
    return { name: '', address: fromEmail || (config.phone?.from ?? ''), replyTo: null, bcc: null }
  const usual = readMailbox(config.mail?.from ?? '')
  const { campaigns } = model.config
  return {
    name: fromName || template.from_name || campaigns.fromName || usual.name,
    address: fromEmail || template.from_email || campaigns.fromEmails[0] || usual.address,
    replyTo: replyTo || null,
    bcc: bcc || null,
  }
}
