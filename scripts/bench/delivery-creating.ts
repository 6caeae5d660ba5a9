// How long a campaign to a million people takes to be made: they are chosen, told apart by their addresses, and given a
// message each, with their entries in the change feed. Beside it, the bare statement: the same rows put into the same tables,
// of everybody, with nobody told apart and no rule looked at.
import { insertAudience } from '../../server/src/domain/campaigns/audience/insert-audience.ts'
import { readCampaign } from '../../server/src/domain/campaigns/campaign.ts'
import { programContext } from '../../server/src/domain/context.ts'
import type { Deps } from '../../server/src/domain/context.ts'
import { programAccess } from '../../server/src/domain/rights/survey-access.ts'
import { loadSurveyModelById } from '../../server/src/domain/survey/load-survey-model.ts'
import { write } from '../../server/src/domain/write.ts'
import { makeListedSurvey } from './listed-survey.ts'
import type { MeasuredServer } from './measured-server.ts'
import { seconds, verdict } from './printing.ts'

/** People, the places they are spread over, and the longest it may take, in ms or in times of the bare statement. */
const promised = { people: 1_000_000, units: 1000, regions: 10, time: 60_000, ofBare: 1.5 }

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
  const bare = await timeBare(deps, surveyId)
  const campaign = await readCampaign(deps.db, surveyId, await insertCampaign(deps, surveyId))
  if (!campaign) throw new Error('The campaign was not made')
  const access = await programAccess(deps, await loadSurveyModelById(deps, surveyId))
  const asked = {
    ...{ access, conditions: [], link: 'root', mailFilters: [], removed: [], sendingType: 'EMAIL' as const },
    ...{ fixedRecipient: null, mailAction: null },
  }
  const began = performance.now()
  const made = await write(programContext(deps, 'bench'), (tx) => insertAudience(tx, asked, campaign))
  const took = performance.now() - began
  const isReached = made === people && (took <= promised.time || took <= promised.ofBare * bare)
  console.log(
    `\n${made} recipients created in ${seconds(took)}  bare statement ${seconds(bare)}  goal ${seconds(promised.time)} ` +
      `or ${promised.ofBare} x bare   ${verdict(isReached)}`,
  )
  await pool.query('delete from campaign where id = $1', [campaign.id])
}

/** Time of the bare statement, in ms. What it wrote is gone afterwards, so that the next one finds tables as empty. */
async function timeBare(deps: Deps, surveyId: number): Promise<number> {
  const { pool } = deps
  const id = await insertCampaign(deps, surveyId)
  const began = performance.now()
  await pool.query(
    `with made as (
       insert into recipient (campaign_id, response_id, address, address_hash, language, send_at, updated_at)
       select $1, id, contact ->> 'email', encode(sha256(convert_to(contact ->> 'email', 'utf8')), 'hex'),
              contact ->> 'language', now(), now()
         from response where survey_id = $2 order by id
       returning response_id)
     insert into change (survey_id, kind, row_id) select $2, 'response', response_id from made`,
    [id, surveyId],
  )
  const took = performance.now() - began
  await pool.query('truncate recipient cascade')
  await pool.query('delete from campaign where id = $1', [id])
  await pool.query('vacuum analyze change')
  return took
}

async function insertCampaign({ pool }: Deps, surveyId: number): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into campaign (survey_id, ext_name, title, sending_type) values ($1, 'large', 'Large', 'EMAIL') returning id`,
    [surveyId],
  )
  return rows[0]?.id ?? 0
}
