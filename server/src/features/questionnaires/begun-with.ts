import { createHash } from 'node:crypto'
import { contentOf } from '@gensvar/contract/questionnaire-document'
import type { QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import type { QuestionnaireState } from '@gensvar/contract/questionnaires'
import { isLocale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { surveyMoment } from '#server/domain/survey/survey-moment.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { readCurrentConfiguration } from '#server/features/dashboard-editor/service.ts'
import { AppError } from '#server/platform/errors.ts'
import { translate } from '#server/platform/translate.ts'
import { knownNames, withPresentNames } from './document/known-names.ts'
import { readDocument } from './document/read-document.ts'
import type { BegunWith, DraftRow } from './store.ts'

type Reader = Pick<Ctx, 'db' | 'identity'>

/** What respondents are asked by now, as a document in the language of the session's organisation. */
export function askedNow({ identity }: Pick<Reader, 'identity'>, model: SurveyModel): QuestionnaireDocument {
  const locale = identity.universe?.defaultLocale ?? 'en'
  return readDocument(model, isLocale(locale) ? locale : 'en')
}

/** What respondents are asked by now, for a draft that begins now. */
export async function presentBegin(ctx: Reader, model: SurveyModel): Promise<BegunWith> {
  const document = askedNow(ctx, model)
  const current = await readCurrentConfiguration(ctx.db, model.id)
  return { document, known: knownNames(document, model), configuration: current?.number ?? 0 }
}

/**
 * What a draft that is saved began with: what it is stored with, or what respondents are asked by now, whichever of them
 * `basedOn` stands for. Without `basedOn` the first, if it is known. Throws `conflict` at `basedOn` where it is neither.
 */
export async function begunWithFor(
  ctx: Reader,
  model: SurveyModel,
  { draft, basedOn }: { draft: DraftRow | null; basedOn: string | undefined },
): Promise<BegunWith> {
  const now = await presentBegin(ctx, model)
  const stored = draft?.document ? draft.begunWith : null
  if (basedOn === undefined) return stored ?? now
  if (basedOn === markOf(now.document)) return now
  if (stored && basedOn === markOf(presentOf(stored, model))) return stored
  throw await overtaken(ctx, model, stored?.configuration ?? 0)
}

/** Throws `conflict` at `basedOn` where what respondents are asked was changed outside of a draft since it began. */
export async function demandNotOvertaken(ctx: Reader, model: SurveyModel, { begunWith }: DraftRow): Promise<void> {
  if (!begunWith || markOf(presentOf(begunWith, model)) === markOf(askedNow(ctx, model))) return
  throw await overtaken(ctx, model, begunWith.configuration)
}

/** What a questionnaire's state says of what its draft began with; null is a draft of which that is not known, or none. */
export async function basisOf(
  ctx: Reader & Pick<Ctx, 'locale'>,
  model: SurveyModel,
  begunWith: BegunWith | null,
): Promise<Pick<QuestionnaireState, 'basedOn' | 'overtaken'>> {
  const after = askedNow(ctx, model)
  const now = markOf(after)
  if (!begunWith) return { basedOn: now, overtaken: null }
  const before = presentOf(begunWith, model)
  const basedOn = markOf(before)
  if (basedOn === now) return { basedOn, overtaken: null }
  const { words } = await overtaken(ctx, model, begunWith.configuration)
  return { basedOn, overtaken: { message: translate(words, ctx.locale), before, after, basedOn: now } }
}

/** A text that stands for what a document asks: the same for the same content. */
function markOf(document: QuestionnaireDocument): string {
  return createHash('sha256').update(contentOf(document)).digest('base64url')
}

/** What a draft began with, with the names that its questions have by now. */
function presentOf({ document, known }: BegunWith, model: SurveyModel): QuestionnaireDocument {
  return withPresentNames(document, known, model)
}

async function overtaken({ db }: Reader, model: SurveyModel, configuration: number): Promise<AppError> {
  const current = await readCurrentConfiguration(db, model.id)
  const words =
    current && current.number > configuration
      ? say`What respondents are asked was changed outside this draft after it began. The configuration was last published by ${current.author}, ${surveyMoment(current.created, model)}.`
      : say`What respondents are asked was changed outside this draft after it began.`
  return new AppError('conflict', words, { basedOn: words })
}
