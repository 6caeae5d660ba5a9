import type { Kysely, Selectable } from 'kysely'
import type {
  CampaignTable,
  SendingType,
  StoredReminder,
  StoredSchedule,
  StoredWay,
} from '#server/platform/db-campaign-types.ts'
import type { StoredWords } from '#server/platform/db-task-types.ts'
import type { Database } from '#server/platform/db-types.ts'

/** Kinds of campaign: sent once, adding people by itself, pushed one at a time, and once to single people. */
export type CampaignType = Selectable<CampaignTable>['campaign_type']

/** States of a campaign. */
export type CampaignState = Selectable<CampaignTable>['state']

/** A campaign. */
export interface Campaign {
  id: number
  surveyId: number
  universeId: number
  extName: string
  title: string
  sendingType: SendingType
  campaignType: CampaignType
  state: CampaignState
  /** Why it was paused or stopped by itself. */
  stateReason: StoredWords | null
  /** When a campaign that is sent once had sent everything; it is STOPPED then. */
  finishedAt: Date | null
  startedAt: Date | null
  /** When it starts by itself; null for at once, or by hand. */
  scheduledStart: Date | null
  scheduledPeriod: 'DAILY' | 'WEEKLY' | 'MONTHLY' | null
  scheduleParams: StoredSchedule | null
  /** The day (ISO, in the survey's time zone) that people are chosen on next; null where none are. */
  nextRoundOn: string | null
  /** Hours of the recipient's day in which it is sent, as 09:00; null for any. */
  sendFrom: string | null
  sendTo: string | null
  /** What is sent; of PHONE the template of the call. */
  templateId: number | null
  fromName: string | null
  fromEmail: string | null
  bcc: string | null
  replyTo: string | null
  fixedRecipient: string | null
  voice: string | null
  locale: string | null
  mailAction: string | null
  /** Names of the mail filters that are on. */
  mailFilters: readonly string[]
  /** Drill path of the people it goes to. */
  link: string
  reminders: readonly StoredReminder[]
  /** The further ways, in order, for those whom its own way cannot reach; each is another sending type. */
  ways: readonly StoredWay[]
  /** Whether its text messages go to the app on a device first, where one is known. */
  toDevices: boolean
  /** With whose rights people are chosen in later rounds; null where they are no longer there. */
  ownerId: number | null
  version: number
  createdAt: Date
  updatedAt: Date
}

type Db = Kysely<Database>

/** A campaign of a survey by its number; null where the survey has none such. */
export async function readCampaign(db: Db, surveyId: number, id: number): Promise<Campaign | null> {
  const row = await campaignRows(db).where('c.survey_id', '=', surveyId).where('c.id', '=', id).executeTakeFirst()
  return row ? campaignOf(row) : null
}

/** A campaign of a survey by its ext name; null where the survey has none such. */
export async function readCampaignNamed(db: Db, surveyId: number, extName: string): Promise<Campaign | null> {
  const rows = campaignRows(db).where('c.survey_id', '=', surveyId).where('c.ext_name', '=', extName)
  const row = await rows.executeTakeFirst()
  return row ? campaignOf(row) : null
}

/** A campaign by its number, of whatever survey; null where it is gone. */
export async function findCampaign(db: Db, id: number): Promise<Campaign | null> {
  const row = await campaignRows(db).where('c.id', '=', id).executeTakeFirst()
  return row ? campaignOf(row) : null
}

/** A campaign, locked until the write ends; null where another write holds it, or it is gone. */
export async function lockFreeCampaign({ db }: { db: Db }, id: number): Promise<Campaign | null> {
  const row = await campaignRows(db).where('c.id', '=', id).forUpdate('c').skipLocked().executeTakeFirst()
  return row ? campaignOf(row) : null
}

/** A campaign, locked until the write ends once nobody else holds it; null where it is gone. */
export async function lockCampaign({ db }: { db: Db }, id: number): Promise<Campaign | null> {
  const row = await campaignRows(db).where('c.id', '=', id).forUpdate('c').executeTakeFirst()
  return row ? campaignOf(row) : null
}

/** The query of campaigns (`c`), each with its organisation: for lists of this folder. */
export function campaignRows(db: Db) {
  return db
    .selectFrom('campaign as c')
    .innerJoin('survey as s', 's.id', 'c.survey_id')
    .selectAll('c')
    .select('s.universe_id')
}

/** A campaign as it is read. */
export function campaignOf(row: Selectable<CampaignTable> & { universe_id: number }): Campaign {
  return {
    id: row.id,
    surveyId: row.survey_id,
    universeId: row.universe_id,
    extName: row.ext_name,
    title: row.title,
    sendingType: row.sending_type,
    campaignType: row.campaign_type,
    state: row.state,
    stateReason: row.state_reason,
    finishedAt: row.finished_at,
    startedAt: row.started_at,
    scheduledStart: row.scheduled_start,
    scheduledPeriod: row.scheduled_period,
    scheduleParams: row.schedule_params,
    nextRoundOn: row.next_round_on,
    sendFrom: row.send_from,
    sendTo: row.send_to,
    templateId: row.template_id,
    fromName: row.from_name,
    fromEmail: row.from_email,
    bcc: row.bcc,
    replyTo: row.reply_to,
    fixedRecipient: row.fixed_recipient,
    voice: row.voice,
    locale: row.locale,
    mailAction: row.mail_action,
    mailFilters: row.mail_filters,
    link: row.link,
    reminders: row.reminders,
    ways: row.ways,
    toDevices: row.to_devices,
    ownerId: row.owner_id,
    version: row.version,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}
