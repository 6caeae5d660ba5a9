// How long a campaign to a million people takes to be made: they are chosen, told apart by their addresses, and given a
// message each, with their entries in the change feed.
import { insertAudience } from '../../server/src/domain/campaigns/audience/insert-audience.ts'
import { readCampaign } from '../../server/src/domain/campaigns/campaign.ts'
import { programContext } from '../../server/src/domain/context.ts'
import { programAccess } from '../../server/src/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '../../server/src/domain/survey/load-survey-model.ts'
import { write } from '../../server/src/domain/write.ts'
import { makeListedSurvey } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { seconds, verdict } from './printing.ts'

/** People, the places they are spread over, and the longest it may take, in ms. */
const promised = { people: 1_000_000, units: 1000, regions: 10, time: 60_000 }

const extName = 'campaign-creating'

/** Measures it; `share` of the people, to try it quickly. */
export async function measureCreating({ deps }: MeasuredServer, share: number): Promise<void> {
  const { pool } = deps
  const people = Math.round(promised.people * share)
  const questions = [{ variable: 'rating', type: 'scale', scale: [0, 10] }] as const
  const survey = { extName, configuration: 'version: 1', questions }
  const { surveyId, unitIds } = await makeListedSurvey(deps, survey, promised)
  await pool.query(
    `insert into response (survey_id, state, event_date, unit_ids, contact, answers)
     select $1, 1, '2026-01-01'::date + n % 30, array[($3::int[])[1 + n % $4::int]],
            jsonb_build_object('name', 'Person ' || n, 'email', 'person' || n || '@example.org', 'language', 'en'),
            jsonb_build_object('region', 'region' || (n % $4::int) % $5::int, 'store', 'store' || n % $4::int)
       from generate_series(1, $2::int) n`,
    [surveyId, people, unitIds, promised.units, promised.regions],
  )
  await pool.query('vacuum analyze response')
  const { rows } = await pool.query<{ id: number }>(
    `insert into campaign (survey_id, ext_name, title, sending_type) values ($1, 'large', 'Large', 'EMAIL') returning id`,
    [surveyId],
  )
  const campaign = await readCampaign(deps.db, surveyId, rows[0]?.id ?? 0)
  if (!campaign) throw new Error('The campaign was not made')
  const access = await programAccess(deps, await loadSurveyModelById(deps, surveyId))
  const asked = {
    ...{ access, conditions: [], link: 'root', mailFilters: [], removed: [], sendingType: 'EMAIL' as const },
    ...{ fixedRecipient: null, mailAction: null },
  }
  const began = performance.now()
  const made = await write(programContext(deps, 'bench'), (tx) => insertAudience(tx, asked, campaign))
  const took = performance.now() - began
  const isReached = made === people && took <= promised.time
  console.log(
    `\n${made} recipients created in ${seconds(took)}  goal ${seconds(promised.time)}   ${verdict(isReached)}`,
  )
  await pool.query('delete from campaign where id = $1', [campaign.id])
}
