import type { ActionManagerData } from '@gensvar/contract/entities/actions'
import { pickText } from '@gensvar/contract/local-text'
import type { Locale } from '@gensvar/contract/local-text'
import { say } from '@gensvar/contract/say'
import type { ReportCell, ReportTable } from '#server/domain/reports/report.ts'
import { translate } from '#server/platform/translate.ts'

/** The open and closed actions of a place as a table. */
export function actionTable(
  { openActions, closedActions }: Pick<ActionManagerData, 'openActions' | 'closedActions'>,
  locale: Locale,
): ReportTable {
  const states = [say`Open`, say`Completed`, say`Failed`]
  return {
    kind: 'table',
    title: translate(say`Actions`, locale),
    columns: [say`Action`, say`State`, say`Value`, say`Goal`, say`Deadline`, say`Responsible`].map((title) => ({
      title: translate(title, locale),
      kind: 'text',
    })),
    rows: [...openActions, ...closedActions].map((action): ReportCell[] => {
      const state = states[action.state]
      return [
        { text: pickText(action.variableText, locale) },
        { text: state ? translate(state, locale) : '' },
        { text: action.endValueText },
        { text: action.goalText },
        { text: pickText(action.deadlineText, locale) },
        { text: action.responsibleName },
      ]
    }),
  }
}
