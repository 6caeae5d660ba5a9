import type { ContactField } from '#server/domain/cases/contact-fields.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'
import { portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'

type Respondents = Pick<SurveyModel, 'config' | 'questions'>

/** A field of the respondent's contact in SQL, as `contactText` reads it: empty where it is not known. */
export function contactSql(model: Respondents, field: ContactField): Fragment {
  const known = portableSql`nullif(r.contact->>${field}::text, '')`
  const answer = answerSql(model, model.config.respondent[field])
  return portableSql`coalesce(${known}, ${answer}, '')`
}

/** Where a letter goes, in a line: empty without a name, a street or a city. */
export function postalSql(model: Respondents): Fragment {
  const trimmed = (field: ContactField): Fragment => portableSql`btrim(${contactSql(model, field)})`
  const [name, street, city] = [trimmed('name'), trimmed('street'), trimmed('city')] as const
  return portableSql`
    case when ${name} <> '' and ${street} <> '' and ${city} <> ''
         then concat_ws(', ', ${name}, ${street}, btrim(${trimmed('postcode')} || ' ' || ${city}), nullif(${trimmed('country')}, '')) else '' end`
}

/** The time zone that a respondent (`response` as `r`) names; empty for none. */
export function zoneSql(model: Respondents): Fragment {
  return portableSql`coalesce(${answerSql(model, model.config.respondent.timeZone)}, '')`
}

/** What the app on a respondent's device is known by; empty for nothing. */
export function deviceSql(model: Respondents): Fragment {
  return portableSql`coalesce(${answerSql(model, model.config.respondent.device)}, '')`
}

/** The answer to a question that holds a text; null where there is none. */
function answerSql({ questions }: Respondents, variable: string | undefined): Fragment {
  const type = variable === undefined ? undefined : questions.get(variable)?.type
  if (variable === undefined || (type !== 'text' && type !== 'single')) return portableSql`null::text`
  return portableSql`r.answers->>${variable}::text`
}
