// Campaigns to measure: their people, and the mail that one of them gets.
import { PreparedTemplate } from '../../server/src/domain/campaigns/message/prepared-template.ts'
import type { StoredTemplate } from '../../server/src/domain/campaigns/message/prepared-template.ts'
import type { Deps } from '../../server/src/domain/context.ts'
import { startMails } from '../../server/src/domain/messages/start-mails.ts'
import { loadSurveyModelById } from '../../server/src/domain/survey/load-survey-model.ts'
import { loadUnitTree } from '../../server/src/domain/survey/unit-tree.ts'
import { createSentCampaign } from '../../server/src/testing/sent-campaign.ts'
import type { SentCampaign } from '../../server/src/testing/sent-campaign.ts'

const [start] = startMails('en', 'en')
const template = { subject: start?.subject ?? '', design: JSON.stringify(start?.design ?? {}) }

/** Stores a campaign that is to be started, to so many people. */
export async function makeCampaign(deps: Deps, people: number): Promise<SentCampaign> {
  const made = await createSentCampaign(deps, { people, state: 'PAUSED', template })
  await deps.pool.query('vacuum analyze recipient, response')
  return made
}

/** The mail of such a campaign to one person. */
export async function renderedMail(deps: Deps): Promise<{ html: string; text: string }> {
  const { id, surveyId } = await createSentCampaign(deps, { people: 1, state: 'PAUSED', template })
  const model = await loadSurveyModelById(deps, surveyId)
  const stored: StoredTemplate = await deps.db
    .selectFrom('template')
    .selectAll()
    .where('id', '=', (row) => row.selectFrom('campaign').select('template_id').where('id', '=', id))
    .executeTakeFirstOrThrow()
  const setting = {
    ...{ model, tree: await loadUnitTree(deps, model), secret: Buffer.alloc(32) },
    origin: 'https://feedback.example.org',
  }
  const prepared = await PreparedTemplate.make(setting, stored)
  return prepared.render({
    ...{ recipientId: 0, responseId: 0, language: 'en' },
    row: { answers: {}, contact: { name: 'Person 1', email: 'p1@example.org' }, unitIds: [] },
  })
}
