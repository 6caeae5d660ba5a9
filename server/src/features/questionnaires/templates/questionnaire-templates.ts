import { locales } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { newDocument } from '@gensvar/contract/questionnaire-document'
import type { DocumentQuestion, QuestionnaireDocument } from '@gensvar/contract/questionnaire-document'
import { questionnaireTemplates } from '@gensvar/contract/questionnaires'
import type { QuestionnaireTemplate } from '@gensvar/contract/questionnaires'
import { say } from '@gensvar/contract/say'
import type { Words } from '@gensvar/contract/say'
import type { Ctx } from '#server/domain/context.ts'
import { translate } from '#server/platform/translate.ts'
import { answeringMinutes } from '../check/answering-time.ts'
import { cesQuestions } from './ces.ts'
import { csatQuestions } from './csat.ts'
import { npsQuestions } from './nps.ts'
import { pulseQuestions } from './pulse.ts'
import { usualThanks } from './template-parts.ts'
import { visitQuestions } from './visit.ts'

/** The name of a start template. */
type TemplateName = (typeof questionnaireTemplates)[number]

const templates: Readonly<
  Record<TemplateName, { title: Words; description: Words; questions: readonly DocumentQuestion[] }>
> = {
  csat: {
    title: say`Satisfaction (CSAT)`,
    description: say`How satisfied customers are, why, and what to do better.`,
    questions: csatQuestions,
  },
  nps: {
    title: say`Recommendation (NPS)`,
    description: say`One number and its reason: would customers recommend you?`,
    questions: npsQuestions,
  },
  ces: {
    title: say`Ease (CES)`,
    description: say`How easy it was to get help, in customer service above all.`,
    questions: cesQuestions,
  },
  visit: {
    title: say`After a visit`,
    description: say`A visit to a shop, a restaurant or a clinic: the whole, its parts, the recommendation.`,
    questions: visitQuestions,
  },
  pulse: {
    title: say`Employee pulse`,
    description: say`How people are at work, short enough to ask often.`,
    questions: pulseQuestions,
  },
}

/** The start templates as they are offered, in the reader's language. */
export function listQuestionnaireTemplates({ locale }: Pick<Ctx, 'locale'>): { templates: QuestionnaireTemplate[] } {
  const offered = questionnaireTemplates.map((name) => {
    const { title, description, questions } = templates[name]
    return {
      name,
      title: translate(title, locale),
      description: translate(description, locale),
      questions: questions.length,
      minutes: answeringMinutes(templateDocument(name, [locale])),
      languages: [...locales],
    }
  })
  return { templates: offered }
}

/** A questionnaire as a template begins it; its texts are there in all languages, whichever are asked for. */
export function templateDocument(name: TemplateName, languages: readonly Locale[]): QuestionnaireDocument {
  const { questions } = templates[name]
  return { ...newDocument([...languages]), questions: structuredClone([...questions]), thanks: { ...usualThanks } }
}
