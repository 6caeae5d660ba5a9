import type { KnownQuestion } from '@gensvar/contract/configuration/check'
import type { TouchedKind } from '@gensvar/contract/metadata'
import { Count, say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import { sql } from 'kysely'
import { readConfiguration, saveConfiguration } from '#server/domain/build/configuration.ts'
import { knownQuestions } from '#server/domain/survey/configuration-text.ts'
import type { Question, SurveyModel } from '#server/domain/survey/survey-model.ts'
import { blankUnit } from '#server/domain/survey/unit-tree.ts'
import { AppError } from '#server/platform/errors.ts'
import { renameInImports } from '#server/features/imports/service.ts'
import { configurationProblems } from '../configuration-problems.ts'
import { keepRecordKeys } from '../store.ts'
import { answerPlaces, hasUnitBeside } from './answer-places.ts'
import { everything, isReserved, isVariableName } from './names.ts'
import { countWideFilters, peoplePlaces } from './people-places.ts'
import type { RenameAt } from './place.ts'
import { renameInConfiguration } from './rename-in-configuration.ts'
import type { RenamedConfiguration } from './rename-in-configuration.ts'
import { variableOf } from './rename.ts'
import { screenPlaces } from './screen-places.ts'
import type { Rename } from './rename.ts'

/** What a rename touches. */
interface Touched {
  counts: { kind: TouchedKind; count: number }[]
  configuration: RenamedConfiguration
}

const places = [...answerPlaces, ...peoplePlaces, ...screenPlaces]

/**
 * What a rename touches. Throws at `field`: `validation` for a name that cannot be, `conflict` for one that is taken or a
 * name that cannot be changed, with the reason.
 */
export async function touchedBy(at: RenameAt, rename: Rename, field: string): Promise<Touched> {
  const refusal = refusalOf(at.model, rename) ?? (await storedRefusalOf(at, rename))
  if (refusal) throw new AppError(refusal.code, refusal.words, { [field]: refusal.words })
  const configuration = renameInConfiguration(at.configuration ?? '', { questions: knownQuestions(at.model) }, rename)
  const unfit = unfitIn(at, configuration.text, rename)
  if (unfit) throw new AppError('conflict', unfit, { [field]: unfit })
  const counts = await Promise.all(
    places.map(async (place) => ({ kind: place.kind, count: await place.count(at, rename) })),
  )
  const { length } = configuration.lines
  const all = [...counts, { kind: 'configuration' as const, count: length }]
  return { counts: all.filter(({ count }) => count > 0), configuration }
}

/**
 * Renames a question or a choice wherever its name is stored, besides its own row. Runs in a write with the survey locked.
 * Throws as `touchedBy` does.
 */
export async function applyRename(at: RenameAt, rename: Rename, field: string): Promise<Touched> {
  const touched = await touchedBy(at, rename, field)
  await keepRecordKeys(at.db)
  for (const place of places) await place.apply(at, rename)
  if (rename.kind === 'variable') await renamePublication(at, rename)
  const { db, model } = at
  const inText = (text: string): string =>
    renameInConfiguration(text, { questions: knownQuestions(model) }, rename).text
  if (rename.kind === 'variable') await renameInImports(db, model.id, rename, inText)
  const current = await readConfiguration(db, model.id)
  // Who wrote it stays: a generated configuration keeps following the imports.
  if (current && touched.configuration.text !== current.text)
    await saveConfiguration(db, model, { ...current, text: touched.configuration.text })
  return touched
}

/** What published figures of a question are computed with stays the same. */
async function renamePublication({ db, model }: RenameAt, { from, to }: Rename): Promise<void> {
  await sql`
    update publication
       set spreads = (spreads - ${from}::text) || jsonb_build_object(${to}::text, spreads->${from}::text)
     where survey_id = ${model.id} and spreads ? ${from}`.execute(db)
}

interface Refusal {
  code: 'validation' | 'conflict'
  words: Words
}

function refusalOf(model: SurveyModel, rename: Rename): Refusal | null {
  const conflict = (words: Words): Refusal => ({ code: 'conflict', words })
  if (model.anonymity)
    return conflict(
      say`Names in an anonymous survey stay: the figures that are published of it depend on them. Change the title instead.`,
    )
  if (variableOf(rename) === everything)
    return conflict(say`This question stands for the survey as a whole, and imports find it by its name.`)
  return rename.kind === 'variable' ? variableRefusal(model, rename) : choiceRefusal(model, rename)
}

function variableRefusal(model: SurveyModel, { to }: Rename): Refusal | null {
  if (!isVariableName(to))
    return {
      code: 'validation',
      words: say`Use letters, digits and _ only, and begin with a letter: a variable stands in expressions and addresses.`,
    }
  if (isReserved(to))
    return { code: 'validation', words: say`"${to}" means something else in paths, columns and expressions.` }
  if (model.questions.has(to)) return { code: 'conflict', words: say`Another question has the variable "${to}".` }
  if (Object.hasOwn(model.config.indicators, to))
    return { code: 'conflict', words: say`An indicator has the name "${to}".` }
  return null
}

function choiceRefusal(model: SurveyModel, rename: Extract<Rename, { kind: 'choice' }>): Refusal | null {
  const question = model.questions.get(rename.variable)
  if (question && isNumber(question))
    return { code: 'conflict', words: say`The steps of a scale are called by their numbers. Change the title instead.` }
  if (question?.choiceByName.has(rename.to))
    return { code: 'conflict', words: say`Another choice of the question has the name "${rename.to}".` }
  const isLevel = model.views.some(({ levels }) => levels.includes(rename.variable))
  if (isLevel && rename.to === blankUnit)
    return { code: 'validation', words: say`"${rename.to}" stands for responses without a place.` }
  return null
}

/** Whether a question's choices are numbers, named by themselves. */
export function isNumber({ type }: Pick<Question, 'type'>): boolean {
  return type === 'scale' || type === 'numeric'
}

async function storedRefusalOf(at: RenameAt, rename: Rename): Promise<Refusal | null> {
  const filters = await countWideFilters(at, rename)
  if (filters > 0)
    return {
      code: 'conflict',
      words: say`Question filters of users hold in all surveys of the organisation, and several have this question (${new Count(filters)}). Make them filters of one survey first.`,
    }
  if (rename.kind === 'choice' && (await hasUnitBeside(at, rename)))
    return {
      code: 'conflict',
      words: say`There is a place "${rename.to}" beside it already. Merge the two on the page Units.`,
    }
  return null
}

/** Why a configuration would not fit after a rename; null where it fits as well as before. */
function unfitIn({ model, configuration }: RenameAt, text: string, rename: Rename): Words | null {
  if (configuration === null) return null
  const before = configurationProblems(configuration, knownQuestions(model))
  const after = configurationProblems(
    text,
    knownQuestions(model).map((question) => renamedQuestion(question, rename)),
  )
  const [first] = after
  if (!first || after.length <= before.length) return null
  return say`The configuration would not fit afterwards, line ${first.line}: ${first.text}. Change it there first.`
}

function renamedQuestion(question: KnownQuestion, rename: Rename): KnownQuestion {
  if (question.variable !== variableOf(rename)) return question
  if (rename.kind === 'variable') return { ...question, variable: rename.to }
  return { ...question, choices: question.choices?.map((name) => (name === rename.from ? rename.to : name)) }
}
