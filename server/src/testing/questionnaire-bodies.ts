import { newDocument, newQuestion } from '@gensvar/contract/questionnaire-document'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import { sql } from 'kysely'
import type { Deps } from '#server/domain/context.ts'
import { walkedDraft } from './draft-bodies.ts'

type Db = Deps['db']

/** What each call of the route walk asks in its questionnaire. */
const document: QuestionnaireDocument = {
  ...newDocument(['en']),
  questions: [{ ...newQuestion('text'), variable: 'comment', wording: { en: 'What do you want to tell us?' } }],
}

/** Stores the draft of a questionnaire at the version that is walked, and a first version where there is none. */
async function storeQuestionnaire(db: Db, surveyId: number): Promise<void> {
  await sql`
    insert into questionnaire_draft (survey_id, document, version, author)
    values (${surveyId}, ${JSON.stringify(document)}, ${walkedDraft}, 'anna')
    on conflict (survey_id) do update set document = excluded.document, version = excluded.version`.execute(db)
  await sql`
    insert into questionnaire_version (survey_id, number, document, author)
    values (${surveyId}, 1, ${JSON.stringify(document)}, 'anna')
    on conflict do nothing`.execute(db)
}

const ofDraft =
  (body: object | undefined) =>
  async (db: Db, surveyId: number): Promise<object | undefined> => {
    await storeQuestionnaire(db, surveyId)
    return body
  }

/** Bodies of the calls of the questionnaire builder; each finds the draft at the version that it names. */
export const questionnaireBodies: Readonly<Record<string, (db: Db, surveyId: number) => Promise<object | undefined>>> =
  {
    // A survey's name is taken once.
    createQuestionnaire: async () => ({
      ...{ survey: crypto.randomUUID(), title: { en: 'Walked' }, template: 'nps', languages: ['en'] },
    }),
    saveQuestionnaireDraft: ofDraft({ document, version: walkedDraft }),
    discardQuestionnaireDraft: ofDraft(undefined),
    checkQuestionnaire: ofDraft({ document }),
    previewQuestionnaire: ofDraft({ document, language: 'en' }),
    publishQuestionnaire: ofDraft({ version: walkedDraft }),
    restoreQuestionnaireVersion: ofDraft({ number: 1, version: walkedDraft }),
    getQuestionnaireVersion: ofDraft(undefined),
  }
