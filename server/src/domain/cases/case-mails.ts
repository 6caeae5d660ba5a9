import type { mailTracking } from '@gensvar/contract/entities/mail-tracking'
import type { z } from 'zod'
import { contactText } from '#server/domain/samples/contact.ts'
import type { SurveyAccess } from '#server/domain/rights/survey-access.ts'
import { limitedQuery } from '#server/platform/limited-query.ts'
import { integer, portableSql } from '#server/platform/sql.ts'
import { whereCases } from './case-query.ts'
import type { CaseDeps, CaseRow } from './case-query.ts'

/** What was sent for a response, with totals. */
export type MailTracking = z.infer<typeof mailTracking>

/** Most sendings that are listed; the totals count all of them. */
const maxListed = 200

interface MailRow {
  id: number
  at: Date
  name: string
  state: string
  views: number
  clicks: number
  recording: boolean
  sent: number
  opened: number
  clicked: number
}

/**
 * What was sent for a response, newest first. With `related` also what was sent to the same e-mail address for other
 * responses of the survey that the caller may open.
 */
export async function mailTrackingOf(
  deps: CaseDeps,
  { model, caseScope }: SurveyAccess,
  response: Pick<CaseRow, 'id' | 'contact' | 'answers'>,
  { related }: { related: boolean },
): Promise<MailTracking> {
  const email = contactText(model, response, 'email')
  const inScope = await whereCases(deps, model, caseScope, { conditions: [] })
  const own = portableSql`r.id = ${integer(response.id)}`
  const which =
    related && email !== '' ? portableSql`(${own} or lower(r.contact->>'email') = lower(${email}::text))` : own
  // As an array the few responses are looked up by the index of recipients; a join would read all of them.
  const rows = await limitedQuery<MailRow>(
    deps.pool,
    portableSql`
      select m.id, coalesce(m.sent_at, m.updated_at) as at, c.title as name, m.state,
             m.open_count as views, m.click_count as clicks,
             exists (select from recording q where q.recipient_id = m.id and q.state = 'STORED') as recording,
             count(*) filter (where m.state = 'SENT') over () as sent,
             count(*) filter (where m.open_count > 0) over () as opened,
             count(*) filter (where m.click_count > 0) over () as clicked
        from recipient m
        join campaign c on c.id = m.campaign_id
       where m.response_id = any(array(select r.id from response r where ${inScope} and ${which}))
       order by at desc, m.id desc
       limit ${integer(maxListed)}`,
    deps.work,
  )
  const { sent, opened, clicked } = rows[0] ?? { sent: 0, opened: 0, clicked: 0 }
  return {
    stats: {
      email,
      totalSent: sent,
      totalOpened: opened,
      shareOpened: sent === 0 ? 0 : (100 * opened) / sent,
      totalClicked: clicked,
    },
    rows: rows.map(({ id, at, name, state, views, clicks, recording }) => ({
      id,
      date: at.toISOString(),
      name,
      state,
      views,
      clicks,
      recording,
    })),
  }
}
