import type { Metadata, MetadataChoice, MetadataQuestion } from '@gensvar/contract/metadata'
import { openDashboard } from '#server/testing/dashboard.ts'
import type { Caller, Dashboard } from '#server/testing/dashboard.ts'

/** An answer of the API: its status and body. */
export interface Answered {
  status: number
  body: ReturnType<typeof JSON.parse>
}

/** A dashboard whose metadata root edits. */
export interface MetadataBoard extends Dashboard {
  root: Caller
  find(text: string): Promise<Metadata>
  /** The question with a variable, as it is stored now. */
  question(variable: string): Promise<MetadataQuestion>
  choice(variable: string, extname: string): Promise<MetadataChoice>
  /** Saves a question with some of its fields changed; a rename is looked at first. */
  saveQuestion(variable: string, changes?: object): Promise<Answered>
  saveChoice(variable: string, extname: string, changes?: object): Promise<Answered>
  preview(query: { question: number; choice?: number; name: string }): Promise<Answered>
  /** The current text of the survey's configuration. */
  configuration(): Promise<string>
}

/** Opens a dashboard and signs root in; the caller closes it. */
export async function openMetadata(options: Parameters<typeof openDashboard>[0] = {}): Promise<MetadataBoard> {
  const board = await openDashboard(options)
  const root = await board.as({ isRoot: true })
  const { survey } = board
  const find = async (text: string): Promise<Metadata> =>
    (await root('GET', `/rest/metadata/${survey}?text=${encodeURIComponent(text)}`)).body
  const question = async (variable: string): Promise<MetadataQuestion> => {
    const found = (await find(variable)).questions.find((one) => one.variable === variable)
    if (!found) throw new Error(`there is no question ${variable}`)
    return found
  }
  const choice = async (variable: string, extname: string): Promise<MetadataChoice> => {
    const found = (await question(variable)).choices.find((one) => one.extname === extname)
    if (!found) throw new Error(`there is no choice ${extname}`)
    return found
  }
  const preview: MetadataBoard['preview'] = (query) => {
    const text = new URLSearchParams(
      Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]),
    )
    return root('GET', `/rest/metadata/rename/${survey}?${text.toString()}`)
  }
  const seenOf = async (query: Parameters<typeof preview>[0]): Promise<number | null> =>
    (await preview(query)).body.seen ?? null
  return {
    ...board,
    root,
    find,
    question,
    choice,
    preview,
    async saveQuestion(variable, changes = {}) {
      const stored = await question(variable)
      const body = { ...questionBody(stored), ...changes }
      const renameSeen = body.variable === variable ? null : await seenOf({ question: stored.id, name: body.variable })
      return root('POST', `/rest/metadata/question/${survey}`, { ...body, renameSeen, ...changes })
    },
    async saveChoice(variable, extname, changes = {}) {
      const [stored, { id: questionId }] = [await choice(variable, extname), await question(variable)]
      const body = { ...choiceBody(stored, questionId), ...changes }
      const renameSeen =
        body.extname === extname ? null : await seenOf({ question: questionId, choice: stored.id, name: body.extname })
      return root('POST', `/rest/metadata/choice/${survey}`, { ...body, renameSeen, ...changes })
    },
    async configuration() {
      const { text } = await board.deps.db
        .selectFrom('script')
        .innerJoin('script_version', (join) =>
          join
            .onRef('script_version.script_id', '=', 'script.id')
            .onRef('script_version.version', '=', 'script.current_version'),
        )
        .where('script.survey_id', '=', board.surveyId)
        .select('script_version.text')
        .executeTakeFirstOrThrow()
      return text
    },
  }
}

/** The body that saves a question as it is. */
export function questionBody(stored: MetadataQuestion) {
  const { choices: _, nChoices: __, ...question } = stored
  return {
    ...question,
    features: JSON.stringify(question.features),
    format: JSON.stringify(question.format),
    renameSeen: null as number | null,
  }
}

/** The body that saves a choice as it is. */
export function choiceBody(stored: MetadataChoice, questionId: number) {
  const { isStep: _, ...choice } = stored
  return { ...choice, questionId, features: JSON.stringify(choice.features), renameSeen: null as number | null }
}
