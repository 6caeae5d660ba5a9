import type { SampleField } from '@gensvar/contract/configuration/sample'
import type { LocalText } from '@gensvar/contract/local-text'
import { contactFields, isPostal } from '#server/domain/cases/contact-fields.ts'
import type { ContactField } from '#server/domain/cases/contact-fields.ts'
import { eventDateField, plainField } from '#server/domain/samples/fields.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

/** A group of fields on the sample page. */
export interface FieldGroup {
  title: LocalText
  fields: readonly SampleField[]
}

/** Most questions on the page of a survey that configures none. */
const maxQuestions = 8

/**
 * The groups of fields on the sample page. A survey that configures none shows the contact, the event date, the places
 * of the first view, and its first questions that are answered by a choice or a text.
 */
export function fieldGroups(model: SurveyModel): FieldGroup[] {
  const { groups, ...sample } = model.config.sample
  if (groups.length > 0) return groups.map(({ title = '', fields }) => ({ title, fields }))
  const stateQuestions = [sample.stateQuestion, sample.subStateQuestion, sample.evalPeriodQuestion]
  const ofContact = new Set(Object.values(model.config.respondent))
  const levels = model.views[0]?.levels ?? []
  const otherLevels = new Set(model.views.flatMap((view) => view.levels))
  const questions = [...model.questions.values()]
    .filter(
      ({ variable, type }) =>
        (type === 'single' || type === 'text') &&
        !otherLevels.has(variable) &&
        !ofContact.has(variable) &&
        !stateQuestions.includes(variable),
    )
    .slice(0, maxQuestions)
  return [
    { title: contactTitle, fields: contactOf(model).map((name) => plainField(name)) },
    {
      title: detailsTitle,
      fields: [eventDateField, ...levels, ...questions.map(({ variable }) => variable)].map((name) => plainField(name)),
    },
  ]
}

/** Where letters are not sent nobody needs an address. A question of the same name stands where questions do. */
function contactOf({ config, questions }: SurveyModel): ContactField[] {
  const hasLetters = config.campaigns.channels.includes('LETTER')
  return contactFields.filter((name) => !isPostal(name) || (hasLetters && !questions.has(name)))
}

const contactTitle: LocalText = { en: 'Contact', sv: 'Kontakt', no: 'Kontakt', da: 'Kontakt', fi: 'Yhteystiedot' }
const detailsTitle: LocalText = { en: 'Details', sv: 'Uppgifter', no: 'Opplysninger', da: 'Oplysninger', fi: 'Tiedot' }
