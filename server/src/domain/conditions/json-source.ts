import type { CampaignFilter } from '@gensvar/contract/conditions'
import { and, integer, portableSql } from '#server/platform/sql.ts'
import type { Fragment } from '#server/platform/sql.ts'
import type { Choice, Question, SurveyShape, View } from '#server/domain/survey/survey-model.ts'
import type { Unit, UnitTree } from '#server/domain/survey/unit-tree.ts'
import { sentiments } from '@gensvar/contract/entities/text-analytics'
import { storedLabels } from '#server/domain/comments/labels.ts'
import { integers, sqlComparisons, sqlLogic } from './answer-source.ts'
import type { AnswerSource, NumberComparison } from './answer-source.ts'

type Facet = NonNullable<Question['facet']>

/** Up to so many units, the query uses the index on units. */
const fewUnits = 30

/** Answers in the system of record: PostgreSQL, with the table `response` as `r`. */
export class JsonSource implements AnswerSource<Fragment> {
  readonly survey: SurveyShape
  readonly tree: UnitTree
  readonly logic = sqlLogic

  constructor(survey: SurveyShape, tree: UnitTree) {
    this.survey = survey
    this.tree = tree
  }

  isInState(states: readonly number[]): Fragment {
    return states.length === 0 ? portableSql`false` : portableSql`r.state in (${integers(states)})`
  }

  answered(question: Question): Fragment {
    if (question.facet) return judged(question.facet, portableSql`cj.label is not null`)
    return portableSql`coalesce(r.answers->${question.variable}::text not in ('null', '""', '[]'), false)`
  }

  isOneOf(question: Question, choices: readonly Choice[]): Fragment {
    const names = choices.map((choice) => choice.extName)
    if (names.length === 0) return portableSql`false`
    if (question.facet) return judged(question.facet, isOneOfFacet(question.facet, names))
    if (question.type === 'multiple')
      return portableSql`coalesce(r.answers->${question.variable}::text ?| ${names}::text[], false)`
    return portableSql`coalesce(${answerText(question)} = any(${names}::text[]), false)`
  }

  compare(question: Question, comparison: NumberComparison, value: number): Fragment {
    return portableSql`coalesce(${answerNumber(question)} ${sqlComparisons[comparison]} ${value}::float8, false)`
  }

  isBetween(question: Question | null, from: string | null, to: string | null): Fragment {
    const bounds = [
      ...(from === null ? [] : [this.comparedDate(question, portableSql`>=`, from)]),
      ...(to === null ? [] : [this.comparedDate(question, portableSql`<`, to)]),
    ]
    return bounds.length === 0 && question ? this.answered(question) : and(bounds)
  }

  isOnDay(question: Question | null, month: number, day: number): Fragment {
    const wanted = `-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
    const date = question ? answerText(question) : portableSql`r.event_date::text`
    return portableSql`coalesce(right(${date}, 6) = ${wanted}, false)`
  }

  textIs(question: Question, text: string): Fragment {
    return portableSql`coalesce(${answerText(question)} = ${text}, false)`
  }

  textContains(question: Question, part: string): Fragment {
    return portableSql`coalesce(position(lower(${part}::text) in lower(${answerText(question)})) > 0, false)`
  }

  isRecipient(filter: CampaignFilter): Fragment {
    const demands = [
      portableSql`rc.campaign_id = ${filter.campaign}::int`,
      ...(filter.state === 'any' ? [] : [deliveryStates[filter.state]]),
      ...(filter.opened === 'any' ? [] : [did(portableSql`rc.opened_at`, filter.opened === 'yes')]),
      ...(filter.clicked === 'any' ? [] : [did(portableSql`rc.clicked_at`, filter.clicked === 'yes')]),
    ]
    return portableSql`exists (select from recipient rc where rc.response_id = r.id and ${and(demands)})`
  }

  isUnder(view: View, unit: Unit): Fragment {
    return this.isInUnits(view, this.tree.descendantIds(unit))
  }

  isInUnits(view: View, ids: readonly number[]): Fragment {
    // The index is fast for a few units; for many, a hash lookup for every row is far cheaper.
    if (ids.length <= fewUnits) return portableSql`r.unit_ids && ${ids}::int[]`
    const place = this.survey.views.findIndex((candidate) => candidate.id === view.id) + 1
    return portableSql`coalesce(r.unit_ids[${integer(place)}] = any(${ids}::int[]), false)`
  }

  private comparedDate(question: Question | null, comparison: Fragment, date: string): Fragment {
    if (!question) return portableSql`r.event_date ${comparison} ${date}::date`
    return portableSql`coalesce(${answerText(question)} collate "C" ${comparison} ${date}, false)`
  }
}

/** The comment of a response to a question is such. */
function judged({ of }: Facet, such: Fragment): Fragment {
  return portableSql`exists (select from comment_judgement cj
    where cj.response_id = r.id and cj.question_id = ${of}::int and ${such})`
}

function isOneOfFacet({ kind }: Facet, names: readonly string[]): Fragment {
  if (kind === 'sentiment') {
    const labels = names.flatMap((name) => sentiments.filter((one) => one === name).map((one) => storedLabels[one]))
    return portableSql`cj.label = any(${labels}::text[])`
  }
  const said = kind === 'category' ? portableSql`true` : portableSql`c->>'label' = ${storedLabels[kind]}`
  return portableSql`cj.label is not null and exists (
    select from jsonb_array_elements(cj.categories) c where c->>'id' = any(${names}::text[]) and ${said})`
}

const isThere = portableSql`rc.state = 'SENT' and rc.bounce is null`

/** Whether somebody did something with a message that did not come back. */
function did(when: Fragment, has: boolean): Fragment {
  return portableSql`(${when} is not null and ${isThere}) = ${has}`
}

/** As in `ColumnSource`. */
const deliveryStates: Readonly<Record<Exclude<CampaignFilter['state'], 'any'>, Fragment>> = {
  delivered: isThere,
  pending: portableSql`rc.state in ('PENDING', 'SENDING')`,
  failed: portableSql`(rc.state in ('FAILED', 'UNKNOWN') or (rc.state = 'SENT' and rc.bounce is not null))`,
  unsub: portableSql`rc.unsubscribed and ${isThere}`,
}

/** An answer as text; null where there is none. */
export function answerText(question: Question): Fragment {
  return portableSql`(r.answers->>${question.variable}::text)`
}

/** An answer as a number; null where there is none. */
export function answerNumber(question: Question): Fragment {
  const answer = portableSql`r.answers->${question.variable}::text`
  return portableSql`(case when jsonb_typeof(${answer}) = 'number' then (${answer})::float8 end)`
}
