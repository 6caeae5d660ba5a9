import type { HookOutput } from '@gensvar/contract/script-types/index'
import { answerInWrite } from '#server/domain/scripts/host.ts'
import type { AskedQuestions } from '#server/domain/scripts/host.ts'
import { HookBatches, hooksOf } from '#server/domain/scripts/hooks.ts'
import type { BatchContext, HookOrder } from '#server/domain/scripts/hooks.ts'
import type { SurveyModel } from '#server/domain/survey/survey-model.ts'

type Hook = 'GENERATE_ALERT'

/** A completed response as a script gets it. */
export interface AskedResponse {
  id: number
  eventDate: string
  answers: Record<string, unknown>
}

/** An alert that a script wants. */
export type WantedAlert = NonNullable<HookOutput<Hook>>[number]

/** The scripts of a survey that raise alerts, asked about responses in batches as within the write that stores them. */
export class AlertScripts {
  private readonly ctx: BatchContext
  private readonly scripts: readonly HookBatches<Hook>[]

  /**
   * `questions` are asked for when a script asks. With `onEvents` nothing is noted of what the scripts do: it is told
   * instead, with the name of the script.
   */
  constructor(
    ctx: BatchContext,
    survey: Pick<SurveyModel, 'hooks'>,
    questions: () => AskedQuestions | Promise<AskedQuestions>,
    onEvents?: (script: string, ...events: Parameters<NonNullable<HookOrder<Hook>['onEvents']>>) => void,
  ) {
    this.ctx = ctx
    const host = async (name: string, args: readonly unknown[]): Promise<unknown> =>
      answerInWrite(await questions(), name, args)
    this.scripts = hooksOf(survey, 'GENERATE_ALERT').map(
      (script) =>
        new HookBatches(ctx, {
          script: { ...script, type: 'GENERATE_ALERT' },
          host,
          onEvents: onEvents && ((events) => onEvents(script.extName, events)),
        }),
    )
  }

  /** What the scripts want for each response, in the order of the responses and then of the scripts. */
  async ask(responses: readonly AskedResponse[]): Promise<WantedAlert[][]> {
    const now = this.ctx.clock.now().toISOString()
    const inputs = responses.map(({ id, eventDate, answers }) => ({ now, interview: { id, eventDate, answers } }))
    const wanted = responses.map((): WantedAlert[] => [])
    for (const script of this.scripts)
      for (const [at, answer] of (await script.call(inputs)).entries()) wanted[at]?.push(...(answer?.output ?? []))
    return wanted
  }
}
