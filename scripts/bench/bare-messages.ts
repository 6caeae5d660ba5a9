// What a list of a campaign's messages cannot do without, as statements written by hand: those of its page and of its rows.
import { recipientTable, responseTable, textTable, unitColumn } from '../../server/src/domain/figures/store/tables.ts'
import { contactTexts } from '../../server/src/domain/figures/store/text-columns.ts'
import { loadSurveyModelById } from '../../server/src/domain/survey/load-survey-model.ts'
import { readStore } from './bare-alerts.ts'
import type { MeasuredServer } from './measured-server.ts'

/** Statements of lists of a campaign's messages, for one reader. Methods return the ids of the messages of a page. */
export class BareMessages {
  private readonly server: MeasuredServer
  private readonly campaign: { surveyId: number; campaignId: number }
  /** True of responses of the reader, in both stores; null where all are theirs. */
  private readonly own: { database: string; store: string } | null

  private constructor(
    server: MeasuredServer,
    campaign: { surveyId: number; campaignId: number },
    own: { database: string; store: string } | null,
  ) {
    this.server = server
    this.campaign = campaign
    this.own = own
  }

  /** The statements for somebody who sees `region`, or everything. */
  static async of(
    server: MeasuredServer,
    campaign: { surveyId: number; campaignId: number },
    region: string | null,
  ): Promise<BareMessages> {
    if (region === null) return new BareMessages(server, campaign, null)
    const model = await loadSurveyModelById(server.deps, campaign.surveyId)
    const [view] = model.views
    const { rows } = await server.deps.pool.query<{ id: number; leaves: number[] }>(
      `select id, array(select below.id from unit below where below.parent_id = one.id) as leaves
         from unit one where view_id = $1 and ext_name = $2`,
      [view?.id, region],
    )
    const { id = 0, leaves = [] } = rows[0] ?? {}
    return new BareMessages(server, campaign, {
      database: `r.unit_ids[1] = any('{${leaves.join(',')}}'::int[])`,
      store: `${unitColumn(view?.id ?? 0, 1)} = ${id}`,
    })
  }

  /** Whether the reader sees a region alone. */
  get isLimited(): boolean {
    return this.own !== null
  }

  /** A page of those that something is true of, by PostgreSQL, newest first. */
  async newest(which: string, { from = 0 } = {}): Promise<number[]> {
    const { own, server, campaign } = this
    const { rows } = await server.deps.pool.query<{ id: number }>(
      `select m.id from recipient m ${own === null ? '' : 'join response r on r.id = m.response_id'}
        where m.campaign_id = ${campaign.campaignId} and ${which} and ${own?.database ?? 'true'}
        order by m.id desc limit 50 offset ${from}`,
    )
    return this.rows(rows.map(({ id }) => id))
  }

  /** A page of those that something is true of, by the figures' store, newest first. */
  async stored(which: string, { from = 0 } = {}): Promise<number[]> {
    const { surveyId, campaignId } = this.campaign
    const [ids = []] = await readStore(
      this.server,
      `select message_id from ${recipientTable(surveyId)} m
        where campaign_id = ${campaignId} and ${which}
          and ${this.inStore}
        order by message_id desc limit 50 offset ${from}`,
    )
    return this.rows(ids.map(Number))
  }

  /** A page of those whose respondent's name has a part, and their number, by the figures' store, newest first. */
  async named(part: string): Promise<number[]> {
    const { surveyId, campaignId } = this.campaign
    const [ids = []] = await readStore(
      this.server,
      `with found as materialized (
         select message_id from ${recipientTable(surveyId)} m
          where campaign_id = ${campaignId} and ${this.inStore} and m.response_id in (
                select response_id from ${textTable(surveyId)}
                 where question_id = ${contactTexts.name} and position('${part.toLowerCase()}' in lowered) > 0))
       select message_id, (select count(*) from found) from found order by message_id desc limit 50`,
    )
    return this.rows(ids.map(Number))
  }

  /** The first page in the order of the respondents' names, by the figures' store. */
  async byName(direction: 'asc' | 'desc'): Promise<number[]> {
    const { surveyId, campaignId } = this.campaign
    const [ids = []] = await readStore(
      this.server,
      `select message_id from ${recipientTable(surveyId)} m
         left join ${textTable(surveyId)} t on t.response_id = m.response_id and t.question_id = ${contactTexts.name}
        where campaign_id = ${campaignId} and ${this.inStore}
        order by lowered ${direction} nulls last, message_id desc limit 50`,
    )
    return this.rows(ids.map(Number))
  }

  /** True of the reader's messages in the figures' store, as `m`. */
  private get inStore(): string {
    const { own, campaign } = this
    return own === null
      ? 'true'
      : `m.response_id in (select id from ${responseTable(campaign.surveyId)} where ${own.store})`
  }

  private async rows(ids: number[]): Promise<number[]> {
    await this.server.deps.pool.query(
      `select m.*, r.answers, r.contact, r.state as response_state, r.event_date, r.unit_ids
         from recipient m join response r on r.id = m.response_id where m.id = any($1::bigint[])`,
      [ids],
    )
    return ids
  }
}
